//! Compiling C, also as older compilers did.

use sandbox::Program;

use crate::advice::ambiguous;
use crate::build::{PROGRAM, Prepared, compile, own};
use crate::building::Site;
use crate::failed::Failed;
use crate::files::argument;

const STANDARD: &str = "-std=c99";

/// Compiles `sources` together. If that fails for a reason that an older or a less
/// strict compiler would not have found, it is tried again as such a compiler does.
pub(crate) fn compile_sources(sources: &[&str], site: Site<'_>) -> Result<Prepared, Failed> {
    let mut flags = vec![STANDARD.to_owned()];
    let files: Vec<_> = sources.iter().map(argument).collect();
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    let mut notes = Vec::new();
    let mut first = None;
    loop {
        let options: Vec<&str> = flags.iter().map(String::as_str).collect();
        let words = [&["-O2"], &options[..], &["-o", PROGRAM], &files, &["-lm"]].concat();
        let failed = match compile("gcc", &words, site) {
            Ok(()) => break,
            Err(Failed::Unbuilt(unbuilt)) => unbuilt,
            Err(host) => return Err(host),
        };
        // Then they are several programs; linkers differ in their words.
        if ["multiple definition of `main'", "duplicate symbol '_main'"]
            .iter()
            .any(|words| failed.output.contains(words))
        {
            return Err(ambiguous(sources, None));
        }
        let remedy = Remedy::of(&failed.output).filter(|remedy| remedy.apply(&mut flags));
        let first = first.get_or_insert(failed);
        match remedy {
            Some(remedy) => notes.push(remedy.note()),
            None => return Err(Failed::Unbuilt(first.clone())),
        }
    }
    Ok(Prepared {
        program: own(&site.folder.join(PROGRAM), &[], site)?,
        notes,
    })
}

/// Compiles `sources`, which were compiled before, so that the program stops at its first error
/// of memory or arithmetic and reports its line.
pub(crate) fn compile_checked(sources: &[&str], site: Site<'_>) -> Result<Program, Failed> {
    const CHECKED: &str = "automarker-checked";
    // It may have needed the older standard or the older linker.
    let flags = "-g -std=gnu99 -fcommon -fsanitize=address,undefined -fno-sanitize-recover=all -o";
    let flags: Vec<_> = flags.split(' ').chain([CHECKED]).collect();
    let files: Vec<_> = sources.iter().map(argument).collect();
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    compile("gcc", &[&flags[..], &files, &["-lm"]].concat(), site)?;
    let mut program = own(&site.folder.join(CHECKED), &[], site)?;
    let options = "detect_leaks=0:print_legend=0";
    program.env.push(("ASAN_OPTIONS".into(), options.into()));
    Ok(program)
}

enum Remedy {
    /// Definitions of this variable in several files are one, as with every gcc
    /// before version 10.
    Common(String),
    /// The functions and constants of POSIX are declared, as without `-std=c99`.
    Gnu,
}

impl Remedy {
    fn of(output: &str) -> Option<Self> {
        if let Some((_, after)) = output.split_once("multiple definition of `") {
            let name = after.split('\'').next().unwrap_or_default();
            return Some(Self::Common(name.to_owned()));
        }
        [
            " undeclared",
            "implicit declaration of function",
            "unknown type name",
        ]
        .iter()
        .any(|words| output.contains(words))
        .then_some(Self::Gnu)
    }

    fn apply(&self, flags: &mut Vec<String>) -> bool {
        let flag = match self {
            Self::Common(_) => "-fcommon",
            Self::Gnu => "-std=gnu99",
        };
        if flags.iter().any(|other| other == flag) {
            return false;
        }
        // Of two standards, the last one counts.
        flags.push(flag.to_owned());
        true
    }

    fn note(&self) -> String {
        match self {
            Self::Common(name) => format!(
                "built with -fcommon, since several files define the same variable, such as \
                 `{name}`: compilers since 2020 accept only one definition, and `extern` in the \
                 other files"
            ),
            Self::Gnu => format!(
                "built with -std=gnu99, since the program uses names that {STANDARD} does not \
                 declare"
            ),
        }
    }
}
