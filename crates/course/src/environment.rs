//! Everything that a program uses besides its console.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::str::FromStr;

use reversi_core::{Game, Square};

use crate::observer::Observer;
use crate::{Error, Result};

/// An option of a course's program: `--name value` on its command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseOption {
    /// Without the dashes.
    pub name: &'static str,
    /// Empty for none.
    pub default: &'static str,
    /// The possible values, if there are only a few.
    pub values: &'static [&'static str],
}

type Save<'a> = dyn FnMut(&str, &[u8]) -> io::Result<()> + 'a;

/// Everything that a program uses besides its console: the values of its options, a way to
/// write files, and an observer of its game.
pub struct Environment<'a> {
    /// If set, the program may print terminal escape codes.
    pub colour: bool,
    options: &'static [CourseOption],
    values: BTreeMap<&'static str, String>,
    save: Option<&'a mut Save<'a>>,
    observer: Option<&'a mut dyn Observer>,
}

impl<'a> Environment<'a> {
    /// Creates an environment with the defaults of `options`.
    pub fn new(options: &'static [CourseOption]) -> Self {
        let default = |option: &CourseOption| (option.name, option.default.to_owned());
        Self {
            colour: false,
            options,
            values: options.iter().map(default).collect(),
            save: None,
            observer: None,
        }
    }

    #[must_use]
    pub fn observed_by(mut self, observer: &'a mut dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// Sets the function that writes the program's files.
    #[must_use]
    pub fn saving(mut self, save: &'a mut Save<'a>) -> Self {
        self.save = Some(save);
        self
    }

    /// Sets the option `name`. The program checks the value when it starts.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        let old = self.values.get_mut(name);
        *old.expect("the course has the option") = value.into();
        self
    }

    /// Sets the options in `args`: `--name value` or `--name=value`.
    pub fn with_args(mut self, args: &[String]) -> Result<Self> {
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let unknown = || Error::course(format!("unknown option {arg:?}"));
            let option = arg.strip_prefix("--").ok_or_else(unknown)?;
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (option, args.next().map(String::as_str)),
            };
            let missing = || Error::course(format!("the option --{name} has no value"));
            let old = self.values.get_mut(name).ok_or_else(unknown)?;
            value.ok_or_else(missing)?.clone_into(old);
        }
        Ok(self)
    }

    pub fn text(&self, name: &str) -> &str {
        &self.values[name]
    }

    pub fn option<T: FromStr<Err: fmt::Display>>(&self, name: &str) -> Result<T> {
        let parsed = self.text(name).parse();
        parsed.map_err(|reason: T::Err| self.invalid(name, &reason))
    }

    /// Returns the index of the option's value in its possible values.
    pub fn choice(&self, name: &str) -> Result<usize> {
        let mut options = self.options.iter();
        let option = options.find(|option| option.name == name);
        let values = option.expect("the course has the option").values;
        let mut all = values.iter();
        let choice = all.position(|value| *value == self.text(name));
        let reason = format!("expected {}", values.join(" or "));
        choice.ok_or_else(|| self.invalid(name, &reason))
    }

    fn invalid(&self, name: &str, reason: &dyn fmt::Display) -> Error {
        let value = self.text(name);
        Error::course(format!("invalid value {value:?} for --{name}: {reason}"))
    }

    /// Shows the game to the observer. Programs call it before every turn.
    pub fn show(&mut self, game: &Game) {
        if let Some(observer) = &mut self.observer {
            observer.turn(game);
        }
    }

    /// Returns `true` unless the observer makes all of the computer's moves.
    pub fn needs_computer(&self) -> bool {
        let observer = self.observer.as_ref();
        !observer.is_some_and(|observer| observer.replaces_computer())
    }

    /// Returns the computer's move in `game`, which must have one: from `own`, unless the
    /// observer moves instead.
    pub fn computer_move(
        &mut self,
        game: &Game,
        mut own: impl FnMut() -> Option<Square>,
    ) -> Result<Square> {
        let chosen = match &mut self.observer {
            Some(observer) => observer.computer_move(game, &mut own)?,
            None => own(),
        };
        let at = chosen.expect("the computer has a move in its turn");
        game.check(at).map_err(|reason| {
            Error::course(format!("the move for the computer is illegal: {reason}"))
        })?;
        Ok(at)
    }

    pub fn save(&mut self, name: &str, contents: &[u8]) -> io::Result<()> {
        match &mut self.save {
            Some(save) => save(name, contents),
            None => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: &[CourseOption] = &[
        CourseOption {
            name: "part",
            default: "1",
            values: &["1", "2"],
        },
        CourseOption {
            name: "file",
            default: "result",
            values: &[],
        },
    ];

    fn with_args(args: &[&str]) -> Result<[String; 2], String> {
        let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
        let environment = Environment::new(OPTIONS).with_args(&args);
        let environment = environment.map_err(|error| error.to_string())?;
        Ok(["part", "file"].map(|name| environment.text(name).to_owned()))
    }

    #[test]
    fn arguments_set_options_and_the_others_keep_their_defaults() {
        let values = |part: &str, file: &str| Ok([part.to_owned(), file.to_owned()]);
        assert_eq!(with_args(&[]), values("1", "result"));
        assert_eq!(with_args(&["--part", "2"]), values("2", "result"));
        assert_eq!(with_args(&["--file=a=b", "--part=3"]), values("3", "a=b"));
    }

    #[test]
    fn a_wrong_argument_is_named() {
        let error = with_args;
        let unknown = |arg| Err(format!("unknown option {arg:?}"));
        assert_eq!(error(&["2"]), unknown("2"));
        assert_eq!(error(&["--colour", "grey"]), unknown("--colour"));
        assert_eq!(
            error(&["--part"]),
            Err("the option --part has no value".into())
        );
    }

    #[test]
    fn a_wrong_value_is_named_with_its_option() {
        let environment = Environment::new(OPTIONS);
        assert_eq!(environment.option::<u8>("part").ok(), Some(1));
        assert_eq!(environment.choice("part").ok(), Some(0));
        let environment = environment.with("part", "two");
        let error = environment.option::<u8>("part").expect_err("no number");
        let expected = "invalid value \"two\" for --part: invalid digit found in string";
        assert_eq!(error.to_string(), expected);
        let error = environment.choice("part").expect_err("no choice");
        let expected = "invalid value \"two\" for --part: expected 1 or 2";
        assert_eq!(error.to_string(), expected);
    }
}
