//! Compiling C, also as older compilers did, and other languages that compile to one file.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sandbox::Program;

use crate::advice::ambiguous;
use crate::build::{Messages, PROGRAM, Prepared, Sources, compile, own, tool};
use crate::building::Site;
use crate::failed::{Failed, Unbuilt};
use crate::files::{argument, ends_in, files, read, relative};
use crate::language::ProgramKind;
use crate::pattern::pattern;
use crate::sources::is_aside;

const STANDARD: &str = "-std=c99";

/// Compiles a C or C++ program that begins in `main`: with its other parts in the same folder, or
/// else with all of them, or else with those in the other language too. `files` are all files at
/// `site`.
pub(crate) fn c_family(
    kind: ProgramKind,
    main: &Path,
    files: &[PathBuf],
    site: Site<'_>,
) -> Result<Prepared, Failed> {
    let folder = main.parent().unwrap_or(main);
    let (family, parts) = parts(kind, main, files);
    let is_near = |part: &&&PathBuf| {
        let is_test = is_aside(Path::new(part.file_name().unwrap_or_default()));
        **part == main || part.parent() == Some(folder) && !is_test
    };
    let near = parts.iter().filter(is_near).copied();
    let near: Vec<_> = near.map(|part| argument(relative(part, folder))).collect();
    let headers = files
        .iter()
        .filter(|it| ends_in(it, "h") || ends_in(it, "hpp"));
    let headers: BTreeSet<_> = headers.filter_map(|path| path.parent()).collect();
    let has_more = near.len() < family.len() || headers.iter().any(|it| *it != folder);
    let first = Sources::compile(kind, folder, near, site);
    if !has_more || !matches!(first, Err(Failed::Unbuilt(_))) {
        return first;
    }
    let headers = headers.into_iter().map(|it| relative(it, site.folder));
    let headers: Vec<_> = headers
        .map(|name| format!("-I{}", argument(name)))
        .collect();
    let all = |kind, parts: &[&PathBuf]| {
        let names = parts
            .iter()
            .map(|part| argument(relative(part, site.folder)));
        let files = headers.iter().cloned().chain(names).collect();
        Sources::compile(kind, site.folder, files, site)
    };
    let built = all(kind, &parts);
    let built = match built {
        Err(Failed::Unbuilt(_)) if parts.len() < family.len() => all(ProgramKind::Cpp, &family),
        built => built,
    };
    if let Err(Failed::Unbuilt(_)) = built {
        first
    } else {
        built
    }
}

