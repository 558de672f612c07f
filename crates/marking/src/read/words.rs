//! The words that announce a result, in the languages that programs are
//! written in, and texts as words.

/// Verbs of winning in English, French, Spanish, Portuguese, German, Turkish and Chinese;
/// also as they are typed without accents.
#[rustfmt::skip]
pub(super) const WIN: &[&str] = &[
    "win", "wins", "won", "winning", "victorious",
    "gagne", "gagné", "gagnent", "remporte",
    "gana", "ganan", "ganó", "gano", "ganado", "vence",
    "ganha", "ganham", "ganhou", "venceu",
    "gewinnt", "gewinnen", "gewann", "gewonnen", "siegt",
    "kazandı", "kazandi", "kazandın", "kazandin", "kazandınız", "kazandiniz", "kazanır",
    "kazanir", "galip",
    "胜", "勝", "赢", "贏",
];

/// Nouns for the winner, whose name may follow.
#[rustfmt::skip]
pub(super) const WINNER: &[&str] = &[
    "winner", "victory", "gagnant", "gagnante", "vainqueur", "victoire", "ganador", "ganadora",
    "vencedor", "victoria", "ganhador", "vencedora", "vitória", "vitoria", "gewinner", "sieg",
    "sieger", "kazanan",
];

/// Words of a rule for winning, or for everybody: they announce a result only if nothing
/// else does.
pub(super) const VAGUE: &[&str] = &["most", "whoever", "congratulations", "congrats"];

/// Verbs after which the loser may follow.
pub(super) const BEAT: &[&str] = &["beat", "beats", "defeats", "yendi"];

#[rustfmt::skip]
pub(super) const LOSE: &[&str] = &[
    "lose", "loses", "lost", "defeated",
    "perd", "perdu",
    "pierde", "perdió", "perdio", "perdido",
    "perde", "perdeu",
    "verliert", "verloren",
    "kaybetti", "kaybettin", "kaybettiniz", "kaybeder",
    "输", "輸", "败", "敗", "负", "負",
];

pub(super) const LOSER: &[&str] = &["loser", "perdant", "perdedor", "verlierer", "kaybeden"];

#[rustfmt::skip]
pub(super) const DRAW: &[&str] = &[
    "tie", "tied", "ties", "draw", "drawn", "drew", "equal", "stalemate", "nobody",
    "égalité", "egalite", "match nul", "partie nulle", "ex aequo",
    "empate", "empatan", "empatado", "empatados", "tablas",
    "empatou", "empataram",
    "unentschieden", "gleichstand", "remis",
    "berabere", "beraberlik",
    "平局", "平手", "和棋", "和局", "不分胜负", "不分勝負",
];

/// Words between a result and its name: `the winner is Alice`.
pub(super) const LINKS: &[&str] = &[
    "is", "was", "are", "the", "has", "have", "our", "goes", "to", "est", "le", "es", "el", "é",
    "ist", "der", "with", "player",
];

#[rustfmt::skip]
pub(super) const AND: &[&str] = &["and", "or", "et", "ou", "y", "e", "und", "oder", "ve", "veya"];

#[rustfmt::skip]
pub(super) const AGAIN: &[&str] = &[
    "again", "another", "new game", "quit", "exit", "restart", "replay", "rematch",
    "rejouer", "encore", "quitter", "otra", "nuevo", "nueva", "salir",
    "novamente", "novo", "nova", "sair", "nochmal", "noch einmal", "neues", "beenden",
    "tekrar", "yeniden", "yeni", "çıkış", "cikis", "再", "退出",
];

/// The English words for a side, each with those of the other languages.
#[rustfmt::skip]
const SIDES: &[(&str, &[&str])] = &[
    ("black", &[
        "noir", "noirs", "negro", "negros", "negra", "negras", "preto", "pretos", "preta",
        "pretas", "schwarz", "schwarze", "schwarzer", "siyah", "siyahlar", "黑",
    ]),
    ("white", &[
        "blanc", "blancs", "blanco", "blancos", "blanca", "blancas", "branco", "brancos",
        "branca", "brancas", "weiß", "weiss", "weiße", "weisse", "weißer", "weisser", "beyaz",
        "beyazlar", "白",
    ]),
    ("computer", &[
        "ordinateur", "ordenador", "computadora", "computador", "bilgisayar", "电脑", "電腦",
        "计算机",
    ]),
    ("human", &["humain", "humano", "mensch", "insan", "人类", "人類"]),
    ("player", &["joueur", "jugador", "jogador", "spieler", "oyuncu", "玩家"]),
];

/// `name`, an English name of a side, in the other languages: also that of
/// `player 1`.
pub(super) fn translated(name: &str) -> impl Iterator<Item = String> {
    let (word, rest) = name.split_at(name.find(' ').unwrap_or(name.len()));
    SIDES
        .iter()
        .filter(move |(english, _)| *english == word)
        .flat_map(|(_, others)| *others)
        .map(move |other| format!("{other}{rest}"))
}

/// `line` in lower case as words, each between two spaces. A Chinese character
/// is a word, because nothing shows where one ends.
pub(super) fn words(line: &str) -> String {
    let is_chinese = |c: char| matches!(c, '\u{3400}'..='\u{9fff}');
    let mut text = String::from(" ");
    for word in line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
    {
        for part in word.split_inclusive(is_chinese) {
            let end = part.find(is_chinese).unwrap_or(part.len());
            let (before, chinese) = part.split_at(end);
            for part in [before, chinese]
                .into_iter()
                .filter(|part| !part.is_empty())
            {
                // The dot that a Turkish İ leaves behind.
                text.extend(part.to_lowercase().chars().filter(|c| *c != '\u{307}'));
                text.push(' ');
            }
        }
    }
    text
}
