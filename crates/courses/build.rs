//! Rebuilds the crate when a fixture is added or removed: `include_dir` notices only changes to
//! embedded files.

fn main() {
    println!("cargo::rerun-if-changed=../../fixtures");
}
