use std::io::{self, Write};

const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

#[derive(Clone)]
struct Game {
    squares: [char; 64],
}

impl Game {
    fn new() -> Self {
        let mut squares = ['_'; 64];
        squares[27] = 'X';
        squares[28] = 'O';
        squares[35] = 'O';
        squares[36] = 'X';
        Game { squares }
    }

    fn display(&self) {
        println!("Current board state:");
        println!("_|0|1|2|3|4|5|6|7|");
        for row in 0..8 {
            print!("{}|", row);
            for col in 0..8 {
                print!("{}|", self.squares[row * 8 + col]);
            }
            println!();
        }
    }

    fn at(&self, row: i32, col: i32) -> char {
        if (0..8).contains(&row) && (0..8).contains(&col) {
            self.squares[(row * 8 + col) as usize]
        } else {
            '_'
        }
    }

    fn flips(&self, row: i32, col: i32, me: char) -> Vec<usize> {
        let mut flips = vec![];
        for (dr, dc) in DIRECTIONS {
            let mut line = vec![];
            let (mut r, mut c) = (row + dr, col + dc);
            while self.at(r, c) != '_' && self.at(r, c) != me {
                line.push((r * 8 + c) as usize);
                r += dr;
                c += dc;
            }
            if self.at(r, c) == me {
                flips.append(&mut line);
            }
        }
        flips
    }

    fn moves(&self, me: char) -> Vec<(i32, i32)> {
        let mut moves = vec![];
        for row in 0..8 {
            for col in 0..8 {
                if self.at(row, col) == '_' && !self.flips(row, col, me).is_empty() {
                    moves.push((row, col));
                }
            }
        }
        moves
    }

    fn play(&mut self, (row, col): (i32, i32), me: char) {
        for square in self.flips(row, col, me) {
            self.squares[square] = me;
        }
        self.squares[(row * 8 + col) as usize] = me;
    }

    fn score(&self, me: char) -> usize {
        self.squares.iter().filter(|&&square| square == me).count()
    }
}

fn show_moves(moves: &[(i32, i32)]) {
    let list: Vec<String> = moves.iter().map(|(r, c)| format!("({}, {})", r, c)).collect();
    println!("Valid moves: {}", list.join(" "));
}

fn ask(moves: &[(i32, i32)]) -> (i32, i32) {
    loop {
        print!("> ");
        io::stdout().flush().unwrap();
        let mut line = String::new();
        if let Ok(0) = io::stdin().read_line(&mut line) {
            std::process::exit(1);
        }
        let numbers: Vec<Option<i32>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        if let [Some(row), Some(col)] = numbers[..] {
            if moves.contains(&(row, col)) {
                return (row, col);
            }
        }
        println!("Invalid move!");
        show_moves(moves);
    }
}

fn main() {
    println!("Welcome to Reversi!");
    let mut game = Game::new();
    loop {
        game.display();
        let moves = game.moves('X');
        if moves.is_empty() {
            break;
        }
        show_moves(&moves);
        let chosen = ask(&moves);
        game.play(chosen, 'X');
        game.display();
        match game.moves('O').first() {
            Some(&(row, col)) => {
                println!("CPU plays ({}, {})", row, col);
                game.play((row, col), 'O');
            }
            None => break,
        }
    }
    let (player, cpu) = (game.score('X'), game.score('O'));
    println!("GAME OVER: Player {}, CPU {}", player, cpu);
    if player > cpu {
        println!("Player wins");
    } else if cpu > player {
        println!("CPU wins");
    } else {
        println!("Tie");
    }
}
