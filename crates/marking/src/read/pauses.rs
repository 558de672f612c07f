//! Requests for Enter: `Press Enter to continue`.

use super::lines::Lines;
use super::words::words;

/// Requests that leave no doubt.
#[rustfmt::skip]
const REQUESTS: &[&str] = &[
    "enter to continue", "enter key to continue", "return to continue", "key to continue",
    "enter to proceed", "enter to go on", "enter to see", "enter to start", "enter to begin",
    "enter to play", "enter to exit", "enter to quit", "enter to end", "enter to close",
    "enter to let", "enter to finish", "enter for the", "enter for next",
    "press any key", "press a key", "hit any key", "strike any key",
    "une touche pour continuer", "entrée pour continuer", "entree pour continuer",
    "cualquier tecla", "una tecla para continuar", "enter para continuar",
    "intro para continuar", "qualquer tecla", "uma tecla para continuar",
    "beliebige taste", "eine taste", "enter um fortzufahren", "eingabetaste um",
    "bir tuşa bas", "bir tuşa basın", "bir tuşa basınız", "bir tusa basin", "bir tusa basiniz",
    "herhangi bir tuşa", "herhangi bir tusa", "devam etmek için", "devam etmek icin",
    "任意键", "任意鍵", "回车继续", "回车键继续",
];

/// Requests that may also end the prompt for a move: `Type a move and press Enter`.
#[rustfmt::skip]
const BARE_REQUESTS: &[&str] = &[
    "press enter", "press the enter", "press return", "press the return", "hit enter",
    "hit return", "push enter", "tap enter",
    "appuyez sur entrée", "appuyez sur entree", "appuyer sur entrée", "appuyez sur enter",
    "presione enter", "presiona enter", "pulse enter", "pulsa enter", "presione intro",
    "pulse intro", "pulsa intro", "pressione enter", "aperte enter", "prima enter",
    "drücken sie enter", "drücke enter", "enter drücken", "eingabetaste drücken",
    "drücken sie die eingabetaste",
    "enter a bas", "enter a basın", "enter a basin", "enter a basınız", "enter a basiniz",
    "enter tuşuna", "enter tusuna",
    "按回车", "按下回车", "按enter",
];

/// The words of a prompt for a move, before a bare request.
#[rustfmt::skip]
const MOVES: &[&str] = &[
    "your", "row", "column", "col", "coordinate", "coordinates", "number", "position",
    "square", "cell", "name", "choose", "choice", "select", "type", "input", "write", "pick",
    "ligne", "colonne", "coup", "fila", "columna", "linha", "coluna", "zeile", "spalte", "zug",
    "satır", "satir", "sütun", "sutun", "hamle", "hamlenizi", "行", "列",
];

/// Returns `true` if the last line of `output`, blank ones apart, asks for Enter and
/// for nothing else.
pub(crate) fn asks_for_enter(output: &[u8]) -> bool {
    let text = Lines::new(output).text(|_| true);
    let Some(line) = text.lines().rfind(|line| !line.trim().is_empty()) else {
        return false;
    };
    let line = words(line);
    let place = |phrase: &&str| line.find(&words(phrase));
    if REQUESTS.iter().any(|phrase| place(phrase).is_some()) {
        return true;
    }
    let bare = BARE_REQUESTS.iter().filter_map(place).min();
    bare.is_some_and(|at| {
        let before = &line[..=at];
        !MOVES.iter().any(|word| before.contains(&words(word)))
    })
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
            "Type Enter to continue",
            "After your move press Enter to continue",
            "Press any key to continue . . . ",
            "board\n\nPress Enter to continue\n\n",
            "\x1b[1mPress Enter to continue\x1b[0m",
            "Appuyez sur Entrée",
            "Presione ENTER para continuar",
            "Pressione qualquer tecla para continuar",
            "Drücken Sie eine Taste",
            "Devam etmek için Enter'a basın",
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
        ] {
            assert!(!asks_for_enter(line.as_bytes()), "{line}");
        }
    }
}
