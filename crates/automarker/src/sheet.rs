//! The gradebook that a learning management system exports: its points column is filled
//! in, and every other byte stays as it is.

use std::collections::BTreeMap;
use std::ops::Range;

struct Columns {
    /// Titles that only this gradebook has together: the first one is that of the ids.
    titles: [&'static str; 2],
    /// The title of the points; `None` if each assignment has a column.
    points: Option<&'static str>,
    /// The title of the points that the assignment is worth; `None` if a row above the
    /// students has them.
    worth: Option<&'static str>,
}

const PLATFORMS: [Columns; 2] = [
    // Canvas: `Gradebook`, `Export`. An assignment's title ends in its id: `Lab 8 (7345)`.
    Columns {
        titles: ["ID", "Section"],
        points: None,
        worth: None,
    },
    // Moodle: `Download grading worksheet`.
    Columns {
        titles: ["Identifier", "Grade"],
        points: Some("Grade"),
        worth: Some("Maximum Grade"),
    },
];

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SheetError {
    #[error("it is neither a gradebook of Canvas nor a grading worksheet of Moodle")]
    Unknown,
    #[error("it has no column of an assignment")]
    NoAssignment,
    #[error("it has no column {0:?}; its assignments are {1}")]
    NoColumn(String, String),
    #[error("it has several assignments: name one with `--column`: {0}")]
    Ambiguous(String),
}

#[derive(Debug)]
pub(crate) struct Sheet {
    text: Vec<u8>,
    rows: Vec<Vec<Range<usize>>>,
    id: usize,
    points: usize,
    worth: Option<f64>,
}

impl Sheet {
    pub(crate) fn new(text: Vec<u8>, column: Option<&str>) -> Result<Self, SheetError> {
        let mut rows = rows(&text);
        let header: Vec<String> = match rows.first() {
            Some(cells) => cells
                .iter()
                .map(|cell| value(&text[cell.clone()]))
                .collect(),
            None => return Err(SheetError::Unknown),
        };
        rows.remove(0);
        let of = |title: &str| header.iter().position(|it| it == title);
        let fits = |it: &&Columns| it.titles.iter().all(|title| of(title).is_some());
        let platform = PLATFORMS.iter().find(fits).ok_or(SheetError::Unknown)?;
        let [Some(id), _] = platform.titles.map(of) else {
            return Err(SheetError::Unknown);
        };
        let points = match platform.points {
            Some(title) => of(title).ok_or(SheetError::Unknown)?,
            None => assignment(&header, column)?,
        };
        let number = |row: &[Range<usize>], at: usize| {
            value(&text[row.get(at)?.clone()])
                .trim()
                .parse::<f64>()
                .ok()
        };
        let worth = if let Some(title) = platform.worth {
            of(title).and_then(|at| rows.iter().find_map(|row| number(row, at)))
        } else {
            // Only the rows of students have an id.
            let has_id = |row: &&Vec<_>| number(row, id).is_some();
            let above = rows.iter().take_while(|row| !has_id(row));
            above.filter_map(|row| number(row, points)).last()
        };
        Ok(Self {
            text,
            rows,
            id,
            points,
            worth,
        })
    }

    pub(crate) fn worth(&self) -> Option<f64> {
        self.worth
    }

    pub(crate) fn filled(&self, marks: &mut BTreeMap<String, String>) -> Vec<u8> {
        let mut filled = Vec::with_capacity(self.text.len());
        let mut kept = 0;
        let mut found = Vec::new();
        for row in &self.rows {
            let (Some(id), Some(points)) = (row.get(self.id), row.get(self.points)) else {
                continue;
            };
            let id = value(&self.text[id.clone()]);
            // `Participant 12` of Moodle.
            let id = id.rsplit(' ').next().unwrap_or_default().to_owned();
            if let Some(mark) = marks.get(&id) {
                filled.extend_from_slice(&self.text[kept..points.start]);
                filled.extend_from_slice(mark.as_bytes());
                kept = points.end;
                found.push(id);
            }
        }
        filled.extend_from_slice(&self.text[kept..]);
        marks.retain(|id, _| !found.contains(id));
        filled
    }
}

fn assignment(header: &[String], name: Option<&str>) -> Result<usize, SheetError> {
    let without_id = |title: &str| {
        let (name, id) = title.strip_suffix(')')?.rsplit_once(" (")?;
        let is_id = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit());
        is_id.then(|| name.to_owned())
    };
    let all = header.iter().enumerate();
    let all: Vec<_> = all
        .filter_map(|(at, title)| Some((at, title, without_id(title)?)))
        .collect();
    let named: Vec<_> = match name {
        None => all.iter().collect(),
        Some(name) => {
            let fits = |(_, title, short): &&(_, &String, String)| *title == name || short == name;
            all.iter().filter(fits).collect()
        }
    };
    let titles = || {
        let titles: Vec<_> = all
            .iter()
            .map(|(_, title, _)| format!("{title:?}"))
            .collect();
        titles.join(", ")
    };
    match (&*named, name) {
        ([(at, ..)], _) => Ok(*at),
        ([], Some(name)) if !all.is_empty() => Err(SheetError::NoColumn(name.to_owned(), titles())),
        ([], _) => Err(SheetError::NoAssignment),
        _ => Err(SheetError::Ambiguous(titles())),
    }
}

