//! The pages: static, self-contained, and readable without scripts.

mod cross;
mod game;
mod index;
mod player;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chrono::{DateTime, Utc};
use maud::{Markup, html};
use pages::{Document, Script, Style, board, replay};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use crate::failure::Failure;
use crate::field::Pairing;
use crate::files::{list, replace, replace_page};
use crate::ggf;
use crate::record::Record;
use crate::score::TournamentStage;
use crate::table;
use crate::tournament::Tournament;

/// The file with the digests of the input of the pages: one for everything but the games, and one
/// per game. If nothing has changed, no page is made again; nor is the page of a game whose digest
/// is there.
const MADE: &str = "made.txt";

struct SitePages<'a> {
    tournament: &'a Tournament,
    games: Vec<(TournamentStage, Pairing, &'a Record)>,
    /// The address of the playground, relative to the site's folder, if pages link to it.
    playground: Option<&'a str>,
    program: String,
    /// The time of creation, in UTC.
    made: String,
}

impl<'a> SitePages<'a> {
    fn of(tournament: &'a Tournament, playground: Option<&'a str>) -> Self {
        let now = DateTime::<Utc>::from(SystemTime::now());
        Self {
            tournament,
            games: tournament.played().collect(),
            playground,
            program: program(),
            made: now.format("%Y-%m-%d %H:%M UTC").to_string(),
        }
    }

    fn finalists(&self) -> Vec<usize> {
        let finalists = self
            .tournament
            .standings
            .iter()
            .filter(|one| one.place.is_some());
        finalists.map(|standing| standing.player).collect()
    }

    fn player_link(&self, player: usize, root: &str) -> Markup {
        let player = &self.tournament.field.players()[player];
        html! { a href={ (root) "players/" (player.slug()) ".html" } { bdi { (player.name) } } }
    }

    /// Returns the address of the playground from a page whose path to the site's folder is `root`.
    fn playground(&self, root: &str) -> Option<String> {
        let page = self.playground?;
        let is_relative = !page.contains(':') && !page.starts_with('/');
        Some(if is_relative {
            format!("{root}{page}")
        } else {
            page.to_owned()
        })
    }

    /// Returns the digest of everything in the page of a game; `record` is the game's.
    fn digest(&self, game: Pairing, record: &[u8]) -> String {
        let names = self.tournament.names(game);
        let inputs = format!("{:?}", (&self.program, self.playground, names));
        let digest = Sha256::new_with_prefix(inputs).chain_update(record);
        format!("{:x}", digest.finalize())
    }

    /// Returns the name of the page of a game in the folder of all games. It is made from the
    /// game's key, so it always leads to the same game: 50 bits as 10 characters, since the cross
    /// table of 150 players has 22,350 such links.
    fn game_file(&self, game: Pairing) -> String {
        const DIGITS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
        let key = |player: usize| &self.tournament.field.players()[player].key;
        let key = Sha256::digest(format!("{} {}", key(game.black), key(game.white)));
        let digits = key[..10].iter().map(|byte| DIGITS[usize::from(byte % 32)]);
        digits.map(char::from).chain(".html".chars()).collect()
    }
}

