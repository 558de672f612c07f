//! The words that announce a result, in the languages that programs are
//! written in, and texts as words.

/// English, French, Spanish, Portuguese, German, Turkish, Chinese; also as
/// they are typed without accents.
#[rustfmt::skip]
pub(crate) const WIN: &[&str] = &[
    "win", "wins", "won", "winner", "winning", "victory", "victorious", "beat", "beats",
    "congratulations",
    "gagne", "gagné", "gagnent", "gagnant", "gagnante", "vainqueur", "victoire", "remporte",
    "gana", "ganan", "ganó", "gano", "ganador", "ganadora", "ganado", "vence", "vencedor",
    "victoria",
    "ganha", "ganham", "ganhou", "ganhador", "venceu", "vencedora", "vitória", "vitoria",
    "gewinnt", "gewinnen", "gewann", "gewonnen", "gewinner", "sieg", "siegt", "sieger",
    "kazandı", "kazandi", "kazandın", "kazandin", "kazandınız", "kazandiniz", "kazanır",
    "kazanir", "kazanan", "galip", "yendi",
    "胜", "勝", "赢", "贏",
];

#[rustfmt::skip]
pub(crate) const LOSE: &[&str] = &[
    "lose", "loses", "lost", "loser", "defeated",
    "perd", "perdu", "perdant",
    "pierde", "perdió", "perdio", "perdido",
    "perde", "perdeu", "perdedor",
    "verliert", "verloren", "verlierer",
    "kaybetti", "kaybettin", "kaybettiniz", "kaybeder", "kaybeden",
    "输", "輸", "败", "敗", "负", "負",
];

#[rustfmt::skip]
pub(crate) const DRAW: &[&str] = &[
    "tie", "tied", "ties", "draw", "drawn", "drew", "equal", "stalemate", "nobody",
    "égalité", "egalite", "match nul", "partie nulle", "ex aequo",
    "empate", "empatan", "empatado", "empatados", "tablas",
    "empatou", "empataram",
    "unentschieden", "gleichstand", "remis",
    "berabere", "beraberlik",
    "平局", "平手", "和棋", "和局", "不分胜负", "不分勝負",
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
pub(crate) fn translated(name: &str) -> impl Iterator<Item = String> {
    let (word, rest) = name.split_at(name.find(' ').unwrap_or(name.len()));
    SIDES
        .iter()
        .filter(move |(english, _)| *english == word)
        .flat_map(|(_, others)| *others)
        .map(move |other| format!("{other}{rest}"))
}

/// `line` in lower case as words, each between two spaces. A Chinese character
/// is a word, because nothing shows where one ends.
pub(crate) fn words(line: &str) -> String {
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
