//! A learning management system's gradebook: fills in its points column, and keeps every other
//! byte.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use regex_lite::Regex;
use transcript::Utf16;

struct GradebookPlatform {
    /// Titles that identify its gradebook; the first one is the ids'.
    titles: [&'static str; 2],
    /// Matches an assignment's title: its `name`, and the points that it is `worth`. Without
    /// that group, a row above the students has the points.
    assignment: &'static str,
}

/// From files in public repositories.
const PLATFORMS: [GradebookPlatform; 4] = [
    // Canvas: `Gradebook`, `Export`.
    GradebookPlatform {
        titles: ["ID", "Section"],
        assignment: r"^(?P<name>.+) \(\d+\)$",
    },
    // Blackboard: `Download Grades`.
    GradebookPlatform {
        titles: ["Username", "First Name"],
        assignment: r"^(?P<name>.+) \[Total Pts: (?:up to )?(?P<worth>[\d.,]+)[^\]]*\] ?\|\d+$",
    },
    // Brightspace: `Enter Grades`, `Export`. Each id has a `#` before it.
    GradebookPlatform {
        titles: ["OrgDefinedId", "End-of-Line Indicator"],
        assignment: r"^(?P<name>.+) Points Grade <Numeric MaxPoints:(?P<worth>[\d.,]+).*>$",
    },
    // Gradescope: `Download Grades`; `Lab 8 - Max Points` stands beside `Lab 8`.
    GradebookPlatform {
        titles: ["SID", "Email"],
        assignment: "",
    },
];

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SheetError {
    #[error(
        "it is neither a gradebook from Canvas, Blackboard, Brightspace or Gradescope nor a \
         grading worksheet from Moodle"
    )]
    Unknown,
    #[error("it has no assignment column")]
    NoAssignment,
    #[error("it has no column {0:?}; its assignments are {1}")]
    NoColumn(String, String),
    #[error("it has several assignments: name one with `--column`: {0}")]
    Ambiguous(String),
}

/// An assignment's column, its title without the platform's additions, and its points.
struct Assignment {
    column: usize,
    title: String,
    name: String,
    worth: Option<f64>,
}

#[derive(Debug)]
pub(crate) struct Sheet {
    text: Vec<u8>,
    /// Set if the file is not UTF-8.
    utf16: Option<Utf16>,
    separator: u8,
    rows: Vec<Vec<Range<usize>>>,
    id: usize,
    points: usize,
    worth: Option<f64>,
    has_decimal_commas: bool,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Filled {
    pub(crate) text: Vec<u8>,
    pub(crate) students: Vec<String>,
    /// The students whose cell had another value, and that value.
    pub(crate) others: BTreeMap<String, String>,
    /// The students with several rows, which keep their points.
    pub(crate) repeated: BTreeSet<String>,
}

impl Sheet {
    pub(crate) fn new(text: Vec<u8>, column: Option<&str>) -> Result<Self, SheetError> {
        let decoded = Utf16::decode(&text).map(|(order, text)| (order, text.into_bytes()));
        let (utf16, text) = decoded.map_or((None, text), |(order, text)| (Some(order), text));
        let (separator, mut rows) = rows(&text);
        if text.is_empty() {
            return Err(SheetError::Unknown);
        }
        let header = rows.remove(0).into_iter();
        let header: Vec<String> = header.map(|it| value(&text[it])).collect();
        // The last line end begins no row.
        rows.retain(|row| row.len() > 1);
        let mut sheet = Self {
            text,
            utf16,
            separator,
            rows,
            id: 0,
            points: 0,
            worth: None,
            has_decimal_commas: false,
        };
        let of = |title: &str| header.iter().position(|it| it == title);
        let fits = |it: &&GradebookPlatform| it.titles.iter().all(|title| of(title).is_some());
        let assignment = if let Some(platform) = PLATFORMS.iter().find(fits) {
            sheet.id = of(platform.titles[0]).ok_or(SheetError::Unknown)?;
            choose(&sheet.assignments(platform, &header), column)?
        } else {
            sheet.worksheet().ok_or(SheetError::Unknown)?
        };
        (sheet.points, sheet.worth) = assignment;
        // `7,00`, or only whole numbers if semicolons separate the cells.
        let cells = sheet.rows.iter();
        let cells = cells.flat_map(|row| row.iter().skip(sheet.points).take(2));
        let mut cells = cells.map(|it| value(&sheet.text[it.clone()]));
        let mark = cells.find_map(|cell| {
            number(&cell).and(cell.find([',', '.']).map(|at| cell.as_bytes()[at]))
        });
        sheet.has_decimal_commas = mark.map_or(separator == b';', |mark| mark == b',');
        Ok(sheet)
    }

