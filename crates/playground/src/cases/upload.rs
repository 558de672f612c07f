//! Outputs as students have them: pasted, or in files that a shell has written.

use std::borrow::Cow;

use course::Course;
use marking::crash;
use transcript::join_line_ends;

use super::session::is_end;

/// The longest output that is checked, in bytes.
pub const LONGEST: usize = 8 << 20;

/// The note on a copy of a terminal.
pub const COPY: &str = "This is a copy of a terminal: the typed lines were left out.";

/// An output, as the marker would have received it from the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    pub output: Vec<u8>,
    /// The changes to it, a sentence each.
    pub notes: Vec<String>,
}

/// Reads an output for the `input` of a case whose output is `expected`. The error is a sentence.
pub fn read(
    course: &Course,
    input: &[u8],
    expected: &[u8],
    bytes: &[u8],
) -> Result<Upload, String> {
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
    if let (Ok(pasted), Ok(expected)) = (str::from_utf8(&output), str::from_utf8(expected))
        && let Some((printed, left_out)) = without_shell(expected, pasted)
    {
        let places = left_out.iter().zip(["before the output", "after it"]);
        let places = places.filter(|(part, _)| !part.is_empty());
        let places = places.map(|(part, place)| format!("{} {place}", part.lines().count()));
        let places = places.collect::<Vec<_>>().join(", ");
        notes.push(format!(
            "Lines of a shell or an editor were left out: {places}."
        ));
        output = printed.as_bytes().to_vec();
    }
    if let Some(crash) = crash(&output).filter(|crash| !is_end_of_input(crash)) {
        notes.push(format!("This looks like a crash: `{crash}`"));
    }
    if let Some(printed) = without_echo(course, input, &output) {
        output = printed;
        notes.push(COPY.to_owned());
    }
    Ok(Upload { output, notes })
}

/// Converts to UTF-8: PowerShell's `>` writes UTF-16, and editors write a byte order mark.
pub(super) fn decoded<'a>(
    bytes: &'a [u8],
    notes: &mut Vec<String>,
) -> Result<Cow<'a, [u8]>, String> {
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

/// The command is among this many lines at the start of a paste.
const FIRST_LINES: usize = 60;

/// Returns the part of a paste that the program printed, and the lines before and after it.
///
/// It begins after the last line that only a shell or an editor prints, before the first line that
/// is also in `expected`. So it keeps a line that the program should not have printed.
fn without_shell<'a>(expected: &str, pasted: &'a str) -> Option<(&'a str, [&'a str; 2])> {
    let is_expected = |line: &str| {
        // The text that was typed at a prompt follows it.
        let prompt = line
            .rfind(": ")
            .map_or(line.trim_end(), |at| &line[..at + 2]);
        prompt.trim().len() > 2 && expected.contains(prompt)
    };
    let lines: Vec<_> = pasted.split_inclusive('\n').collect();
    let before = &lines[..lines.len().min(FIRST_LINES)];
    let first = before.iter().position(|line| is_expected(line));
    let before = &before[..first.unwrap_or(before.len())];
    let command = before.iter().rposition(|line| is_command(line));
    let begin = command.map_or(0, |command| command + 1);
    let prompts: Vec<_> = lines[..begin]
        .iter()
        .filter_map(|line| shell_prompt(line))
        .collect();
    let last = lines.iter().rposition(|line| is_expected(line));
    let last = last.map_or(begin, |last| last + 1).max(begin);
    let is_end = |line: &&str| {
        let mut prompts = prompts.iter();
        prompts.any(|prompt| line.starts_with(prompt.trim_end()))
            || ENDS.iter().any(|end| line.starts_with(end))
    };
    let end = lines[last..].iter().position(is_end);
    let mut end = end.map_or(lines.len(), |end| last + end);
    // Most of them print an empty line first.
    let is_empty = |line: &str| line.trim().is_empty();
    while (last + 1..lines.len()).contains(&end)
        && is_empty(lines[end - 1])
        && !expected.ends_with("\n\n")
    {
        end -= 1;
    }
    let length = |lines: &[&str]| lines.iter().map(|line| line.len()).sum::<usize>();
    let (begin, end) = (length(&lines[..begin]), length(&lines[..end]));
    let left_out = [&pasted[..begin], &pasted[end..]];
    (end - begin < pasted.len()).then(|| (&pasted[begin..end], left_out))
}