fn rows(text: &[u8]) -> Vec<Vec<Range<usize>>> {
    // In some languages, spreadsheets separate cells by semicolons.
    let mut quoted = false;
    let mut plain = text.iter().filter(|&&byte| {
        quoted ^= byte == b'"';
        !quoted && matches!(byte, b',' | b';')
    });
    let separator = plain.next().copied().unwrap_or(b',');
    let mut rows = vec![Vec::new()];
    let (mut start, mut quoted) = (0, false);
    for (at, &byte) in text.iter().chain(b"\n").enumerate() {
        quoted ^= byte == b'"';
        if quoted && at < text.len() || byte != separator && byte != b'\n' {
            continue;
        }
        let is_crlf = byte == b'\n' && text[start..at].ends_with(b"\r");
        let last = rows.last_mut().expect("there is a row");
        last.push(start..at - usize::from(is_crlf));
        start = at + 1;
        if byte == b'\n' {
            rows.push(Vec::new());
        }
    }
    rows.pop();
    rows
}

fn value(cell: &[u8]) -> String {
    let cell = String::from_utf8_lossy(cell);
    let cell = cell.trim_start_matches('\u{feff}');
    let inner = cell
        .strip_prefix('"')
        .and_then(|cell| cell.strip_suffix('"'));
    inner.map_or_else(|| cell.to_owned(), |inner| inner.replace("\"\"", "\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const CANVAS: &str = "\u{feff}Student,ID,SIS Login ID,Section,Lab 7 (71),\"Lab 8, Part 1 (72)\",\
        Final Score\r\n    Points Possible,,,,10,6,(read only)\r\n\"Doe, Jane\",12,jdoe,\"L,\n1\",3,,50\r\n\
        \"Roe \"\"R\"\"\",13,roe,L1,,5.5,\r\n";
    const MOODLE: &str = "Identifier,\"Full name\",Status,Grade,\"Maximum Grade\"\n\
        \"Participant 12\",\"Jane Doe\",\"Submitted for grading - \",,100.00\n\
        \"Participant 3\",Roe,,\"7,00\",100.00";

    fn marks(all: &[(&str, &str)]) -> BTreeMap<String, String> {
        let own = |&(id, points): &(&str, &str)| (id.to_owned(), points.to_owned());
        all.iter().map(own).collect()
    }

    fn sheet(text: &str, column: Option<&str>) -> Result<Sheet, SheetError> {
        Sheet::new(text.as_bytes().to_vec(), column)
    }

    #[test]
    fn only_the_points_of_the_named_students_change() {
        for (text, column, worth, before, after) in [
            (CANVAS, Some("Lab 8, Part 1"), 6.0, "3,,50", "3,4.5,50"),
            (CANVAS, Some("Lab 8, Part 1 (72)"), 6.0, "3,,50", "3,4.5,50"),
            (CANVAS, Some("Lab 7"), 10.0, ",3,,50", ",4.5,,50"),
            (MOODLE, None, 100.0, " - \",,", " - \",4.5,"),
        ] {
            let sheet = sheet(text, column).expect("it is a gradebook");
            assert_eq!(sheet.worth(), Some(worth));
            let mut marks = marks(&[("12", "4.5"), ("99", "1")]);
            let filled = sheet.filled(&mut marks);
            let filled = String::from_utf8(filled).expect("text");
            assert_eq!(filled, text.replace(before, after));
            assert_eq!(marks.into_keys().collect::<Vec<_>>(), ["99"]);
        }
        let sheet = sheet(MOODLE, None).expect("a worksheet");
        let filled = sheet.filled(&mut marks(&[("3", "8")]));
        assert_eq!(filled, MOODLE.replace("\"7,00\"", "8").as_bytes());
    }

    #[test]
    fn a_gradebook_without_its_columns_is_refused() {
        let error = |text: &str, column| sheet(text, column).expect_err("it is refused");
        assert_eq!(error("", None), SheetError::Unknown);
        assert_eq!(
            error("submission,id,points\na,1,2\n", None),
            SheetError::Unknown
        );
        let both = "\"Lab 7 (71)\", \"Lab 8, Part 1 (72)\"".to_owned();
        assert_eq!(error(CANVAS, None), SheetError::Ambiguous(both.clone()));
        let none = SheetError::NoColumn("Lab 9".to_owned(), both);
        assert_eq!(error(CANVAS, Some("Lab 9")), none);
        assert_eq!(error("ID,Section\n1,L1\n", None), SheetError::NoAssignment);
    }

    proptest! {
        #[test]
        fn without_marks_nothing_changes(rest in "[a1,;\"\r\n]{0,40}") {
            let text = format!("Identifier,Grade\n{rest}");
            let sheet = sheet(&text, None).expect("a worksheet");
            prop_assert_eq!(sheet.filled(&mut BTreeMap::new()), text.as_bytes());
        }

        #[test]
        fn cells_are_those_of_a_reader_of_csv(
            cells in proptest::collection::vec(proptest::collection::vec("[a,\"\r\n ]{0,4}", 2), 1..4)
        ) {
            let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
            let lines: Vec<String> = cells.iter().map(|row| {
                row.iter().map(quoted).collect::<Vec<_>>().join(",")
            }).collect();
            let text = lines.join("\n");
            let read: Vec<Vec<String>> = rows(text.as_bytes()).into_iter().map(|row| {
                row.into_iter().map(|cell| value(&text.as_bytes()[cell])).collect()
            }).collect();
            prop_assert_eq!(read, cells);
        }
    }
}
