use std::io::{self, Write};

#[derive(Clone, Copy, PartialEq)]
enum Stone {
    White, // the human
    Black, // the computer
}

struct Board {
    rows: i32,
    cols: i32,
    cells: Vec<Option<Stone>>,
}

impl Board {
    fn new(rows: i32, cols: i32) -> Board {
        let cells = vec![None; (rows * cols) as usize];
        Board { rows, cols, cells }
    }

    fn inside(&self, row: i32, col: i32) -> bool {
        row >= 0 && col >= 0 && row < self.rows && col < self.cols
    }

    fn stone(&self, row: i32, col: i32) -> Option<Stone> {
        if self.inside(row, col) { self.cells[(row * self.cols + col) as usize] } else { None }
    }

    fn set(&mut self, row: i32, col: i32, stone: Stone) {
        self.cells[(row * self.cols + col) as usize] = Some(stone);
    }

    fn can_place(&self, row: i32, col: i32) -> bool {
        if !self.inside(row, col) || self.stone(row, col).is_some() {
            return false;
        }
        let safe = if self.rows == 1 {
            (4..12).contains(&col)
        } else {
            (2..6).contains(&row) && (2..6).contains(&col)
        };
        safe || (row - 2..=row + 2).any(|r| (col - 2..=col + 2).any(|c| self.stone(r, c).is_some()))
    }

    fn place(&mut self, row: i32, col: i32, stone: Stone) {
        self.set(row, col, stone);
        for dr in -1..=1 {
            for dc in -1..=1 {
                let mut steps = 1;
                loop {
                    match self.stone(row + steps * dr, col + steps * dc) {
                        None => break,
                        Some(other) if other == stone => {
                            for i in 1..steps {
                                self.set(row + i * dr, col + i * dc, stone);
                            }
                            break;
                        }
                        Some(_) => steps += 1,
                    }
                }
            }
        }
    }

    fn count(&self, stone: Stone) -> usize {
        self.cells.iter().filter(|&&cell| cell == Some(stone)).count()
    }

    fn print(&self) {
        print!("\n    ");
        for col in 1..=self.cols {
            print!("{:>3}", col);
        }
        println!();
        for row in 0..self.rows {
            print!("{:>3} ", row + 1);
            for col in 0..self.cols {
                print!("{:>3}", match self.stone(row, col) {
                    None => '.',
                    Some(Stone::White) => 'W',
                    Some(Stone::Black) => 'B',
                });
            }
            println!();
        }
        let (human, computer) = (self.count(Stone::White), self.count(Stone::Black));
        println!("Round: {}  Human: {}  Computer: {}", human + computer, human, computer);
    }
}

/// Asks for a line of whole numbers.
fn ask(question: &str) -> Vec<i32> {
    print!("{}", question);
    io::stdout().flush().unwrap();
    let mut line = String::new();
    if let Ok(0) = io::stdin().read_line(&mut line) {
        std::process::exit(1);
    }
    line.split_whitespace().map(|word| word.parse().unwrap_or(0)).collect()
}

fn human_move(board: &Board) -> (i32, i32) {
    loop {
        let (row, col) = match ask("Where do you play? ")[..] {
            [col] if board.rows == 1 => (0, col - 1),
            [row, col] if board.rows == 8 => (row - 1, col - 1),
            _ => (-1, -1),
        };
        if board.can_place(row, col) {
            return (row, col);
        }
        println!("Wrong place!");
    }
}

/// The place nearest to the middle.
fn computer_move(board: &Board) -> (i32, i32) {
    let mut places = vec![];
    for row in 0..board.rows {
        for col in 0..board.cols {
            if board.can_place(row, col) {
                let distance = (2 * row + 1 - board.rows).abs() + (2 * col + 1 - board.cols).abs();
                places.push((distance, row, col));
            }
        }
    }
    let (_, row, col) = *places.iter().min().unwrap();
    (row, col)
}

fn main() {
    let mut board = loop {
        match ask("Choose 1 (1x16) or 2 (8x8): ")[..] {
            [1] => break Board::new(1, 16),
            [2] => break Board::new(8, 8),
            _ => println!("Please choose 1 or 2."),
        }
    };
    board.print();
    while board.cells.contains(&None) {
        let (row, col) = human_move(&board);
        board.place(row, col, Stone::White);
        board.print();
        if board.cells.contains(&None) {
            let (row, col) = computer_move(&board);
            println!("I play {} {}", row + 1, col + 1);
            board.place(row, col, Stone::Black);
            board.print();
        }
    }
    let (human, computer) = (board.count(Stone::White), board.count(Stone::Black));
    if human > computer {
        println!("Human wins!");
    } else if computer > human {
        println!("Computer wins!");
    } else {
        println!("Draw!");
    }
}
