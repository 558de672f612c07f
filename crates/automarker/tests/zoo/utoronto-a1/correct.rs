use std::io::{self, Write};

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    Black,
    White,
}

impl Cell {
    fn letter(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Black => 'B',
            Cell::White => 'W',
        }
    }

    fn opponent(self) -> Cell {
        if self == Cell::Black { Cell::White } else { Cell::Black }
    }
}

struct Board {
    cells: [[Cell; 8]; 8],
}

impl Board {
    fn new() -> Board {
        let mut cells = [[Cell::Empty; 8]; 8];
        cells[3][3] = Cell::White;
        cells[3][4] = Cell::Black;
        cells[4][3] = Cell::Black;
        cells[4][4] = Cell::White;
        Board { cells }
    }

    fn print(&self) {
        println!("  abcdefgh");
        for (i, row) in self.cells.iter().enumerate() {
            let line: String = row.iter().map(|cell| cell.letter()).collect();
            println!("{} {}", (b'a' + i as u8) as char, line);
        }
    }

    fn get(&self, row: i32, col: i32) -> Option<Cell> {
        if (0..8).contains(&row) && (0..8).contains(&col) {
            Some(self.cells[row as usize][col as usize])
        } else {
            None
        }
    }

    fn flips(&self, row: i32, col: i32, player: Cell) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        if self.get(row, col) != Some(Cell::Empty) {
            return all;
        }
        for dr in -1..=1 {
            for dc in -1..=1 {
                if dr == 0 && dc == 0 {
                    continue;
                }
                let mut line = Vec::new();
                let (mut r, mut c) = (row + dr, col + dc);
                while self.get(r, c) == Some(player.opponent()) {
                    line.push((r, c));
                    r += dr;
                    c += dc;
                }
                if self.get(r, c) == Some(player) {
                    all.extend(line);
                }
            }
        }
        all
    }

    fn can_move(&self, player: Cell) -> bool {
        (0..8).any(|r| (0..8).any(|c| !self.flips(r, c, player).is_empty()))
    }

    fn count(&self, player: Cell) -> usize {
        self.cells.iter().flatten().filter(|&&cell| cell == player).count()
    }
}

fn read_move(player: Cell) -> Option<(i32, i32)> {
    print!("Enter move for colour {} (RowCol): ", player.letter());
    io::stdout().flush().unwrap();
    let mut line = String::new();
    if let Ok(0) = io::stdin().read_line(&mut line) {
        std::process::exit(1);
    }
    let letters: Vec<char> = line.trim().chars().collect();
    if letters.len() != 2 {
        return None;
    }
    Some((letters[0] as i32 - 'a' as i32, letters[1] as i32 - 'a' as i32))
}

fn main() {
    let mut board = Board::new();
    let mut player = Cell::Black;
    board.print();
    loop {
        if !board.can_move(player) {
            println!("{} player has no valid move.", player.letter());
            player = player.opponent();
            if !board.can_move(player) {
                println!("{} player has no valid move.", player.letter());
                break;
            }
        }
        let flips = match read_move(player) {
            Some((row, col)) => {
                let flips = board.flips(row, col, player);
                if !flips.is_empty() {
                    board.cells[row as usize][col as usize] = player;
                }
                flips
            }
            None => Vec::new(),
        };
        if flips.is_empty() {
            println!("Invalid move. Try again.");
        } else {
            for &(r, c) in &flips {
                board.cells[r as usize][c as usize] = player;
            }
            player = player.opponent();
        }
        board.print();
    }
    let (black, white) = (board.count(Cell::Black), board.count(Cell::White));
    if black > white {
        println!("Black wins by {} points!", black - white);
    } else if white > black {
        println!("White wins by {} points!", white - black);
    } else {
        println!("Draw!");
    }
}
