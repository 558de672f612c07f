//! Packs the courses' cases into one compressed file.
//!
//! Parsing their TOML and snapshots in the browser would need twice as much code as all
//! five programs.

#[cfg(feature = "cases")]
#[path = "src/cases/packed.rs"]
mod packed;

#[cfg(not(feature = "cases"))]
fn main() {}

#[cfg(feature = "cases")]
fn main() {
    use std::path::Path;
    use std::{env, fs};

    println!("cargo::rerun-if-changed=src/cases/packed.rs");
    println!("cargo::rerun-if-changed=../../fixtures");
    let courses = courses::ALL.iter().map(|course| {
        let cases = courses::cases::of(course).expect("the fixtures are a suite");
        (course.name.to_owned(), cases)
    });
    let packed = packed::pack(courses);
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&folder).join("cases.bin"), packed).expect("the file can be written");
}
