#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod batch;
pub mod cli;
pub mod command;
mod coverage;
mod file_names;
mod gate;
mod generate;
mod guess;
mod line_by_line;
pub mod mark;
mod metadata;
mod mutants;
mod named;
pub mod options;
mod package;
mod points;
mod quote;
mod reference;
mod replace;
mod results;
mod rubric;
mod sheet;
pub mod toolchains;
pub mod workers;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    #[test]
    fn each_function_on_the_way_to_a_hint_is_in_its_file() {
        let rows = include_str!("../README.md").lines();
        let rows = rows.filter(|row| row.contains("` | `") && row.contains(".rs` | "));
        let way = rows.map(|row| row.split('`'));
        let way = way.map(|mut parts| [parts.nth(1), parts.nth(1)].map(Option::unwrap_or_default));
        let way: Vec<[&str; 2]> = way.collect();
        assert_eq!(way.len(), 18);
        for [function, file] in way {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            let source = fs::read_to_string(&path).expect("the file exists");
            let is_there = ["(", "<"].map(|end| source.contains(&format!("fn {function}{end}")));
            assert!(is_there.contains(&true), "{function} in {file}");
        }
    }
}