    fn assignments(&self, platform: &GradebookPlatform, header: &[String]) -> Vec<Assignment> {
        let pattern = Regex::new(platform.assignment).expect("the pattern is well formed");
        let assignment = |(column, title): (usize, &String)| {
            let of = |name: &str, worth| Assignment {
                column,
                title: title.clone(),
                name: name.to_owned(),
                worth,
            };
            if platform.assignment.is_empty() {
                let beside = format!("{title} - Max Points");
                let beside = header.iter().position(|it| *it == beside)?;
                let worth = self
                    .rows
                    .iter()
                    .find_map(|row| number(&self.cell(row, beside)?));
                return Some(of(title, worth));
            }
            let found = pattern.captures(title)?;
            let worth = match found.name("worth") {
                Some(worth) => number(worth.as_str()),
                None => self.worth_above(column),
            };
            Some(of(&found["name"], worth))
        };
        header.iter().enumerate().filter_map(assignment).collect()
    }

    /// Returns the last number of a column above the students: only their rows have an id.
    fn worth_above(&self, column: usize) -> Option<f64> {
        let has_id = |row: &&Vec<_>| {
            self.cell(row, self.id)
                .is_some_and(|it| number(&it).is_some())
        };
        let above = self.rows.iter().take_while(|row| !has_id(row));
        above
            .filter_map(|row| number(&self.cell(row, column)?))
            .last()
    }

    /// Returns the columns of Moodle's grading worksheet, whose titles are in the site's
    /// language: the ids come first, and the points precede a column with the same number in
    /// each row, the possible points.
    fn worksheet(&self) -> Option<(usize, Option<f64>)> {
        let is_id = |row: &Vec<_>| self.cell(row, 0).is_some_and(|it| key(&it) != it);
        let is_worksheet = !self.rows.is_empty() && self.rows.iter().all(is_id);
        let most = |column| {
            let mut all = self.rows.iter().map(|row| number(&self.cell(row, column)?));
            let first = all.next()??;
            (first > 0.0 && all.all(|it| it == Some(first))).then_some(first)
        };
        let are_points = |column, most: f64| {
            let cells = self.rows.iter().map(|row| self.cell(row, column));
            let mut cells = cells.map(Option::unwrap_or_default);
            cells.all(|it| is_empty(&it) || number(&it).is_some_and(|points| points <= most))
        };
        let columns = 1..self.rows.first()?.len();
        let mut found = columns.filter_map(|column| {
            let most = most(column + 1)?;
            are_points(column, most).then_some((column, Some(most)))
        });
        found.next().filter(|_| is_worksheet)
    }

    fn cell(&self, row: &[Range<usize>], column: usize) -> Option<String> {
        Some(value(&self.text[row.get(column)?.clone()]))
    }

    pub(crate) fn worth(&self) -> Option<f64> {
        self.worth
    }

