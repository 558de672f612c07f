//! Mutants of a program in C: the same program with one operator changed.

/// The operators, the longest first, and what each is changed to. An operator
/// that is not changed stands here so that no part of it is mistaken for another.
const OPERATORS: [(&str, &[&str]); 28] = [
    ("<<=", &[]),
    (">>=", &[]),
    ("->", &[]),
    ("++", &["--"]),
    ("--", &["++"]),
    ("<<", &[]),
    (">>", &[]),
    ("<=", &["<", ">="]),
    (">=", &[">", "<="]),
    ("==", &["!=", ">="]),
    ("!=", &["==", "<"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("+=", &["-="]),
    ("-=", &["+="]),
    ("*=", &[]),
    ("/=", &[]),
    ("%=", &[]),
    ("&=", &[]),
    ("|=", &[]),
    ("^=", &[]),
    ("<", &["<=", ">"]),
    (">", &[">=", "<"]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("/", &["*"]),
    ("%", &["/"]),
    ("!", &[""]),
];

/// All mutants of `source`, in the order of their places.
pub(crate) fn mutants(source: &str) -> Vec<String> {
    let mut mutants = Vec::new();
    for (at, operator) in operators(source) {
        let (before, after) = (&source[..at], &source[at + operator.0.len()..]);
        for other in operator.1 {
            mutants.push([before, other, after].concat());
        }
    }
    mutants
}

/// The operators in `source` and their offsets, without those in comments,
/// literals and directives of the preprocessor.
fn operators(source: &str) -> Vec<(usize, (&'static str, &'static [&'static str]))> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let is_at_line_start =
            source[..at].trim_end_matches([' ', '\t']).ends_with('\n') || at == 0;
        at += if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") || first == '#' && is_at_line_start {
            rest.find('\n').unwrap_or(rest.len())
        } else if matches!(first, '"' | '\'') {
            literal(rest, first)
        } else if let Some(operator) = OPERATORS.iter().find(|(name, _)| rest.starts_with(name)) {
            found.push((at, *operator));
            operator.0.len()
        } else {
            first.len_utf8()
        };
    }
    found
}

/// The length of the literal that `text` begins with and `quote` ends.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    let end = text.char_indices().skip(1).find(|(_, character)| {
        let ends = *character == quote && !escaped;
        escaped = *character == '\\' && !escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + quote.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_operator_is_changed_in_its_turn() {
        assert_eq!(mutants("a<=b&&c"), ["a<b&&c", "a>=b&&c", "a<=b||c"]);
        assert_eq!(mutants("i++ + !j"), ["i-- + !j", "i++ - !j", "i++ + j"]);
    }

    #[test]
    fn nothing_else_is_changed() {
        for source in [
            "/* a < b */ // c + d\n",
            "#include <stdio.h>\n  #define A -1\n",
            "\"%d + \\\" < %s\" '+' '\\'' '\\\\'",
            "a->b << 1; a <<= 2; *p = q; \"○\"",
            "\"not closed +",
        ] {
            assert!(mutants(source).is_empty(), "{source}");
        }
    }
}
