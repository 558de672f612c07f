use std::fs;
use std::io::stdin;

type Board = [[u8; 8]; 8];

const NONE: u8 = b'x';
const BLACK: u8 = b'1';
const WHITE: u8 = b'0';

fn read() -> String {
    let mut line = String::new();
    match stdin().read_line(&mut line) {
        Ok(0) => std::process::exit(1),
        _ => line.trim().to_string(),
    }
}

fn read_name(number: usize) -> String {
    loop {
        println!("Player {number} please insert your name:");
        let name = read();
        if !name.is_empty() {
            return name;
        }
    }
}

fn print_board(board: &Board) {
    println!();
    println!("   1 2 3 4 5 6 7 8");
    for (i, row) in board.iter().enumerate() {
        let row: Vec<String> = row.iter().map(|&disc| (disc as char).to_string()).collect();
        println!("{} |{}|", i + 1, row.join("|"));
    }
}

fn get(board: &Board, row: i32, col: i32) -> u8 {
    let row = usize::try_from(row).ok().and_then(|row| board.get(row));
    let col = usize::try_from(col).ok();
    row.zip(col).and_then(|(row, col)| row.get(col)).copied().unwrap_or(NONE)
}

fn other(disc: u8) -> u8 {
    if disc == BLACK { WHITE } else { BLACK }
}

fn captures(board: &Board, row: i32, col: i32, disc: u8) -> Vec<(i32, i32)> {
    let mut all = vec![];
    if get(board, row, col) != NONE {
        return all;
    }
    for (dr, dc) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        let line: Vec<(i32, i32)> = (1..8)
            .map(|k| (row + k * dr, col + k * dc))
            .take_while(|&(r, c)| get(board, r, c) == other(disc))
            .collect();
        let n = line.len() as i32 + 1;
        if get(board, row + n * dr, col + n * dc) == disc {
            all.extend(line);
        }
    }
    all
}

/// Column by column.
fn moves(board: &Board, disc: u8) -> Vec<(i32, i32)> {
    let mut moves = vec![];
    for col in 0..8 {
        for row in 0..8 {
            if !captures(board, row, col, disc).is_empty() {
                moves.push((row, col));
            }
        }
    }
    moves
}

fn ask(name: &str, moves: &[(i32, i32)]) -> (i32, i32) {
    loop {
        println!("Player {name} choose you next move:");
        for (i, (row, col)) in moves.iter().enumerate() {
            println!("{}. ({},{})", i + 1, row + 1, (b'a' + *col as u8) as char);
        }
        if let Ok(choice) = read().parse::<usize>() {
            if choice >= 1 && choice <= moves.len() {
                return moves[choice - 1];
            }
        }
        println!("Please type the number of a move.");
    }
}

fn main() -> std::io::Result<()> {
    let names = [read_name(1), read_name(2)];
    let mut board = [[NONE; 8]; 8];
    board[3][3] = WHITE;
    board[3][4] = BLACK;
    board[4][3] = BLACK;
    board[4][4] = WHITE;
    print_board(&board);

    let mut disc = BLACK;
    loop {
        let name = if disc == BLACK { &names[0] } else { &names[1] };
        let list = moves(&board, disc);
        if !list.is_empty() {
            let (row, col) = ask(name, &list);
            for (r, c) in captures(&board, row, col, disc) {
                board[r as usize][c as usize] = disc;
            }
            board[row as usize][col as usize] = disc;
            print_board(&board);
        } else if !moves(&board, other(disc)).is_empty() {
            println!("{name} has to pass.");
        } else {
            break;
        }
        disc = other(disc);
    }

    let count = |disc: u8| board.iter().flatten().filter(|&&d| d == disc).count();
    let (black, white) = (count(BLACK), count(WHITE));
    let mut result = format!("Player1 {}, points: {}\n", names[0], black);
    result += &format!("Player2 {}, points: {}\n\n", names[1], white);
    if black > white {
        result += &format!("The winner is {}\n", names[0]);
    } else if white > black {
        result += &format!("The winner is {}\n", names[1]);
    } else {
        result += "No winner, the game is drawn\n";
    }
    print!("{result}");
    fs::write("othello.txt", result)
}
