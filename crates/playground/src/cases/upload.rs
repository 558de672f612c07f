//! Outputs as students have them: pasted, or in files that a shell has written.

use std::borrow::Cow;

use course::Course;
use marking::crash;
use transcript::join_line_ends;

/// The longest output that is checked, in bytes.
pub const LONGEST: usize = 8 << 20;

/// An output, as the marker would have got it from the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
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
    if let Some(printed) = without_shell(&output) {
        output = printed;
        notes.push("The lines of the shell were left out.".to_owned());
    }
    if let Some(crash) = crash(&output).filter(|crash| !is_end_of_input(crash)) {
        notes.push(format!("This looks like a crash: `{crash}`"));
    }
    if let Some(printed) = without_echo(course, input, &output) {
        output = printed;
        notes.push("This is a copy of a terminal: the typed lines were left out.".to_owned());
    }
    Ok(Upload { output, notes })
}

/// Returns UTF-8: PowerShell's `>` writes UTF-16, and editors a byte order mark.
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

/// Returns `output` without the shell's prompt and the command in the first line, and without
/// the shell's next prompt at the end; `None` if it does not begin with one.
fn without_shell(output: &[u8]) -> Option<Vec<u8>> {
    let end = output.iter().position(|&byte| byte == b'\n')?;
    let first = str::from_utf8(&output[..end]).ok()?;
    let prompt = shell_prompt(first).filter(|prompt| is_command(&first[prompt.len()..]))?;
    let rest = &output[end + 1..];
    let last = rest.iter().rposition(|&byte| byte == b'\n');
    let last = last.map_or(0, |end| end + 1);
    let is_prompt = rest[last..].trim_ascii() == prompt.trim().as_bytes();
    let length = if is_prompt { last } else { rest.len() };
    Some(rest[..length].to_vec())
}

/// Returns the prompt of a shell at the start of `line`, such as `$ `, `alice@lab:~/a1$ `,
/// `PS C:\a1> ` or `C:\a1>`.
fn shell_prompt(line: &str) -> Option<&str> {
    let windows = line.trim_start_matches("PS ");
    let has_drive = windows.get(1..3) == Some(":\\");
    let end = if has_drive {
        let blank = line.find("> ").map(|at| at + 2);
        blank.or(line.find('>').map(|at| at + 1))?
    } else {
        let end = line.find("$ ").or(line.find("% "))? + 2;
        let is_one_word = !line[..end].trim_end().contains(char::is_whitespace);
        is_one_word.then_some(end)?
    };
    Some(&line[..end])
}

fn is_command(text: &str) -> bool {
    let program = text.split_whitespace().next().unwrap_or_default();
    program.contains(['/', '\\'])
        || ["python", "python3", "java", "cargo", "node"].contains(&program)
        || text.contains(" <")
}

/// Returns `true` if a crash is no more than the end of the case's input.
fn is_end_of_input(crash: &str) -> bool {
    ["EOFError", "NoSuchElementException"]
        .iter()
        .any(|it| crash.contains(it))
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
    use courses::by_name;

    fn course(name: &str) -> &'static Course {
        by_name(name).expect("it is a course")
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
    fn the_lines_of_a_shell_are_left_out() {
        let uoft = course("utoronto-a1");
        let output = "   abcdefgh\na ........\n";
        for (before, after) in [
            ("$ ./a1 < in\n", ""),
            ("alice@lab:~/a1$ ./a1\n", "alice@lab:~/a1$ "),
            ("lab% python3 a1.py\n", "lab%"),
            ("PS C:\\a1> .\\a1.exe\n", "PS C:\\a1> "),
            ("C:\\a1>a1 < in\n", "C:\\a1>"),
        ] {
            let pasted = format!("{before}{output}{after}");
            let upload = read(uoft, b"", pasted.as_bytes()).expect("it is text");
            assert_eq!(upload.output, output.as_bytes(), "{before}");
            assert_eq!(upload.notes.len(), 1, "{before}");
        }
        for own in [output, "Costs 5 $ per move\n", "50% of all\nx\n", "$ \nx\n"] {
            let upload = read(uoft, b"", own.as_bytes()).expect("it is text");
            assert_eq!(upload.output, own.as_bytes());
        }
    }

    #[test]
    fn a_crash_is_noted_with_its_own_words() {
        let uoft = course("utoronto-a1");
        for (output, words) in [
            (
                "a\nTraceback (most recent call last):\n  File \"x\"\nIndexError: list\n",
                "IndexError: list (x)",
            ),
            (
                "a\nthread 'main' panicked at src/main.rs:3:5:\nx\n",
                "panicked at src/main.rs:3:5: x",
            ),
            (
                "Segmentation fault (core dumped)\n",
                "Segmentation fault (core dumped)",
            ),
        ] {
            let upload = read(uoft, b"", output.as_bytes()).expect("it is text");
            let note = format!("This looks like a crash: `{words}`");
            assert_eq!(upload.notes, [note]);
        }
        let end = "Move: Traceback (most recent call last):\nEOFError: EOF when reading a line\n";
        assert!(
            read(uoft, b"", end.as_bytes())
                .expect("it is text")
                .notes
                .is_empty()
        );
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
