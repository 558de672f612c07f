//! Packs the courses' cases into one compressed file.
//!
//! Parsing their TOML and snapshots in the browser would need twice as much code as all five
//! programs.

#[cfg(feature = "cases")]
#[path = "src/cases/packed.rs"]
mod packed;

// Without this line, a change to a script of the page would recompile everything.
#[cfg(not(feature = "cases"))]
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}

#[cfg(feature = "cases")]
fn main() {
    use std::path::Path;
    use std::{env, fs};

    use transcript::Suite;

    let fixtures = "../../fixtures";
    println!("cargo::rerun-if-changed=src/cases/packed.rs");
    println!("cargo::rerun-if-changed={fixtures}");
    let entries = fs::read_dir(fixtures).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    // Read from the files: the crate `courses`, which embeds them, depends on all programs.
    let courses = paths.filter(|path| path.is_dir()).map(|folder| {
        let suite = Suite::load_strict(&folder).expect("the fixtures are a suite");
        let name = folder.file_name().expect("it has a name");
        (name.to_string_lossy().into_owned(), suite.into_cases())
    });
    let packed = packed::pack(courses);
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&folder).join("cases.bin"), packed).expect("the file can be written");
}
