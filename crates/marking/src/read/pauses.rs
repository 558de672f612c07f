//! Requests for Enter: `Press Enter to continue`.

use super::lines::Lines;
use super::words::words;

/// Requests that say what follows, so that a prompt for a move does not end in them.
#[rustfmt::skip]
const CONTINUE: &[&str] = &[
    "enter to continue", "enter key to continue", "return to continue", "key to continue",
    "enter to proceed", "enter to go on", "enter to see", "enter for the next",
    "enter for next", "enter for computer",
    "entrée pour continuer", "entree pour continuer", "touche pour continuer",
    "enter para continuar", "intro para continuar", "tecla para continuar",
    "enter um fortzufahren", "eingabetaste um fortzufahren",
    "回车继续", "回车键继续", "任意键继续",
];

/// Other requests, which may end a prompt for a move: `Type a move and press Enter`.
#[rustfmt::skip]
const REQUESTS: &[&str] = &[
    "press enter", "press the enter", "press return", "press the return", "hit enter",
    "hit return", "push enter", "tap enter",
    "press any key", "press a key", "hit any key", "strike any key",
    "enter to start", "enter to begin", "enter to play", "enter to exit", "enter to quit",
    "enter to end", "enter to close", "enter to finish",
    "appuyez sur entrée", "appuyez sur entree", "appuyer sur entrée", "appuyez sur enter",
    "appuyez sur une touche",
    "presione enter", "presiona enter", "pulse enter", "pulsa enter", "presione intro",
    "pulse intro", "pulsa intro", "cualquier tecla",
    "pressione enter", "aperte enter", "prima enter", "qualquer tecla",
    "drücken sie enter", "drücke enter", "enter drücken", "eingabetaste drücken",
    "drücken sie die eingabetaste", "beliebige taste", "drücken sie eine taste",
    "enter a bas", "enter a basın", "enter a basin", "enter a basınız", "enter a basiniz",
    "enter tuşuna", "enter tusuna", "bir tuşa bas", "bir tuşa basın", "bir tuşa basınız",
    "bir tusa basin", "bir tusa basiniz", "herhangi bir tuşa", "herhangi bir tusa",
    "按回车", "按下回车", "按enter", "任意键", "任意鍵",
];

/// Words for typing something, before a request.
#[rustfmt::skip]
const TYPING: &[&str] = &[
    "name", "names", "type", "input", "write", "choose", "choice", "select", "pick", "or",
    "number", "enter a", "enter the", "enter your",
];

/// Words for a move, before a request that says nothing more.
#[rustfmt::skip]
const MOVES: &[&str] = &[
    "your", "row", "column", "col", "coordinate", "coordinates", "position", "square", "cell",
    "nom", "ligne", "colonne", "coup", "nombre", "fila", "columna", "jugada", "nome", "linha",
    "coluna", "jogada", "zeile", "spalte", "zug", "ihren",
    "isim", "satır", "satir", "sütun", "sutun", "hamle", "hamlenizi", "girin", "行", "列",
];

/// Words after a request that make it a remark on how to type.
const REMARKS: &[&str] = &["after", "when", "once", "key after", "key when", "key once"];

/// Returns `true` if the last line of `output`, blank ones apart, asks for Enter and
/// for nothing else.
pub(crate) fn asks_for_enter(output: &[u8]) -> bool {
    let text = Lines::stripped(output).text(|_| true);
    let Some(line) = text.lines().rfind(|line| !line.trim().is_empty()) else {
        return false;
    };
    let line = words(line);
    let asks = |requests: &[&str], before: &[&[&str]]| {
        let places = requests.iter().filter_map(|request| {
            let request = words(request);
            line.find(&request)
                .map(|at| (&line[..=at], &line[at + request.len() - 1..]))
        });
        let mut places = places.filter(|(_, rest)| {
            let remark = |word: &str| rest.starts_with(&words(word));
            !REMARKS.iter().any(|word| remark(word))
        });
        places.any(|(start, _)| {
            let mut words_before = before.iter().copied().flatten();
            !words_before.any(|word| start.contains(&words(word)))
        })
    };
    asks(CONTINUE, &[TYPING]) || asks(REQUESTS, &[TYPING, MOVES])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_for_enter_are_understood() {
        for line in [
            "Press Enter to continue...",
            "(press ENTER)",
            "Press <Enter> ",
            "Round 3 is over. Hit return!",
            "Computer's turn, press [Enter]: ",
            "After your move press Enter to continue",
            "Press any key to continue . . . ",
            "board\n\nPress Enter to continue\n\n",
            "\x1b[1mPress Enter to continue\x1b[0m",
            "Appuyez sur Entrée",
            "Presione ENTER para continuar",
            "Pressione qualquer tecla para continuar",
            "Drücken Sie eine Taste",
            "Devam etmek için Enter'a basın",
            "Devam etmek için bir tuşa basınız...",
            "按回车键继续",
        ] {
            assert!(asks_for_enter(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn prompts_for_a_move_are_no_requests_for_enter() {
        for line in [
            "",
            "Enter a move: ",
            "Enter your move and press Enter: ",
            "Type row and column, then press Enter: ",
            "Choose a number and hit Enter: ",
            "Enter move for color B (RowCol): ",
            "Press Enter to continue\nYour move: ",
            "Your turn (enter row column): ",
            "Player Alice choose you next move: 1. (3,d)",
            "Hamlenizi girin ve Enter tuşuna basın: ",
            "Press Enter after each number: ",
            "Enter your name and press Enter to continue: ",
            "Player 1, type your name and hit enter to start: ",
            "Make a move or press any key to quit: ",
        ] {
            assert!(!asks_for_enter(line.as_bytes()), "{line}");
        }
    }
}