/// The lines that editors and shells print after a program begin with one of these.
const ENDS: [&str; 5] = [
    "Process finished with exit code",
    ">>>",
    "In [",
    "Process returned",
    "logout",
];

/// The commands that start a program.
const COMMANDS: [&str; 10] = [
    "cargo", "cd", "dotnet", "go", "java", "make", "node", "py", "python", "python3",
];

/// Returns the prompt of a shell at the start of `line`, such as `$ `, `alice@lab:~/a1$ `,
/// `➜  a1 git:(main) ✗ `, `PS C:\a1> ` or `C:\a1>`.
fn shell_prompt(line: &str) -> Option<&str> {
    let windows = line.trim_start_matches("PS ");
    let has_drive = windows.get(1..3) == Some(":\\");
    if has_drive {
        return Some(&line[..=line.find('>')?]);
    }
    let signs = ["✗ ", "❯ ", "λ ", "$ ", "% ", "# ", "> "];
    let ends = signs
        .iter()
        .filter_map(|sign| Some(line.find(sign)? + sign.len()));
    let end = ends.min().or_else(|| {
        let words = line.strip_prefix("➜ ")?.trim_start();
        Some(line.len() - words.len() + words.find(' ')? + 1)
    })?;
    Some(&line[..end])
}

/// Returns `true` for a line with a command that starts a program, or for its replacement by an
/// editor or a build.
fn is_command(line: &str) -> bool {
    let prompt = shell_prompt(line).unwrap_or_default();
    let words: Vec<_> = line[prompt.len()..].split_whitespace().collect();
    let Some(first) = words.first() else {
        return false;
    };
    let starts = ["     Running `", "= RESTART: ", "=== RESTART: ", "runfile("];
    let program = first.trim_matches(['"', '\'', '&']);
    let is_path = program.starts_with(['/', '.', '~']) && program[1..].contains(['/', '\\'])
        || program.starts_with("./")
        || program.starts_with(".\\")
        || program.get(1..3) == Some(":\\");
    let is_known = COMMANDS.contains(&program) || words.contains(&"<");
    starts.iter().any(|start| line.starts_with(start))
        || is_path
        || is_known && (!prompt.is_empty() || words.len() == 2)
}

/// Returns `true` if a crash only shows the end of the case's input.
fn is_end_of_input(crash: &str) -> bool {
    ["EOFError", "NoSuchElementException"]
        .iter()
        .any(|it| crash.contains(it))
}

