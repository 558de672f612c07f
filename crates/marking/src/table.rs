//! Tables in files: a row per line, with ` | ` between its columns, `\n`, `\t` and `\r` for
//! what they are in Rust and `␠` for a space at the end.

pub fn rows<const COLUMNS: usize>(table: &str) -> impl Iterator<Item = [String; COLUMNS]> {
    let rows = table.lines();
    let rows = rows.filter(|row| !row.is_empty() && !row.starts_with('#'));
    rows.map(|row| {
        let columns = row.splitn(COLUMNS, " | ");
        let columns = columns.map(|column| {
            column
                .replace("\\n", "\n")
                .replace("\\t", "\t")
                .replace("\\r", "\r")
                .replace('␠', " ")
        });
        let columns: Vec<String> = columns.collect();
        columns.try_into().expect("each row has all columns")
    })
}