/// Returns the sources of the program that begins in `main`, in both languages and in its own:
/// none with a `main` of its own, and none that another one includes.
fn parts<'a>(
    kind: ProgramKind,
    main: &Path,
    files: &'a [PathBuf],
) -> (Vec<&'a PathBuf>, Vec<&'a PathBuf>) {
    let is_header = |it: &Path| ends_in(it, "h") || ends_in(it, "hpp");
    let is_source =
        |it: &Path| matches!(ProgramKind::of(it), Some(ProgramKind::C | ProgramKind::Cpp));
    let is_own = |it: &&PathBuf| *it == main || !kind.begins_in(it);
    let all: Vec<_> = files
        .iter()
        .filter(|it| is_header(it) || is_source(it))
        .collect();
    let all: Vec<_> = all.into_iter().filter(is_own).collect();
    let include = pattern(r#"(?m)^\s*#\s*include\s*"(?:[^"\n]*[/\\])?([^"/\\\n]+)""#);
    let is_test = |it: &Path| is_aside(Path::new(it.file_name().unwrap_or_default()));
    let texts = all.iter().filter(|it| **it == main || !is_test(it));
    let texts: Vec<_> = texts.map(|it| read(it)).collect();
    let included = texts.iter().flat_map(|text| include.captures_iter(text));
    let included: BTreeSet<_> = included
        .filter_map(|found| Some(found.get(1)?.as_str()))
        .collect();
    let is_included = |it: &Path| {
        let name = it.file_name().and_then(|name| name.to_str());
        it != main && name.is_some_and(|name| included.contains(name))
    };
    let family = all
        .into_iter()
        .filter(|it| is_source(it) && !is_included(it));
    let family: Vec<_> = family.collect();
    let own = family.iter().filter(|it| ProgramKind::of(it) == Some(kind));
    let own = own.copied().collect();
    (family, own)
}

impl Sources {
    /// Compiles them together. If an older or less strict compiler would have accepted them,
    /// tries again with its options.
    fn compile(
        kind: ProgramKind,
        folder: &Path,
        files: Vec<String>,
        site: Site<'_>,
    ) -> Result<Prepared, Failed> {
        let site = Site { folder, ..site };
        let folder = folder.to_owned();
        let sources = Self {
            kind,
            folder,
            files,
        };
        let is_c = kind == ProgramKind::C;
        let mut flags = if is_c {
            vec!["-O2", STANDARD]
        } else {
            vec!["-O2"]
        };
        let mut notes = Vec::new();
        let mut first = None;
        let messages = loop {
            let failed = match sources.run(&flags, PROGRAM, site) {
                Ok(messages) => break messages,
                Err(Failed::Unbuilt(unbuilt)) => unbuilt,
                Err(host) => return Err(host),
            };
            // They are several programs. Linkers word this differently.
            if ["multiple definition of `main'", "duplicate symbol '_main'"]
                .iter()
                .any(|words| failed.output.contains(words))
            {
                return Err(ambiguous(&sources.files, None));
            }
            let remedy = remedy(&failed.output).filter(|_| is_c);
            let first: &mut Unbuilt = first.get_or_insert(failed);
            match remedy {
                // The last of two standards counts.
                Some((flag, note)) if !flags.contains(&flag) => {
                    flags.push(flag);
                    notes.push(note);
                }
                _ => return Err(Failed::Unbuilt(first.clone())),
            }
        };
        Ok(Prepared {
            notes,
            sources: Some(sources),
            ..messages.program(site)?
        })
    }

    fn run(&self, flags: &[&str], to: &str, site: Site<'_>) -> Result<Messages, Failed> {
        // An extension in upper case would mean C++.
        let (compiler, language) = match self.kind {
            ProgramKind::C => ("gcc", &["-x", "c"][..]),
            _ => ("g++", &[][..]),
        };
        let files = self.files.iter().map(String::as_str);
        let is_c = |file: &&str| ProgramKind::of(Path::new(file)) == Some(ProgramKind::C);
        let (mut c, others): (Vec<_>, Vec<_>) = files.partition(is_c);
        if self.kind == ProgramKind::Cpp && !c.is_empty() {
            c.splice(0..0, ["-x", "c"]);
        }
        let words = [flags, &["-o", to], language, &others, &c, &["-lm"]].concat();
        compile(compiler, &words, site)
    }
}

/// Rebuilds a C or C++ program so that it stops at its first error of memory or arithmetic, and
/// reports its line. `None` for other languages.
pub fn checked(program: &Prepared, site: Site<'_>) -> Result<Option<Program>, Failed> {
    const CHECKED: &str = "automarker-checked";
    let Some(sources) = &program.sources else {
        return Ok(None);
    };
    let mut flags = vec![
        "-g",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ];
    if sources.kind == ProgramKind::C {
        // It may need the older standard or linker.
        flags.extend(["-std=gnu99", "-fcommon"]);
    }
    let folder = &sources.folder;
    let site = Site { folder, ..site };
    sources.run(&flags, CHECKED, site)?;
    let mut program = own(&folder.join(CHECKED), &[], site)?;
    let options = "detect_leaks=0:print_legend=0";
    program.env.push(("ASAN_OPTIONS".into(), options.into()));
    Ok(Some(program))
}

pub(crate) fn rust(main: &Path, site: Site<'_>) -> Result<Prepared, Failed> {
    let name = argument(relative(main, site.folder));
    let args = ["--edition", "2021", "-O", "-o", PROGRAM, &name];
    compile("rustc", &args, site)?.program(site)
}

/// Compiles a Go program: the package in the folder `here` of the surrounding module, or else
/// its `parts`, which lie there.
pub(crate) fn go(parts: &[&PathBuf], site: Site<'_>, here: Site<'_>) -> Result<Prepared, Failed> {
    let mut folders = here.folder.ancestors();
    let in_module = folders
        .by_ref()
        .take_while(|folder| folder.starts_with(site.folder))
        .any(|folder| folder.join("go.mod").is_file());
    let mut names = vec![".".to_owned()];
    if !in_module {
        let names_of = parts
            .iter()
            .map(|part| argument(relative(part, here.folder)));
        names = names_of
            .filter(|name| !name.ends_with("_test.go"))
            .collect();
    }
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let options = ["build", "-buildvcs=false", "-o", PROGRAM];
    compile("go", &[&options[..], &names].concat(), here)?.program(here)
}

pub(crate) fn dotnet(kind: ProgramKind, site: Site<'_>) -> Result<Prepared, Failed> {
    const TO: &str = "automarker-classes";
    const PROJECT: &str = r#"<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>
<OutputType>Exe</OutputType>
<TargetFramework>net$(BundledNETCoreAppTargetFrameworkVersion)</TargetFramework>
<ImplicitUsings>enable</ImplicitUsings>
</PropertyGroup></Project>
"#;
    if kind == ProgramKind::CSharp {
        let written = fs::write(site.folder.join("automarker.csproj"), PROJECT);
        written.map_err(|error| Failed::of_files("cannot write a project of C#", &error))?;
    }
    let options = "build -c Release --nologo -v quiet -clp:NoSummary -p:UseAppHost=false -o";
    let args: Vec<_> = options.split(' ').chain([TO]).collect();
    let messages = compile("dotnet", &args, site)?;
    let built = files(&site.folder.join(TO)).into_iter();
    let is_program = |it: &PathBuf| it.to_string_lossy().ends_with(".runtimeconfig.json");
    let Some(settings) = built.into_iter().find(is_program) else {
        return Err(Failed::could_not_start("dotnet build made no program"));
    };
    let library = settings.with_extension("").with_extension("dll");
    Ok(messages.of(tool("dotnet", &[library.into()], site)?))
}

/// Returns the flag with which an older or less strict compiler would have accepted sources that
/// fail with this `output`, and a note on it.
fn remedy(output: &str) -> Option<(&'static str, String)> {
    if let Some((_, after)) = output.split_once("multiple definition of `") {
        let name = after.split('\'').next().unwrap_or_default();
        // As with gcc before version 10.
        let note = format!(
            "built with -fcommon, since several files define the same variable, such as `{name}`: \
             compilers since 2020 accept only one definition, and `extern` in the other files"
        );
        return Some(("-fcommon", note));
    }
    let note = format!(
        "built with -std=gnu99, since the program uses names that {STANDARD} does not declare"
    );
    [
        " undeclared",
        "implicit declaration of function",
        "unknown type name",
    ]
    .iter()
    .any(|words| output.contains(words))
    .then_some(("-std=gnu99", note))
}
