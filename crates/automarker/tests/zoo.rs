//! The zoo: marks each program of `zoo/manifest.toml` and compares the verdict and the words.
//! Each has a named test; they run in parallel, so none may affect another.
//!
//! The tests need gcc and python3. Systems other than Linux have no sandbox or terminal for a
//! conversation, and so no zoo.

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() -> std::process::ExitCode {
    // A supervisor is this executable, run again.
    sandbox::supervise_if_asked();
    linux::main()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::{BTreeMap, BTreeSet};
    use std::env;
    use std::ffi::OsString;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::ExitCode;
    use std::sync::Arc;
    use std::time::Duration;

    use automarker::mark::mark_cases;
    use automarker::options::{Judge, MarkOptions};
    use automarker::workers::Workers;
    use courses::by_name;
    use libtest_mimic::{Arguments, Failed, Trial};
    use marking::report::CaseResult;
    use rayon::prelude::*;
    use sandbox::{Level, Limits, Requirement};
    use serde::Deserialize;
    use submission::{Building, Prepared, find, prepare};
    use transcript::{Case, Verdict};

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(clippy::struct_excessive_bools, reason = "the manifest's keys")]
    struct Exhibit {
        file: String,
        course: String,
        language: ZooLanguage,
        verdict: String,
        #[serde(default)]
        patch: Vec<(String, String)>,
        hint: Option<String>,
        failed: Option<usize>,
        aspect: Option<String>,
        compare: Option<String>,
        case: Option<String>,
        #[serde(default)]
        exact: bool,
        #[serde(default)]
        args: Vec<String>,
        #[serde(default)]
        pad: usize,
        #[serde(default)]
        sandbox: bool,
        #[serde(default)]
        waits: bool,
        #[serde(default)]
        joins_line_ends: bool,
        #[serde(default)]
        beside: Vec<(String, String)>,
        note: Option<String>,
    }

    #[derive(Clone, Copy, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum ZooLanguage {
        Python,
        C,
        Sh,
        File,
    }

    pub(crate) fn main() -> ExitCode {
        let zoo = course_tests::workspace().join("crates/automarker/tests/zoo");
        let manifest = fs::read_to_string(zoo.join("manifest.toml")).expect("it is there");
        let exhibits: BTreeMap<String, Exhibit> =
            toml::from_str(&manifest).expect("the manifest is well formed");
        let workers =
            Arc::new(Workers::start(4, Requirement::default()).expect("there is a sandbox"));
        // As in a batch, everything is built before anything runs: leftovers of a case are
        // killed, and a compiler must not be mistaken for one.
        let housed = |(name, exhibit): (String, Exhibit)| {
            let cage = Path::new(env!("CARGO_TARGET_TMPDIR"))
                .join("zoo")
                .join(&name);
            let program = built(&exhibit, &zoo, &cage);
            (name, exhibit, cage, program)
        };
        let exhibits: Vec<_> = exhibits.into_par_iter().map(housed).collect();
        let trial = |(name, exhibit, cage, program): (String, Exhibit, PathBuf, _)| {
            let workers = workers.clone();
            let show = move || show(&exhibit, &cage, program, &workers);
            Trial::test(name, show)
        };
        let trials = exhibits.into_iter().map(trial).collect();
        libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
    }

    fn show(
        exhibit: &Exhibit,
        cage: &Path,
        program: Result<Result<Prepared, submission::Failed>, Failed>,
        workers: &Workers,
    ) -> Result<(), Failed> {
        if exhibit.sandbox && workers.level() != Level::Namespaces {
            // The expected verdict needs a complete sandbox, which this kernel lacks.
            return Ok(());
        }
        let outside = cage.join("outside");
        let mut program = program?;
        if let Ok(Prepared { program, notes, .. }) = &mut program {
            let has_note = |words: &str| notes.iter().any(|note| note.contains(words));
            if notes.is_empty() != exhibit.note.is_none()
                || !exhibit.note.iter().all(|words| has_note(words))
            {
                return Err(format!("the notes of its build are {notes:?}").into());
            }
            let args = exhibit.args.iter();
            let outside = outside.display().to_string();
            program
                .args
                .extend(args.map(|arg| OsString::from(arg.replace("{outside}", &outside))));
        }
        let policy = Building::default().run_policy(cage);
        let program = match &program {
            Ok(prepared) => Ok((&prepared.program, &policy)),
            Err(submission::Failed::Unbuilt(unbuilt)) => Err(unbuilt),
            Err(submission::Failed::Host(error)) => return Err(error.into()),
        };
        for (options, cases) in rounds(exhibit)? {
            let marked = mark_cases(workers, &options, &cases, program, |_, _| ())?;
            compare(exhibit, &marked)?;
        }
        let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
        let escapes = [
            outside,
            env::temp_dir().join("zoo-escape.txt"),
            home.join("zoo-escape.txt"),
        ];
        for escape in escapes {
            if escape.exists() {
                return Err(format!("it wrote {}", escape.display()).into());
            }
        }
        Ok(())
    }

    fn rounds(exhibit: &Exhibit) -> Result<Vec<(MarkOptions, Vec<Case>)>, Failed> {
        let course = by_name(&exhibit.course).ok_or("no such course")?;
        let mut cases = courses::cases::for_students(course).map_err(|error| error.to_string())?;
        match &exhibit.case {
            Some(name) => cases.retain(|case| case.name == *name),
            None => cases.retain(|case| !case.unspecified),
        }
        if cases.is_empty() {
            return Err("there is no such case".into());
        }
        for case in &mut cases {
            case.input.extend(vec![b'\n'; exhibit.pad]);
        }
        let mut limits = Limits {
            // The machine is busy with the other exhibits.
            wall: Duration::from_secs(60),
            cpu: Duration::from_secs(30),
            ..Limits::default()
        };
        if exhibit.waits {
            limits.wall = Duration::from_secs(1);
        }
        let mut options = MarkOptions {
            joins_line_ends: exhibit.joins_line_ends,
            limits,
            ..MarkOptions::new(course)
        };
        match exhibit.compare.as_deref() {
            None => {}
            Some("rules") => options.judge = Judge::Rules,
            Some(strictness) => {
                options.judge = Judge::Text;
                options.strictness =
                    transcript::Strictness::of_name(strictness).ok_or("no such strictness")?;
            }
        }
        let mut rounds = vec![(options.clone(), cases.clone())];
        if exhibit.exact {
            options.judge = Judge::Text;
            options.strictness = transcript::Strictness::Exact;
            rounds.push((options, cases));
        }
        Ok(rounds)
    }

    fn compare(exhibit: &Exhibit, marked: &[CaseResult]) -> Result<(), Failed> {
        let told = |marked: &CaseResult| {
            let explanation = marked.explanation.clone().unwrap_or_default();
            format!(
                "{}: {} ({})\n{}\nexpected:\n{}\ngot:\n{}\ncause: {}\nhint: {}\nstderr: {}\n",
                marked.case,
                marked.verdict,
                marked.reason.clone().unwrap_or_default(),
                explanation.place,
                explanation.expected,
                explanation.got,
                explanation.cause.unwrap_or_default(),
                explanation.hint.unwrap_or_default(),
                marked.stderr,
            )
        };
        let gets = |marked: &&CaseResult| marked.verdict.to_string() == exhibit.verdict;
        let hint = exhibit.hint.as_deref().unwrap_or_default().to_lowercase();
        let hints = |marked: &&CaseResult| told(marked).to_lowercase().contains(&hint);
        let right = if exhibit.verdict == "ok" {
            marked.iter().all(|marked| gets(&marked))
        } else {
            marked.iter().filter(gets).any(|marked| hints(&marked))
        };
        let failed = marked.iter().filter(|it| it.verdict != Verdict::Ok);
        let count = failed.clone().count();
        if exhibit.failed.is_some_and(|expected| count != expected) {
            return Err(format!("it fails {count} cases of {}", marked.len()).into());
        }
        let aspects: BTreeSet<_> = failed.map(|it| it.aspect().name()).collect();
        let others = exhibit.aspect.iter().any(|own| aspects != [&**own].into());
        if others {
            return Err(format!("its mistakes are of {aspects:?}").into());
        }
        if right {
            return Ok(());
        }
        let wrong: Vec<String> = marked
            .iter()
            .filter(|marked| exhibit.verdict != "ok" || !gets(marked))
            .map(told)
            .collect();
        let wanted = &exhibit.verdict;
        Err(format!("wanted {wanted}, hint {hint:?}\n{}", wrong.join("\n")).into())
    }

    fn built(
        exhibit: &Exhibit,
        zoo: &Path,
        cage: &Path,
    ) -> Result<Result<Prepared, submission::Failed>, Failed> {
        let original = zoo.join(&exhibit.file);
        let mut source = fs::read_to_string(&original)
            .map_err(|error| format!("{}: {error}", original.display()))?;
        for (find, replace) in &exhibit.patch {
            match source.matches(find.as_str()).count() {
                1 => source = source.replace(find.as_str(), replace),
                times => return Err(format!("the patch {find:?} fits {times} times").into()),
            }
        }
        let file = original.file_name().unwrap_or_default();
        fs::create_dir_all(cage).map_err(|error| error.to_string())?;
        let path = cage.join(file);
        let stale = fs::read_to_string(&path).ok().as_ref() != Some(&source);
        if stale {
            fs::write(&path, &source).map_err(|error| error.to_string())?;
        }
        let right = original.with_file_name("right.txt");
        if right.exists() {
            fs::copy(&right, cage.join("right.txt")).map_err(|error| error.to_string())?;
        }
        for (name, text) in &exhibit.beside {
            fs::write(cage.join(name), text).map_err(|error| error.to_string())?;
        }
        let name = file.to_string_lossy();
        let (words, build) = match exhibit.language {
            ZooLanguage::Python => (vec!["python3".into(), path.clone().into_os_string()], None),
            ZooLanguage::Sh => (vec!["sh".into(), path.clone().into_os_string()], None),
            ZooLanguage::File => (vec![path.clone().into_os_string()], None),
            ZooLanguage::C => (
                vec!["./program".into()],
                Some(format!("gcc -std=c99 -O2 -o program {name} -lm")),
            ),
        };
        let built = !stale && cage.join("program").exists();
        if !exhibit.beside.is_empty() {
            return Ok(Building::default().in_folder(cage, find));
        }
        let build = build.as_deref().filter(|_| !built);
        let program = Building::default().in_folder(cage, |site| prepare(&words, site, build));
        Ok(program)
    }
}
