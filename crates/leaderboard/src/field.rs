//! The players of a tournament: submissions, built-in players added by the organiser, and the
//! course's players.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use opponents::Opponent;
use reversi_core::ByDisc;
use sha2::{Digest, Sha256};
use submission::export::Submission;

use crate::builds::{Builds, FailedBuild};
use crate::builtin::Builtin;
use crate::failure::Failure;
use crate::files::list;
use crate::settings::Settings;
use crate::version;

/// The course's players, whom every player meets in the qualification.
pub(crate) const GATEKEEPERS: [Opponent; 2] = [Opponent::Smarter, Opponent::Smartest];

/// Their names on the handout's leaderboard start with this.
const COURSE: &str = "aps105-";

#[derive(Clone, Debug)]
pub(crate) struct Entrant {
    pub name: String,
    /// Identifies the player in a game's key: the digest of its files, or, for a built-in player,
    /// its name and the version of the engine.
    pub key: String,
    pub source: PlayerSource,
    pub failed: Option<FailedBuild>,
    /// The digest of the compiled code, or of the files if nothing was compiled; empty if that
    /// failed.
    pub code: String,
    pub version: String,
}

/// The handout's sentence for a submission that calls the course's players.
pub(crate) const STAFF_PLAYERS: &str =
    "You should not be using findSmarter and findSmartest in your submitted code";

#[derive(Clone, Debug)]
pub(crate) enum PlayerSource {
    Submission(Box<Submission>),
    Builtin(Builtin),
}

impl Entrant {
    /// Returns the name of its page, without the extension, and of its folders. A digest replaces
    /// all characters but small letters, digits and hyphens: the name is untrusted input.
    pub(crate) fn slug(&self) -> String {
        let is_plain = |character: char| {
            character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
        };
        if self.name.chars().all(is_plain) {
            return self.name.clone();
        }
        let plain: String = self.name.chars().filter(|&one| is_plain(one)).collect();
        let digest = format!("{:x}", Sha256::digest(&self.name));
        format!("{plain}_{}", &digest[..8])
    }
}

/// A game: the numbers of its players.
pub(crate) type Pairing = ByDisc<usize>;

#[derive(Clone, Debug)]
pub(crate) struct Field {
    players: Vec<Entrant>,
    /// Notes on names and folders, for the organiser.
    pub notes: Vec<String>,
}

impl Field {
    /// Players that could not be built, according to `builds`, cannot play.
    pub(crate) fn read(settings: &Settings, builds: &Builds) -> Result<Self, Failure> {
        let (mut players, mut notes) = (Vec::new(), Vec::new());
        let mut taken = BTreeSet::new();
        for path in list(&settings.submissions)? {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            if file.starts_with('.') {
                continue;
            }
            if builds.are_below(&path) {
                notes.push(format!(
                    "note: {file:?} is no player, because the folder of the tournament is there"
                ));
                continue;
            }
            let stem = match file.rsplit_once('.') {
                Some((stem, _)) if !path.is_dir() => stem,
                _ => &file,
            };
            let (key, submission) = submission(&path);
            let build = builds.get(&key)?;
            let built = build.as_ref().and_then(|build| build.as_ref().ok());
            let is_refused =
                built.is_some_and(|it| it.calls_staff_players && !settings.staff_players);
            let code = built.map_or("", |it| if it.code.is_empty() { &key } else { &it.code });
            let code = code.to_owned();
            let failed = if is_refused {
                let (reason, output) = (STAFF_PLAYERS.to_owned(), String::new());
                Some(FailedBuild { reason, output })
            } else {
                build.and_then(Result::err)
            };
            players.push(Entrant {
                name: name_of_submission(&file, stem, &mut taken, &mut notes),
                version: version::of(&path, &key),
                key,
                source: PlayerSource::Submission(Box::new(submission)),
                failed,
                code,
            });
        }
        let of_builtin = |name, builtin: Builtin| Entrant {
            name,
            key: key(builtin),
            source: PlayerSource::Builtin(builtin),
            failed: None,
            code: String::new(),
            version: String::new(),
        };
        for &builtin in &settings.with {
            let own = builtin.to_string();
            players.push(of_builtin(unique(&own, &own, &mut taken), builtin));
        }
        let gatekeepers = GATEKEEPERS.into_iter();
        players.extend(gatekeepers.map(|one| of_builtin(format!("{COURSE}{one}"), one.into())));
        Ok(Self { players, notes })
    }