/// Writes the pages of `tournament` to the folder `to`. A file is replaced atomically, and only if
/// its content changes; pages of players and games that are gone are removed.
pub(crate) fn write(
    tournament: &Tournament,
    to: &Path,
    playground: Option<&str>,
) -> Result<(), Failure> {
    let site = SitePages::of(tournament, playground);
    let games = site.games.par_iter().map(|&(_, game, record)| {
        let mut record = serde_json::to_vec(record).expect("a record can be JSON");
        record.push(b'\n');
        (site.digest(game, &record), record)
    });
    let (digests, log): (Vec<_>, Vec<_>) = games.unzip();
    let inputs = (&site.program, playground, &tournament.settings);
    let inputs = format!("{inputs:?} {:?}", tournament.field);
    let made = format!("{:x}\n{}\n", Sha256::digest(inputs), digests.join("\n"));
    let known = fs::read_to_string(to.join(MADE)).unwrap_or_default();
    if known == made {
        return Ok(());
    }
    for folder in [to, &to.join("players"), &to.join("games")] {
        fs::create_dir_all(folder).map_err(Failure::file("create the folder", folder))?;
    }
    let file = |name: &str, bytes: &[u8]| replace_page(&to.join(name), bytes);
    file("style.css", style().as_bytes())?;
    file("replay.js", replay::SCRIPT.as_bytes())?;
    // Games come first, so that every link leads to a page.
    let known: HashSet<&str> = known.lines().collect();
    let games = site.games.par_iter().zip(&digests);
    let games = games.map(|(&(_, game, record), digest)| {
        let path = to.join("games").join(site.game_file(game));
        if !known.contains(digest.as_str()) || !path.exists() {
            replace_page(&path, game::page(&site, game, record).as_bytes())?;
        }
        Ok(path)
    });
    let mut written = games.collect::<Result<HashSet<_>, Failure>>()?;
    file("games.ggf", ggf::all(tournament).as_bytes())?;
    file("games.jsonl", &log.concat())?;
    file("table.csv", table::csv(tournament).as_bytes())?;
    let players = tournament.standings.par_iter().map(|standing| {
        let slug = tournament.field.players()[standing.player].slug();
        let path = to.join("players").join(format!("{slug}.html"));
        replace_page(&path, player::page(&site, standing).as_bytes())?;
        Ok(path)
    });
    written.extend(players.collect::<Result<Vec<_>, Failure>>()?);
    // In the folder of the games, so that links to them are short.
    file("games/index.html", cross::page(&site).as_bytes())?;
    written.insert(to.join("games/index.html"));
    file("index.html", index::page(&site).as_bytes())?;
    remove_old_pages(to, &written)?;
    // Written last: if a page is missing, the next call makes it.
    replace(&to.join(MADE), made.as_bytes())
}

fn style() -> String {
    let site = include_str!("site/style.css");
    [pages::COLOURS, site, board::STYLE, replay::STYLE].concat()
}

fn remove_old_pages(site: &Path, written: &HashSet<PathBuf>) -> Result<(), Failure> {
    for folder in ["players", "games"] {
        for path in list(&site.join(folder))? {
            let is_page = path.extension().is_some_and(|end| end == "html");
            if is_page && !written.contains(&path) {
                fs::remove_file(&path).map_err(Failure::file("remove", &path))?;
            }
        }
    }
    Ok(())
}

fn program() -> String {
    let time = std::env::current_exe().and_then(|path| fs::metadata(path)?.modified());
    format!("{} {:?}", env!("CARGO_PKG_VERSION"), time.ok())
}

/// Returns a page in the site's folder, or, if `root` is `../`, in a subfolder.
fn document(
    site: &SitePages<'_>,
    title: &str,
    root: &str,
    has_replay: bool,
    body: &Markup,
) -> String {
    let navigation = html! {
        nav aria-label="Site" {
            a href={ (root) "index.html" } { "Leaderboard" } " "
            a href={ (root) "games/index.html" } { "Cross table" }
            @if let Some(page) = site.playground(root) { " " a href=(page) { "Playground" } }
        }
    };
    let body = html! { (body) p .quiet { "This page was made on " time { (site.made) } "." } };
    let script = has_replay.then(|| format!("{root}replay.js"));
    Document {
        title,
        style: Style::File(&format!("{root}style.css")),
        script: script.as_deref().map(Script::File),
        navigation,
        body,
    }
    .to_html()
}

fn text_head(text: &str) -> Markup {
    html! { th scope="col" { (text) } }
}

fn number_head(text: &str) -> Markup {
    html! { th .number scope="col" { (text) } }
}

fn wide_table(caption: &str, head: &[Markup], rows: impl Iterator<Item = Markup>) -> Markup {
    html! {
        div .wide tabindex="0" role="region" aria-label=(caption) {
            table {
                caption { (caption) }
                thead {
                    tr {
                        @for cell in head { (cell) }
                    }
                }
                tbody { @for row in rows { (row) "\n" } }
            }
        }
    }
}

fn number(value: impl maud::Render) -> Markup {
    html! { td .number { (value) } }
}

fn time(micros: u64) -> String {
    match micros {
        0..10_000 => format!("{:.2} ms", micros as f64 / 1e3),
        10_000..1_000_000 => format!("{:.0} ms", micros as f64 / 1e3),
        _ => format!("{:.2} s", micros as f64 / 1e6),
    }
}
