//! WTHOR, the databases of the French Othello federation: games in `.wtb`, and the names of players
//! in `.jou` and of tournaments in `.trn` (<https://www.ffothello.org/wthor/Format_WThor.pdf>).

use reversi_core::{GameRecord, Ply, Square};

/// The lengths of a header, of a game, and of the names of a player and of a tournament.
const HEADER: usize = 16;
const GAME: usize = 68;
const PLAYER: usize = 20;
const TOURNAMENT: usize = 26;

/// The offsets of the number of games and of the size of the board.
const AT_COUNT: usize = 4;
const AT_SIZE: usize = 12;

/// A game after its title, or a message with the position of an error.
type Titled = (String, Result<GameRecord, String>);

/// Reads the games of the database `file`. The titles contain its name and the players'.
pub(crate) fn read(file: &str, bytes: &[u8], players: &[u8], tournaments: &[u8]) -> Vec<Titled> {
    let failed = |byte, reason| (file.to_owned(), Err(format!("byte {byte}: {reason}")));
    let Some((header, records)) = bytes.split_first_chunk::<HEADER>() else {
        return vec![failed(bytes.len(), "truncated header".to_owned())];
    };
    let count = &header[AT_COUNT..];
    let count = u32::from_le_bytes(*count.first_chunk().expect("it is longer")) as usize;
    if !matches!(header[AT_SIZE], 0 | 8) {
        let reason = format!("unsupported board size {}, expected 8", header[AT_SIZE]);
        return vec![failed(AT_SIZE, reason)];
    }
    let records = records.chunks_exact(GAME).take(count);
    let title = |record: &[u8]| {
        let number = |at| usize::from(u16::from_le_bytes([record[at], record[at + 1]]));
        let [black, white] = [2, 4].map(|at| name(players, PLAYER, number(at)));
        if players.is_empty() {
            return file.to_owned();
        }
        let title = format!("{file}: {black} - {white}");
        match name(tournaments, TOURNAMENT, number(0)).as_str() {
            "" => title,
            tournament => format!("{title}, {tournament}"),
        }
    };
    let game = |record: &[u8]| (title(record), read_moves(&record[8..]));
    let mut games: Vec<Titled> = records.map(game).collect();
    if bytes.len() != HEADER + count * GAME {
        let reason = format!("the file does not end after {count} games, as it should");
        games.push(failed(bytes.len().min(HEADER + count * GAME), reason));
    }
    games
}

/// Returns the name with this index. Names have `length` bytes and are in Latin-1.
fn name(names: &[u8], length: usize, index: usize) -> String {
    let mut names = names.get(HEADER..).unwrap_or_default().chunks(length);
    let name = names.nth(index).unwrap_or_default().iter();
    let glyphs = name.take_while(|&&byte| byte != 0);
    glyphs.map(|&byte| char::from(byte)).collect()
}

/// Reads moves, each as ten times its row plus its column, padded with zeros. Passes are omitted.
fn read_moves(moves: &[u8]) -> Result<GameRecord, String> {
    let last = moves.iter().rposition(|&it| it != 0);
    let mut game = GameRecord::default();
    for (number, &code) in (1..).zip(&moves[..last.map_or(0, |last| last + 1)]) {
        let played = match (code / 10, code % 10) {
            (row @ 1..=8, col @ 1..=8) => {
                let played = game.follow(Ply::Place(Square::new(row - 1, col - 1)));
                played.map_err(|error| error.to_string())
            }
            _ => Err(format!("{code} is no square")),
        };
        played.map_err(|error| format!("move {number}: {error}"))?;
    }
    Ok(game)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::random_game;
    use proptest::prelude::*;

    /// Returns a database with these games between the players 1 and 0.
    pub(crate) fn database(games: &[&GameRecord]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[AT_COUNT] = games.len() as u8;
        for game in games {
            bytes.extend([0, 0, 1, 0, 0, 0, 32, 32]);
            let plies = game.plies().iter().map(|(_, ply)| ply);
            let moves = plies.filter_map(|ply| match ply {
                Ply::Place(at) => Some(10 * (at.row + 1) + at.col + 1),
                Ply::Pass => None,
            });
            bytes.extend(moves.chain(std::iter::repeat(0)).take(60));
        }
        bytes
    }

    proptest! {
        #[test]
        fn games_are_read_back_and_damaged_ones_named(
            choices in prop::collection::vec(any::<usize>(), 0..70),
            at: prop::sample::Index, byte: u8,
        ) {
            let mut game = random_game(&choices);
            while game.plies().last().is_some_and(|(_, ply)| *ply == Ply::Pass) {
                game.undo();
            }
            let mut bytes = database(&[&game, &game]);
            let mut players = [&[0; HEADER + PLAYER][..], b"B C"].concat();
            players[HEADER..HEADER + 5].copy_from_slice(b"Ren\xe9 ");
            let expected = ("it: B C - Ren\u{e9} ".to_owned(), Ok(game));
            let expected = [expected.clone(), expected];
            prop_assert_eq!(read("it", &bytes, &players, &[]), expected.clone());
            bytes[HEADER + at.index(GAME)] = byte;
            prop_assert_eq!(&read("it", &bytes, &players, &[])[1], &expected[1]);
        }
    }

    #[test]
    fn an_error_names_its_place() {
        let game: GameRecord = "f5d6".parse().expect("it is a game");
        let bytes = database(&[&game, &game]);
        let end = bytes.len();
        let changed = |at: usize, byte| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            bytes
        };
        for (bytes, index, message) in [
            (bytes[..9].to_vec(), 0, "byte 9: truncated"),
            (
                changed(AT_SIZE, 10),
                0,
                "byte 12: unsupported board size 10",
            ),
            (bytes[..end - 1].to_vec(), 1, "byte 151: the file"),
            ([&bytes[..], b"x"].concat(), 2, "byte 152: the file"),
            (changed(24, 11), 0, "move 1: black cannot play a1: "),
            (changed(25, 99), 0, "move 2: 99 is no square"),
            (changed(27, 43), 0, "move 3: 0 is no square"),
        ] {
            let games = read("it", &bytes, &[], &[]);
            let error = games[index].1.as_ref().expect_err(message);
            assert!(error.starts_with(message), "{error}");
        }
    }
}