    /// Marks the players with these `keys` as failed for `reason`.
    pub(crate) fn fail(&mut self, keys: &[String], reason: &str) {
        for player in &mut self.players {
            if keys.contains(&player.key) {
                let (reason, output) = (reason.to_owned(), String::new());
                player.failed = Some(FailedBuild { reason, output });
            }
        }
    }

    /// Indexed by number. The course's players come last.
    pub(crate) fn players(&self) -> &[Entrant] {
        &self.players
    }

    pub(crate) fn entrants(&self) -> std::ops::Range<usize> {
        0..self.players.len() - GATEKEEPERS.len()
    }

    pub(crate) fn gatekeepers(&self) -> std::ops::Range<usize> {
        self.entrants().end..self.players.len()
    }

    /// Returns the names of the submissions that are the same program, in groups.
    pub(crate) fn identical(&self) -> Vec<Vec<&str>> {
        let mut groups = BTreeMap::<_, Vec<_>>::new();
        for player in self.players.iter().filter(|one| !one.code.is_empty()) {
            let group = groups.entry(&player.code).or_default();
            group.push(player.name.as_str());
        }
        let groups = groups.into_values();
        groups.filter(|group| group.len() > 1).collect()
    }

    pub(crate) fn find(&self, name: &str) -> Result<usize, Failure> {
        let found = self.players.iter().position(|player| player.name == name);
        found.ok_or_else(|| {
            let names = self.players.iter().map(|player| player.name.as_str());
            Failure::Refused(format!(
                "there is no player {name:?}; the players are {}",
                names.collect::<Vec<_>>().join(", ")
            ))
        })
    }
}

/// Returns the key of a built-in player. All versions of the simple players play the same moves;
/// those of the engine need not.
fn key(builtin: Builtin) -> String {
    match builtin.opponent {
        Opponent::Strongest => format!("{builtin}@{}", env!("CARGO_PKG_VERSION")),
        _ => builtin.to_string(),
    }
}

/// A submission that cannot be read has a key too, and fails when it is built.
fn submission(path: &Path) -> (String, Submission) {
    let mut submission = Submission::of(path);
    if path.is_dir() {
        // The name of a folder says nothing about the program in it.
        submission.parts[0].name.clear();
    }
    match submission::digest(&submission) {
        Ok(digest) => (digest, submission),
        Err(error) => {
            let problem = Some(format!("it cannot be read: {error}"));
            let submission = Submission {
                problem,
                ..submission
            };
            let digest = submission::digest(&submission);
            (digest.expect("nothing is read"), submission)
        }
    }
}

const LONGEST: usize = 64;

/// Returns `text` with U+FFFD in place of each control character and each character that changes
/// the direction of writing: a terminal or a page would interpret them.
pub(crate) fn plain(text: &str) -> String {
    let plain = text.chars().map(|character| {
        let changes_direction = matches!(u32::from(character),
            0x200e..=0x200f | 0x2028..=0x202e | 0x2066..=0x2069);
        if character.is_control() || changes_direction {
            char::REPLACEMENT_CHARACTER
        } else {
            character
        }
    });
    plain.collect()
}

