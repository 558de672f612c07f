//! Outputs as students have them: pasted, or in files that a shell has written.

use std::borrow::Cow;

use course::Course;
use transcript::join_line_ends;

/// The longest output that is checked, in bytes.
pub const LONGEST: usize = 8 << 20;

/// An output, as the marker would have got it from the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// The output of the program.
    pub output: Vec<u8>,
    /// The changes that were made to it, a sentence each.
    pub notes: Vec<String>,
}

/// Reads an output for the `input` of a case. The error is a sentence.
pub fn read(course: &Course, input: &[u8], bytes: &[u8]) -> Result<Upload, String> {
    if bytes.len() > LONGEST {
        return Err(format!(
            "This is too long for an output: {} MB. At most {} MB are checked.",
            bytes.len() >> 20,
            LONGEST >> 20
        ));
    }
    let mut notes = Vec::new();
    let bytes = decoded(bytes, &mut notes)?;
    if bytes.contains(&0) {
        return Err("This is not the output of a program: it is not text.".to_owned());
    }
    let mut output = bytes.into_owned();
    if let Cow::Owned(joined) = join_line_ends(&output) {
        output = joined;
        notes.push("The line ends of Windows (CRLF) count as line ends.".to_owned());
    }
    if let Some(printed) = without_echo(course, input, &output) {
        output = printed;
        notes.push("This is a copy of a terminal: the typed lines were left out.".to_owned());
    }
    Ok(Upload { output, notes })
}

/// Returns the text in UTF-8: PowerShell's `>` writes UTF-16, and editors begin with a
/// byte order mark.
fn decoded<'a>(bytes: &'a [u8], notes: &mut Vec<String>) -> Result<Cow<'a, [u8]>, String> {
    let from_utf16 = |from: fn([u8; 2]) -> u16| {
        let (units, rest) = bytes[2..].as_chunks::<2>();
        let text = char::decode_utf16(units.iter().map(|&unit| from(unit)));
        let text: Result<String, _> = text.collect();
        let text = text.ok().filter(|_| rest.is_empty());
        text.ok_or_else(|| "This is not text: it begins as UTF-16, but is none.".to_owned())
    };
    let text = match bytes {
        [0xff, 0xfe, ..] => from_utf16(u16::from_le_bytes)?,
        [0xfe, 0xff, ..] => from_utf16(u16::from_be_bytes)?,
        [0xef, 0xbb, 0xbf, rest @ ..] => return Ok(Cow::Borrowed(rest)),
        _ => return Ok(Cow::Borrowed(bytes)),
    };
    notes.push("The file is in UTF-16, as PowerShell writes it, and was converted.".to_owned());
    Ok(Cow::Owned(text.into_bytes()))
}

/// Returns `output` without the typed lines that a terminal shows behind the prompts;
/// `None` if they are not behind every prompt.
fn without_echo(course: &Course, input: &[u8], output: &[u8]) -> Option<Vec<u8>> {
    let mut lines = course.lines(input).map(|range| &input[range]).peekable();
    let mut printed = Vec::new();
    let (mut start, mut echoes) = (0, 0);
    for prompt in course.awaited(output) {
        // Two prompts may lie in one another.
        if prompt < start {
            continue;
        }
        let Some(&line) = lines.peek() else { break };
        let Some(rest) = output[prompt..].strip_prefix(line) else {
            // The copy may end at a prompt.
            if prompt == output.len() {
                break;
            }
            return None;
        };
        let blanks = rest
            .iter()
            .take_while(|&&byte| matches!(byte, b' ' | b'\t'));
        let blanks = blanks.count();
        if rest.get(blanks).is_some_and(|&byte| byte != b'\n') {
            return None;
        }
        lines.next();
        echoes += 1;
        printed.extend_from_slice(&output[start..prompt]);
        start = output.len().min(prompt + line.len() + blanks + 1);
    }
    printed.extend_from_slice(&output[start..]);
    (echoes > 0).then_some(printed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::Course;
    use courses::{ALL, by_name};

    use playground::program::Memory;
    use playground::state::State;
    use playground::view::view;

    fn course(name: &str) -> &'static Course {
        by_name(name).expect("it is a course")
    }

    #[test]
    fn a_copy_of_a_terminal_is_what_the_program_printed() {
        let mut copies = 0;
        for course in ALL {
            for case in courses::cases::for_students(course).expect("the fixtures are a suite") {
                let Ok(input) = String::from_utf8(case.input.clone()) else {
                    continue;
                };
                if case.unspecified || case.truncated_input {
                    continue;
                }
                let state = State {
                    course: course.name.to_owned(),
                    input,
                    ..State::default()
                };
                let shown = view(&state, &mut Memory::default()).expect("it is a case");
                let copy: String = shown
                    .segments
                    .iter()
                    .map(|part| part.text.as_str())
                    .collect();
                let printed = shown.segments.iter().filter(|part| !part.typed);
                let printed: String = printed.map(|part| part.text.as_str()).collect();
                let name = format!("{}/{}", course.name, case.name);
                let upload = read(course, &case.input, printed.as_bytes()).expect(&name);
                assert_eq!(upload.output, printed.as_bytes(), "{name}");
                let upload = read(course, &case.input, copy.as_bytes()).expect(&name);
                if upload.output == printed.as_bytes() {
                    copies += 1;
                }
            }
        }
        assert!(copies > 60, "{copies}");
    }

    #[test]
    fn an_output_without_typed_lines_stays_as_it_is() {
        let uoft = course("utoronto-a1");
        let output = uoft
            .outcome(&[], b"cd\ncc\n")
            .expect("it has no options")
            .stdout;
        let upload = read(uoft, b"cd\ncc\n", &output).expect("it is text");
        assert_eq!(upload.output, output);
        assert!(upload.notes.is_empty());
    }

    #[test]
    fn utf_16_and_windows_line_ends_are_converted_and_noted() {
        let uoft = course("utoronto-a1");
        let units = "a\r\n".encode_utf16().flat_map(u16::to_le_bytes);
        let file: Vec<u8> = [0xff, 0xfe].into_iter().chain(units).collect();
        let upload = read(uoft, b"", &file).expect("it is text");
        assert_eq!(
            (upload.output.as_slice(), upload.notes.len()),
            (&b"a\n"[..], 2)
        );
        let mark = read(uoft, b"", b"\xef\xbb\xbfa\n").expect("it is text");
        assert_eq!((mark.output.as_slice(), mark.notes.len()), (&b"a\n"[..], 0));
    }

    #[test]
    fn what_is_no_output_is_refused() {
        let uoft = course("utoronto-a1");
        let error = |bytes: &[u8]| read(uoft, b"", bytes).expect_err("it is no output");
        assert!(error(b"PK\0\0").contains("not text"));
        assert!(error(b"\xff\xfe\0").contains("UTF-16"));
        assert!(error(&vec![b'a'; LONGEST + 1]).contains("too long"));
    }
}
