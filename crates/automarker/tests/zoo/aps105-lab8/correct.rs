use std::io::{stdin, stdout, Write};
use std::process::exit;

type Board = Vec<Vec<char>>;

/// Reads characters the way scanf does, a line at a time.
struct Scanner {
    line: Vec<char>,
    at: usize,
}

impl Scanner {
    fn peek(&mut self) -> Option<char> {
        if self.at == self.line.len() {
            let mut text = String::new();
            stdout().flush().unwrap();
            match stdin().read_line(&mut text) {
                Ok(0) => return None,
                Ok(_) => self.line = text.chars().collect(),
                Err(_) => self.line = vec!['?', '?'],
            }
            self.at = 0;
        }
        Some(self.line[self.at])
    }

    fn next(&mut self) -> char {
        let Some(ch) = self.peek() else { exit(1) };
        self.at += 1;
        ch
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|ch| ch.is_whitespace()) {
            self.next();
        }
    }

    fn number(&mut self) -> Option<usize> {
        self.skip_space();
        let mut text = self.next().to_string();
        while self.peek().is_some_and(|ch| ch.is_ascii_digit()) {
            text.push(self.next());
        }
        text.parse().ok()
    }

    fn letter(&mut self) -> char {
        self.skip_space();
        self.next()
    }
}

fn print_board(board: &Board) {
    let letters: Vec<char> = ('a'..='z').take(board.len()).collect();
    println!("  {}", letters.iter().collect::<String>());
    for (letter, row) in letters.iter().zip(board) {
        println!("{} {}", letter, row.iter().collect::<String>());
    }
}

fn other(color: char) -> char {
    if color == 'B' { 'W' } else { 'B' }
}

fn at(board: &Board, row: i32, col: i32) -> char {
    let n = board.len() as i32;
    if row < 0 || col < 0 || row >= n || col >= n {
        return ' ';
    }
    board[row as usize][col as usize]
}

fn flips(board: &Board, row: i32, col: i32, color: char) -> Vec<(i32, i32)> {
    let mut result = vec![];
    if at(board, row, col) != 'U' {
        return result;
    }
    let directions = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];
    for (dr, dc) in directions {
        let mut steps = 1;
        while at(board, row + steps * dr, col + steps * dc) == other(color) {
            steps += 1;
        }
        if at(board, row + steps * dr, col + steps * dc) == color {
            for i in 1..steps {
                result.push((row + i * dr, col + i * dc));
            }
        }
    }
    result
}

fn best_move(board: &Board, color: char) -> Option<(i32, i32)> {
    let n = board.len() as i32;
    let mut best = 0;
    let mut answer = None;
    for row in 0..n {
        for col in 0..n {
            let count = flips(board, row, col, color).len();
            if count > best {
                best = count;
                answer = Some((row, col));
            }
        }
    }
    answer
}

fn main() {
    let mut input = Scanner { line: vec![], at: 0 };
    print!("Enter the board dimension: ");
    let n = match input.number() {
        Some(n) if n >= 4 && n <= 26 && n % 2 == 0 => n,
        _ => {
            eprintln!("bad dimension");
            exit(1);
        }
    };
    print!("Computer plays (B/W) : ");
    let computer = input.letter();
    if computer != 'B' && computer != 'W' {
        eprintln!("bad color");
        exit(1);
    }

    let mut board = vec![vec!['U'; n]; n];
    let h = n / 2;
    board[h - 1][h - 1] = 'W';
    board[h - 1][h] = 'B';
    board[h][h - 1] = 'B';
    board[h][h] = 'W';
    print_board(&board);

    let mut color = 'B';
    loop {
        let Some((mut row, mut col)) = best_move(&board, color) else {
            if best_move(&board, other(color)).is_none() {
                break;
            }
            println!("{color} player has no valid move.");
            color = other(color);
            continue;
        };
        if color == computer {
            let letter = |i: i32| (b'a' + i as u8) as char;
            println!("Computer places {} at {}{}.", color, letter(row), letter(col));
        } else {
            print!("Enter move for color {color} (RowCol): ");
            row = input.letter() as i32 - 'a' as i32;
            col = input.next() as i32 - 'a' as i32;
        }
        let flipped = flips(&board, row, col, color);
        if flipped.is_empty() {
            println!("Invalid move.");
            println!("{computer} player wins.");
            return;
        }
        board[row as usize][col as usize] = color;
        for (r, c) in flipped {
            board[r as usize][c as usize] = color;
        }
        print_board(&board);
        color = other(color);
    }

    let count = |color: char| board.iter().flatten().filter(|&&c| c == color).count();
    if count('B') > count('W') {
        println!("B player wins.");
    } else if count('W') > count('B') {
        println!("W player wins.");
    } else {
        println!("Draw!");
    }
}