/// Returns a name for the submission in `file` that no built-in player has, and adds it to `taken`.
/// A name that is changed for that is in `notes`.
fn name_of_submission(
    file: &str,
    stem: &str,
    taken: &mut BTreeSet<String>,
    notes: &mut Vec<String>,
) -> String {
    if !looks_built_in(stem) {
        return unique(file, stem, taken);
    }
    let [whole, short] = [file, stem].map(|name| format!("submission {}", name.trim()));
    let name = unique(&whole, &short, taken);
    notes.push(format!(
        "note: {file:?} begins like the name of a built-in player; it is shown as {name:?}"
    ));
    name
}

/// Returns `true` if the first word of `text` is the name of a built-in player, ignoring letter
/// case and invisible characters.
fn looks_built_in(text: &str) -> bool {
    let text = text.trim().to_lowercase();
    let word = text.split([' ', '(']).next().unwrap_or_default();
    let word: String = word.chars().filter(char::is_ascii_graphic).collect();
    let word = word.strip_prefix(COURSE).unwrap_or(&word);
    word.parse::<Builtin>().is_ok()
}

/// Adds a name for `file` to `taken`, and returns it: `stem`, the name without extension, if that
/// is free.
fn unique(file: &str, stem: &str, taken: &mut BTreeSet<String>) -> String {
    let cut = |text: &str| plain(text).chars().take(LONGEST).collect::<String>();
    let numbered = (2..).map(|number| format!("{} ({number})", cut(file)));
    [cut(stem), cut(file)]
        .into_iter()
        .chain(numbered)
        .find(|name| !name.trim().is_empty() && taken.insert(name.clone()))
        .expect("the numbers do not end")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use proptest::prelude::*;

    fn field(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in files {
            let path = folder.path().join("submissions").join(name);
            fs::create_dir_all(path.parent().expect("it is below the folder"))
                .and_then(|()| fs::write(path, text))
                .expect("a file can be written");
        }
        let settings = Settings {
            submissions: folder.path().join("submissions"),
            with: vec!["engine:3".parse().expect("there is one"); 2],
            ..Settings::default()
        };
        let builds = Builds::new(folder.path());
        let field = Field::read(&settings, &builds).expect("it can be read");
        let players = field.players.into_iter();
        players.map(|player| (player.name, player.key)).collect()
    }

    #[test]
    fn every_player_has_a_name_of_its_own_and_the_courses_come_last() {
        let players = field(&[
            ("alice.c", "a"),
            ("alice/x.c", "b"),
            ("smarter/y.c", "c"),
            (".hidden", "d"),
            ("Engine v2.c", "e"),
            ("engine.rs.c", "f"),
        ]);
        let names: Vec<_> = players.iter().map(|(name, _)| name.as_str()).collect();
        let expected = [
            "submission Engine v2",
            "alice",
            "alice.c",
            "engine.rs",
            "submission smarter",
            "engine:3",
            "engine:3 (2)",
            "aps105-smarter",
            "aps105-smartest",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn a_name_that_begins_like_that_of_a_built_in_player_is_found() {
        for name in [
            "engine:3",
            " Engine:60 ",
            "smart\u{200b}er (built in)",
            "aps105-smarter",
        ] {
            assert!(looks_built_in(name), "{name:?}");
        }
        for name in [
            "engine:3b",
            "search-engine",
            "smarter-than-you",
            "the engine",
            "",
        ] {
            assert!(!looks_built_in(name), "{name:?}");
        }
    }

    proptest! {
        #[test]
        fn no_name_has_a_control_character_and_no_slug_is_a_path(text in any::<String>()) {
            let name = unique(&text, &text, &mut BTreeSet::new());
            prop_assert!(!name.chars().any(char::is_control));
            prop_assert!(name.chars().count() <= LONGEST + 4);
            prop_assert!(!name.trim().is_empty());
            let source = PlayerSource::Builtin(Opponent::Smarter.into());
            let [key, code, version] = [const { String::new() }; 3];
            let slug = Entrant { name, key, source, failed: None, code, version }.slug();
            let is_plain = |one: char| matches!(one, 'a'..='z' | '0'..='9' | '-' | '_');
            prop_assert!(slug.chars().all(is_plain), "{slug}");
        }
    }
}