    /// Fills in `marks`, by student id. A cell with another value keeps it, unless `overwrites`
    /// is set. An id in several rows fills none of them.
    pub(crate) fn fill(&self, marks: &BTreeMap<String, String>, overwrites: bool) -> Filled {
        let mut filled = Filled::default();
        let mut kept = 0;
        let mut seen = BTreeSet::new();
        for row in &self.rows {
            let id = self.marked(row, marks).map(|(id, _)| id);
            filled
                .repeated
                .extend(id.filter(|id| !seen.insert(*id)).cloned());
        }
        for row in &self.rows {
            let (Some((id, mark)), Some(points)) = (self.marked(row, marks), row.get(self.points))
            else {
                continue;
            };
            if filled.repeated.contains(id) {
                continue;
            }
            let old = value(&self.text[points.clone()]);
            let is_other = !is_empty(&old) && number(&old) != number(mark);
            if is_other {
                filled.others.insert(id.clone(), old.trim().to_owned());
            }
            if is_other && !overwrites {
                continue;
            }
            filled.students.push(id.clone());
            if is_other || is_empty(&old) {
                filled
                    .text
                    .extend_from_slice(&self.text[kept..points.start]);
                filled.text.extend_from_slice(self.written(mark).as_bytes());
                kept = points.end;
            }
        }
        filled.text.extend_from_slice(&self.text[kept..]);
        if let (Some(utf16), Ok(text)) = (self.utf16, str::from_utf8(&filled.text)) {
            filled.text = utf16.encode(text);
        }
        filled
    }

    fn marked<'m>(
        &self,
        row: &[Range<usize>],
        marks: &'m BTreeMap<String, String>,
    ) -> Option<(&'m String, &'m String)> {
        let id = self.cell(row, self.id)?;
        let mut ids = [id.as_str(), key(&id)].into_iter();
        ids.find_map(|id| marks.get_key_value(id))
    }

    fn written(&self, mark: &str) -> String {
        match mark.replace('.', ",") {
            comma if self.has_decimal_commas && comma != mark && self.separator == b',' => {
                format!("\"{comma}\"")
            }
            comma if self.has_decimal_commas => comma,
            _ => mark.to_owned(),
        }
    }
}

/// Returns the id in Brightspace's `#0012`, or in Moodle's `Participant 12` and `Teilnehmer/in
/// 12`.
fn key(id: &str) -> &str {
    let id = id.trim_start_matches('#');
    let start = id
        .rfind(|it: char| !it.is_ascii_digit())
        .map_or(0, |at| at + 1);
    let is_number = id.get(start..).is_some_and(|end| !end.is_empty());
    match id.rsplit_once(char::is_whitespace) {
        Some(_) if is_number => &id[start..],
        _ => id,
    }
}

/// Moodle's other tables have a dash if there is no grade.
fn is_empty(cell: &str) -> bool {
    matches!(cell.trim(), "" | "-")
}

/// Accepts the decimal comma of some languages.
fn number(cell: &str) -> Option<f64> {
    let number: f64 = cell.trim().replace(',', ".").parse().ok()?;
    number.is_finite().then_some(number)
}

fn choose(all: &[Assignment], name: Option<&str>) -> Result<(usize, Option<f64>), SheetError> {
    let fits = |it: &&Assignment| name.is_none_or(|name| it.name == name || it.title == name);
    let named: Vec<_> = all.iter().filter(fits).collect();
    let names = || {
        let names: Vec<_> = all.iter().map(|it| format!("{:?}", it.title)).collect();
        names.join(", ")
    };
    match (&*named, name) {
        ([only], _) => Ok((only.column, only.worth)),
        ([], Some(name)) if !all.is_empty() => Err(SheetError::NoColumn(name.to_owned(), names())),
        ([], _) => Err(SheetError::NoAssignment),
        _ => Err(SheetError::Ambiguous(names())),
    }
}

