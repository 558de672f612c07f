//! Checking cases with the course's own program: a case that it fails would cost
//! every student a mark.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use course::{Console, Course};
use marking::diagnose::Ended;
use marking::judge::text::{Expectation, first_wrong};
use marking::judge::{Status, Talker, judge};
use marking::report::Context;
use transcript::Case;

use crate::mark::{Judge, Marker};

/// A case that the course's own program fails.
#[derive(Debug)]
pub(crate) struct WrongCase {
    case: String,
    course: &'static str,
    reason: String,
}

impl fmt::Display for WrongCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "case {:?} is wrong: the reference program of {} fails it: {}",
            self.case, self.course, self.reason
        )
    }
}

impl Error for WrongCase {}

/// Runs the course's program on `cases`, in memory. Fails with the first case that it
/// fails. Unspecified cases are not checked: another behaviour is right there, too.
///
/// Returns a note for each case that cannot be checked.
pub(crate) fn check(marker: &Marker, cases: &[Case]) -> Result<Vec<String>, WrongCase> {
    let mut notes = Vec::new();
    for case in cases.iter().filter(|case| !case.unspecified) {
        if let Err(error) = marker.course.environment().with_args(&case.args) {
            notes.push(format!(
                "case {:?} is not checked with the reference program: {error}",
                case.name
            ));
            continue;
        }
        let wrong = match marker.judge {
            Judge::Text => wrong_text(marker, case),
            Judge::Rules => wrong_by_rules(marker, case),
        };
        if let Some(reason) = wrong {
            return Err(WrongCase {
                case: case.name.clone(),
                course: marker.course.name,
                reason,
            });
        }
    }
    Ok(notes)
}

fn context<'a>(marker: &Marker, case: &'a Case) -> Context<'a> {
    Context {
        course: marker.course,
        input: &case.input,
        full: false,
    }
}

/// Compares the output of the program with the expected one, as the judge by text
/// does. Returns the reason why it is wrong.
fn wrong_text(marker: &Marker, case: &Case) -> Option<String> {
    let outcome = marker.course.outcome(&case.args, &case.input).ok()?;
    let mut expectation = Expectation::new(marker.strictness, case);
    if marker.spells_freely {
        expectation = expectation.in_spellings_of(marker.course);
    }
    let case = expectation.spelt_as(&outcome.stdout);
    if let Some(wrong) = first_wrong(marker.strictness, case, &outcome.stdout, &outcome.files) {
        let explanation = context(marker, case).text(marker.strictness, wrong, Ended::default());
        return Some(format!(
            "{}: the case expects `{}`, the program prints `{}`",
            explanation.place,
            explanation.expected.trim_end_matches('\n'),
            explanation.got.trim_end_matches('\n')
        ));
    }
    if case.truncated_input {
        return None;
    }
    let expected = case.expected.as_ref().and_then(|expected| expected.status);
    let expected = expected.unwrap_or(0);
    (outcome.status != expected).then(|| match outcome.stderr.as_slice() {
        [] => format!("exit status {}, expected {expected}", outcome.status),
        stderr => format!(
            "exit status {}, expected {expected}: {}",
            outcome.status,
            String::from_utf8_lossy(stderr).trim_end()
        ),
    })
}

/// Plays `case` with the program by the rules. Returns the reason why it fails.
fn wrong_by_rules(marker: &Marker, case: &Case) -> Option<String> {
    let mut conversation = Conversation::start(marker.course, &case.args);
    match judge(marker.course, &case.input, &mut conversation) {
        Err(finding) => Some(context(marker, case).reason(&finding)),
        Ok(judged) => {
            let mut wrong = conversation.files.values();
            wrong
                .any(|file| judged.wrong_file(file).is_some())
                .then(|| "it saves another result".to_owned())
        }
    }
}

/// A conversation with a course's program, which runs in a thread.
struct Conversation {
    /// `None` after the end of the input.
    input: Option<Sender<Vec<u8>>>,
    events: Receiver<Event>,
    /// The number of messages that were sent.
    sent: usize,
    /// The number of them that the program has asked for more after.
    answered: Option<usize>,
    has_ended: bool,
    output: Vec<u8>,
    files: BTreeMap<String, Vec<u8>>,
}

enum Event {
    Printed(Vec<u8>),
    Saved(String, Vec<u8>),
    /// It reads after it has read this number of messages.
    Reads(usize),
}

impl Conversation {
    fn start(course: &'static Course, args: &[String]) -> Self {
        let (input, lines) = channel();
        let (sender, events) = channel();
        let args = args.to_owned();
        // It ends with the conversation: then it reads the end of its input.
        thread::spawn(move || {
            let mut save = |name: &str, contents: &[u8]| {
                // Nobody listens after the end of the conversation.
                let _ = sender.send(Event::Saved(name.to_owned(), contents.to_owned()));
                Ok(())
            };
            let Ok(environment) = course.environment().with_args(&args) else {
                return;
            };
            let mut typed = Typed {
                lines,
                events: sender.clone(),
                line: Vec::new(),
                read: 0,
                taken: 0,
            };
            let mut printed = Printed(sender.clone());
            let mut console = Console::new(&mut typed, &mut printed);
            // Its exit status counts nowhere in a conversation.
            let _ = (course.run)(&mut console, &mut environment.saving(&mut save));
        });
        Self {
            input: Some(input),
            events,
            sent: 0,
            answered: None,
            has_ended: false,
            output: Vec::new(),
            files: BTreeMap::new(),
        }
    }
}