/// Returns `output` without the typed lines that a terminal shows after the prompts; `None` if any
/// prompt has none.
fn without_echo(course: &Course, input: &[u8], output: &[u8]) -> Option<Vec<u8>> {
    let mut lines = course.lines(input).map(|range| &input[range]).peekable();
    let mut printed = Vec::new();
    let (mut start, mut end, mut echoes) = (0, output.len(), 0);
    for prompt in course.awaited(output) {
        // One prompt may contain another.
        if prompt < start {
            continue;
        }
        let typed = output[prompt..].split(|&byte| byte == b'\n').next();
        if typed.is_some_and(|typed| is_end(&String::from_utf8_lossy(typed))) {
            end = prompt;
            break;
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
    printed.extend_from_slice(&output[start.min(end)..end]);
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
        let upload = read(uoft, b"", b"", &file).expect("it is text");
        assert_eq!(
            (upload.output.as_slice(), upload.notes.len()),
            (&b"a\n"[..], 2)
        );
        let mark = read(uoft, b"", b"", b"\xef\xbb\xbfa\n").expect("it is text");
        assert_eq!((mark.output.as_slice(), mark.notes.len()), (&b"a\n"[..], 0));
    }

    #[test]
    fn what_terminals_and_editors_print_is_left_out() {
        let uoft = course("utoronto-a1");
        let expected = "   abcdefgh\na ........\nEnter move: Draw!\n";
        let output = "   abcdefgh\na ........\nEnter move: Draw!\n";
        for (before, after) in [
            ("$ ./a1 < in\n", ""),
            ("alice@lab:~/a1$ ./a1\n", "alice@lab:~/a1$ "),
            ("lab% python3 a1.py\n", "lab%"),
            (
                "alice@Mac a1 % cargo run\n   Compiling a1 v0.1.0 (/home/alice/a1)\n    Finished `dev` profile in 0.4s\n     Running `target/debug/a1`\n",
                "alice@Mac a1 % \n",
            ),
            (
                "➜  a1 git:(main) ✗ python3 a1.py\n",
                "➜  a1 git:(main) ✗ \n",
            ),
            ("❯ ./a1\n", "❯ "),
            ("PS C:\\a1> .\\a1.exe\n", "PS C:\\a1> "),
            (
                "PS C:\\Users\\me> cd a1\nPS C:\\Users\\me\\a1> python a1.py\n",
                "PS C:\\Users\\me\\a1> ",
            ),
            ("C:\\a1>a1 < in\n", "C:\\a1>"),
            (
                "Microsoft Windows [Version 10.0.1]\n(c) Microsoft Corporation.\n\nC:\\a1>py a1.py\n",
                "\nC:\\a1>",
            ),
            (
                "/usr/bin/python3 /home/me/a1.py \n",
                "\nProcess finished with exit code 0\n",
            ),
            (
                "\"C:\\Program Files\\Python\\python.exe\" C:\\a1\\a1.py \n",
                "\nProcess finished with exit code 0\n",
            ),
            (
                "Python 3.12.1 on win32\nType \"help\" for more.\n\n= RESTART: C:/a1/a1.py\n",
                ">>> \n",
            ),
            ("runfile('C:/a1/a1.py', wdir='C:/a1')\n", "\nIn [2]: "),
            ("make run\n./a1\n", ""),
            (
                "$ cd a1\n$ make\ngcc -o a1 a1.c\n$ ./a1\n",
                "$ exit\nlogout\n",
            ),
        ] {
            let pasted = format!("{before}{output}{after}");
            let upload = read(uoft, b"", expected.as_bytes(), pasted.as_bytes());
            let upload = upload.expect("it is text");
            let printed = String::from_utf8_lossy(&upload.output);
            assert_eq!(printed, output, "{before}");
            let [note] = &upload.notes[..] else {
                panic!("{:?}", upload.notes);
            };
            assert_eq!(note.contains(" after it"), !after.is_empty(), "{note}");
        }
        // What the program prints remains, whatever it looks like.
        for own in [
            output,
            "Costs 5 $ per move\n",
            "50% of all\nx\n",
            "$ \nx\n",
            "Welcome to Reversi!\n   abcdefgh\n",
            "Enter board (row/col): 4\n   abcdefgh\n",
            "   abcdefgh\nTraceback (most recent call last):\n  File \"/home/me/a1.py\"\nKeyError\n",
        ] {
            let upload = read(uoft, b"", expected.as_bytes(), own.as_bytes());
            assert_eq!(upload.expect("it is text").output, own.as_bytes());
        }
        let banner = "$ ./a1\nWelcome!\n   abcdefgh\n";
        let upload = read(uoft, b"", expected.as_bytes(), banner.as_bytes());
        let upload = upload.expect("it is text");
        assert_eq!(upload.output, b"Welcome!\n   abcdefgh\n");
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
            let upload = read(uoft, b"", b"", output.as_bytes()).expect("it is text");
            let note = format!("This looks like a crash: `{words}`");
            assert_eq!(upload.notes, [note]);
        }
        let end = "Move: Traceback (most recent call last):\nEOFError: EOF when reading a line\n";
        assert!(
            read(uoft, b"", b"", end.as_bytes())
                .expect("it is text")
                .notes
                .is_empty()
        );
    }

    #[test]
    fn what_is_no_output_is_refused() {
        let uoft = course("utoronto-a1");
        let error = |bytes: &[u8]| read(uoft, b"", b"", bytes).expect_err("it is no output");
        assert!(error(b"PK\0\0").contains("not text"));
        assert!(error(b"\xff\xfe\0").contains("UTF-16"));
        assert!(error(&vec![b'a'; LONGEST + 1]).contains("too long"));
    }
}