fn rows(text: &[u8]) -> (u8, Vec<Vec<Range<usize>>>) {
    // Spreadsheets in some languages separate cells by semicolons, and in UTF-16 by tabs.
    let mut quoted = false;
    let mut plain = text.iter().filter(|&&byte| {
        quoted ^= byte == b'"';
        !quoted && matches!(byte, b',' | b';' | b'\t')
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
    (separator, rows)
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
        \"Participant 12\",\"Jane Doe\",\"Submitted for grading - \",,\"100,00\"\n\
        \"Participant 3\",Roe,,\"7,00\",\"100,00\"";

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
            (MOODLE, None, 100.0, " - \",,", " - \",\"4,5\","),
        ] {
            let sheet = sheet(text, column).expect("it is a gradebook");
            assert_eq!(sheet.worth(), Some(worth));
            let filled = sheet.fill(&marks(&[("12", "4.5"), ("99", "1")]), true);
            let filled_in = String::from_utf8(filled.text).expect("text");
            assert_eq!(filled_in, text.replace(before, after));
            assert_eq!(filled.students, ["12"]);
        }
    }

    #[test]
    fn the_gradebook_of_each_platform_is_known() {
        let blackboard = "\u{feff}Last Name\tFirst Name\tUsername\tLab 8 [Total Pts: 10 Score] |71\n\
            Doe\tJane\t12\t\n";
        let brightspace = "OrgDefinedId,Lab 8 Points Grade <Numeric MaxPoints:10 Weight:5>,\
            End-of-Line Indicator\r\n#12,,#\r\n";
        let gradescope = "Name,SID,Email,Lab 8,Lab 8 - Max Points\nJane,12,j@x.org,,10.0\n";
        // The titles and the numbers are in the site's language.
        let moodle = "\u{feff}ID;\"Vollständiger Name\";Status;Bewertung;Höchstwert;Änderbar\n\
            \"Teilnehmer/in 12\";Jane;\"Abgegeben - \";;10,00;Ja\n";
        for (text, before, after) in [
            (blackboard, "\t12\t\n", "\t12\t4.5\n"),
            (brightspace, "#12,,", "#12,4.5,"),
            (gradescope, "org,,", "org,4.5,"),
            (moodle, ";;10", ";4,5;10"),
            (
                &moodle.replace(',', ".").replace(';', ","),
                ",,10",
                ",4.5,10",
            ),
        ] {
            for order in [None, Some(Utf16::LittleEndian), Some(Utf16::BigEndian)] {
                let bytes = |text: &str| order.map_or(text.into(), |order| order.encode(text));
                let text = text.replace('\u{feff}', "");
                let text = format!("\u{feff}{text}");
                let sheet = Sheet::new(bytes(&text), None).expect("it is a gradebook");
                assert_eq!(sheet.worth(), Some(10.0), "{text}");
                let filled = sheet.fill(&marks(&[("12", "4.5")]), false).text;
                assert_eq!(filled, bytes(&text.replace(before, after)), "{text}");
            }
        }
    }

    #[test]
    fn what_somebody_has_filled_in_stays_unless_it_is_to_be_overwritten() {
        let sheet = sheet(MOODLE, None).expect("a worksheet");
        for (mark, overwrites, written, others) in [
            ("7", false, "\"7,00\"", 0),
            ("8.5", false, "\"7,00\"", 1),
            ("8.5", true, "\"8,5\"", 1),
        ] {
            let filled = sheet.fill(&marks(&[("3", mark)]), overwrites);
            let expected = MOODLE.replace("\"7,00\"", written);
            assert_eq!(String::from_utf8(filled.text), Ok(expected));
            assert_eq!(filled.others.len(), others, "{mark}");
        }
    }

    #[test]
    fn an_id_in_several_rows_fills_none() {
        let text = "Name,SID,Email,A1,A1 - Max Points\nJ,12,,,9\nK,12,,,9\nL,13,,,9\n";
        let sheet = sheet(text, None).expect("a gradebook");
        let filled = sheet.fill(&marks(&[("12", "7"), ("13", "8")]), true);
        let expected = text.replace("13,,,", "13,,8,");
        assert_eq!(String::from_utf8(filled.text), Ok(expected));
        assert_eq!(filled.repeated, BTreeSet::from(["12".to_owned()]));
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
            let text = format!("ID,Section,A1 (7)\n{rest}");
            let sheet = sheet(&text, None).expect("a gradebook");
            prop_assert_eq!(sheet.fill(&BTreeMap::new(), true).text, text.as_bytes());
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
            let read: Vec<Vec<String>> = rows(text.as_bytes()).1.into_iter().map(|row| {
                row.into_iter().map(|cell| value(&text.as_bytes()[cell])).collect()
            }).collect();
            prop_assert_eq!(read, cells);
        }
    }
}