impl Talker for Conversation {
    fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &self.input
            && input.send(bytes.to_owned()).is_ok()
        {
            self.sent += 1;
        }
    }

    fn end_input(&mut self) {
        self.input = None;
        self.answered = None;
    }

    fn wait(&mut self) -> Status {
        while !self.has_ended && self.answered != Some(self.sent) {
            match self.events.recv() {
                Ok(Event::Printed(bytes)) => self.output.extend(bytes),
                Ok(Event::Saved(name, contents)) => {
                    self.files.insert(name, contents);
                }
                Ok(Event::Reads(read)) if self.input.is_some() => self.answered = Some(read),
                Ok(Event::Reads(_)) => {}
                Err(_) => self.has_ended = true,
            }
        }
        if self.has_ended {
            Status::Ended
        } else {
            Status::AwaitsInput
        }
    }

    fn output(&self) -> &[u8] {
        &self.output
    }
}

/// The standard input of a program in a conversation.
struct Typed {
    lines: Receiver<Vec<u8>>,
    events: Sender<Event>,
    line: Vec<u8>,
    /// The part of `line` that was read.
    read: usize,
    /// The number of messages that were received.
    taken: usize,
}

impl BufRead for Typed {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.read == self.line.len() {
            let line = match self.lines.try_recv() {
                Ok(line) => Some(line),
                Err(TryRecvError::Disconnected) => None,
                Err(TryRecvError::Empty) => {
                    // Without a listener there is no more input either.
                    let _ = self.events.send(Event::Reads(self.taken));
                    self.lines.recv().ok()
                }
            };
            let Some(line) = line else { return Ok(&[]) };
            (self.line, self.read) = (line, 0);
            self.taken += 1;
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, amount: usize) {
        self.read += amount;
    }
}

impl Read for Typed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// The standard output of a program in a conversation.
struct Printed(Sender<Event>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.send(Event::Printed(bytes.to_owned()));
        sent.map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use course::Computer;
    use courses::ALL;
    use sandbox::Limits;

    fn marker(course: &'static Course, judge: Judge) -> Marker {
        Marker {
            course,
            strictness: course.strictness,
            spells_freely: true,
            joins_line_ends: false,
            full: false,
            judge,
            limits: Limits::default(),
            give_up_after: None,
        }
    }

    fn cases(course: &Course) -> Vec<Case> {
        courses::cases::for_students(course).expect("the fixtures are a suite")
    }

    #[test]
    fn the_reference_passes_the_built_in_cases() {
        for course in ALL {
            let mut cases = cases(course);
            if matches!(course.computer, Computer::Free) {
                // Its computer searches.
                cases.truncate(2);
            }
            let checked = check(&marker(course, Judge::of(course)), &cases);
            assert_eq!(checked.expect("they are right"), Vec::<String>::new());
        }
    }

    #[test]
    fn a_conversation_comes_to_the_end_of_the_game() {
        let course = courses::by_name("comp10050").expect("it is a course");
        let mut ended = 0;
        for case in cases(course) {
            let mut conversation = Conversation::start(course, &case.args);
            let judged = judge(course, &case.input, &mut conversation).expect("it is right");
            ended += usize::from(judged.outcome.is_some());
            assert_eq!(judged.outcome.is_some(), !conversation.files.is_empty());
        }
        assert!(ended > 4, "{ended}");
    }

    #[test]
    fn a_case_with_another_expected_text_is_named() {
        for course in ALL.iter().filter(|course| course.fixes_words) {
            let mut cases = cases(course);
            let case = cases.iter_mut().rfind(|case| !case.unspecified);
            let case = case.expect("there is one");
            let stdout = &mut case.expected.as_mut().expect("it has one").stdout;
            stdout.insert(3, b'?');
            let name = format!("case {:?} is wrong", case.name);
            let error = check(&marker(course, Judge::Text), &cases).expect_err("one is wrong");
            let error = error.to_string();
            assert!(error.starts_with(&name), "{error}");
            assert!(error.contains("line 1, column 4"), "{error}");
        }
    }

    #[test]
    fn a_case_whose_arguments_the_reference_does_not_take_is_a_note() {
        let course = &ALL[0];
        let mut cases = cases(course);
        cases.truncate(1);
        cases[0].unspecified = false;
        cases[0].args = vec!["--depth".to_owned(), "3".to_owned()];
        let notes = check(&marker(course, Judge::Text), &cases).expect("it is not checked");
        assert_eq!(notes.len(), 1);
        assert!(
            notes[0].ends_with("unknown option \"--depth\""),
            "{notes:?}"
        );
    }
}
