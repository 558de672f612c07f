//! Requests for Enter: `Press Enter to continue`.

use super::lines::Lines;
use super::words::{list, words};

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
            !list("remark").iter().any(|word| remark(word))
        });
        places.any(|(start, _)| {
            let mut words_before = before.iter().copied().flatten();
            !words_before.any(|word| start.contains(&words(word)))
        })
    };
    let (typing, moves) = (list("typing"), list("move"));
    asks(list("continue"), &[typing]) || asks(list("enter"), &[typing, moves])
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
