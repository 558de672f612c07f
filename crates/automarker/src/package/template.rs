//! Fills the templates of `platforms/`, whose README lists the placeholders.

use course::Language;
use marking::report::{Format, Host, Report, render};
use regex_lite::{Captures, Regex};

use super::plan::PackagePlan;
use super::platforms::{INSTALL, VPL_EXECUTION, VPL_PREPARE};
use crate::named::{PACKAGED, in_reports};
use crate::toolchains::commands;

/// Fills `template` for a package of `plan` whose report is in `format`. `sums` has the
/// checksums of the marker and the cases.
pub(super) fn fill(template: &str, plan: &PackagePlan<'_>, format: Format, sums: &str) -> String {
    let pattern = |pattern| Regex::new(pattern).expect("the pattern is well formed");
    let kept = pattern("(?m)^@IF_([A-Z]+)@(.*\n)").replace_all(template, |line: &Captures<'_>| {
        if is_met(&line[1], plan, format) {
            line[2].to_owned()
        } else {
            String::new()
        }
    });
    // Values are not expanded again.
    let filled = pattern("@([A-Z_0-9]+)@").replace_all(&kept, |placeholder: &Captures<'_>| {
        let value = value(&placeholder[1], plan, format, sums);
        value.trim_end_matches('\n').to_owned()
    });
    filled.into_owned()
}

fn is_met(condition: &str, plan: &PackagePlan<'_>, format: Format) -> bool {
    let needs = |language| plan.languages.contains(&language);
    match condition {
        "CASES" => !plan.case_files.is_empty(),
        "COURSE" => plan.course_file.is_some(),
        "GRADE" => format == Format::Vpl,
        "C" => needs(Language::C),
        "JAVA" => needs(Language::Java),
        "PYTHON" => needs(Language::Python),
        "RUST" => needs(Language::Rust),
        _ => panic!("a template has the unknown condition {condition}"),
    }
}

fn value(name: &str, plan: &PackagePlan<'_>, format: Format, sums: &str) -> String {
    match name {
        "COURSE" if plan.course_file.is_some() => PACKAGED.to_owned(),
        "COURSE" => plan.course.name.to_owned(),
        "POINTS" => plan.points.to_string(),
        "OPTIONS" => plan.options().join(" \\\n    "),
        "FORMAT" => format.name().to_owned(),
        "COULD_NOT_RUN" => {
            let report = Report::not_marked("submission", in_reports(plan.course), plan.points);
            let text = render(format, &report, plan.reveal, &Host::NONE);
            anstream::adapter::strip_str(&text).to_string()
        }
        "COMMANDS" => {
            let commands = plan.languages.iter().flat_map(|&it| commands(it));
            commands.copied().collect::<Vec<_>>().join(" ")
        }
        "SUMS" => sums.to_owned(),
        "INSTALL" => fill(INSTALL, plan, format, sums),
        "PREPARE" => fill(VPL_PREPARE, plan, format, sums),
        "EXECUTION" => fill(VPL_EXECUTION, plan, format, sums),
        // A student may run this at any time, and it gives no grade.
        "TRIAL" => plan.with_public_cases(|plan| match plan {
            Some(plan) => fill(VPL_EXECUTION, plan, Format::Human, sums),
            None => "#!/bin/sh\necho 'All cases are hidden: `Evaluate` runs them.'\n".to_owned(),
        }),
        _ => panic!("a template has the unknown placeholder {name}"),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::package::PackageFiles;
    use marking::report::Reveal;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::process::Command;

    fn shell(script: &str, folder: &Path) -> (bool, String) {
        let output = Command::new("/bin/sh")
            .args(["-euc", script])
            .current_dir(folder)
            .env("PATH", folder)
            .env("HOME", folder)
            .output()
            .expect("there is a shell");
        let printed = [output.stdout, output.stderr].concat();
        (
            output.status.success(),
            String::from_utf8(printed).expect("it prints text"),
        )
    }

    /// Runs the script that installs the compilers of `languages` with only `commands` in
    /// `PATH`, which do nothing.
    fn install(languages: &[Language], commands: &[&str]) -> (bool, String) {
        let here = tempfile::tempdir().expect("a folder can be made");
        for command in commands {
            let path = here.path().join(command);
            fs::write(&path, "#!/bin/sh\n").expect("a file can be written");
            let mode = fs::Permissions::from_mode(0o755);
            fs::set_permissions(&path, mode).expect("a mode can be set");
        }
        let plan = PackagePlan {
            course: &courses::ALL[0],
            cases: &[],
            case_files: &PackageFiles::default(),
            course_file: None,
            marker: b"",
            options: &[],
            program: &[],
            points: 1.0,
            languages,
            reveal: Reveal::None,
        };
        shell(&fill(INSTALL, &plan, Format::Json, ""), here.path())
    }

    #[test]
    fn a_missing_compiler_is_named_where_it_cannot_be_installed() {
        let missing = "error: install gcc libc6-dev make default-jdk-headless python3 \
                       curl ca-certificates gcc libc6-dev: this system has no apt-get\n";
        assert_eq!(install(&Language::ALL, &[]), (false, missing.to_owned()));
    }

    #[test]
    fn a_compiler_that_could_not_be_installed_is_named() {
        // There is no network, so the commands that would install the compiler do nothing.
        let commands = ["apt-get", "curl", "gcc", "sh"];
        for (language, missing) in [(Language::Rust, "cargo"), (Language::C, "make")] {
            let error = format!("error: {missing} could not be installed\n");
            assert_eq!(install(&[language], &commands), (false, error));
        }
    }

    #[test]
    fn nothing_is_installed_where_everything_is_there() {
        let commands = ["gcc", "make", "javac", "java", "python3", "cargo", "rustc"];
        assert_eq!(install(&Language::ALL, &commands), (true, String::new()));
    }
}
