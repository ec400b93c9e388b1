//! The properties of the fuzz targets hold for the inputs that they found, and for new ones.

use std::fs;
use std::path::{Path, PathBuf};

use unbreak_fuzz::{Target, files_below, trait_of};

#[path = "../../fuzz/checks.rs"]
mod checks;

fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[expect(
    clippy::print_stderr,
    reason = "the last name printed is that of the input that fails"
)]
fn replay(target: &str, check: fn(&[u8]) -> checks::Seen) {
    let corpus = own(&format!("fuzz/corpus/{target}"));
    let mut checked = 0;
    for input in fs::read_dir(corpus).expect("a corpus") {
        let input = input.expect("an entry").path();
        eprintln!("{}", input.display());
        check(&fs::read(&input).expect("a readable input"));
        checked += 1;
    }
    assert!(checked > 0, "nothing was checked");
}

#[test]
fn outputs_of_the_corpus() {
    replay("pipeline", checks::pipeline);
}

#[test]
fn files_of_the_corpus() {
    replay("declarative", checks::declarative);
}

/// Files below a directory as inputs, behind their first byte.
fn seeds(first: u8, directory: &str, most_bytes: usize) -> Vec<Vec<u8>> {
    let files = files_below(&[&own(directory)], most_bytes);
    files
        .into_iter()
        .map(|file| [&[first], file.as_slice()].concat())
        .collect()
}

#[test]
fn any_output_is_read_the_same_however_it_is_cut() {
    Target {
        name: "pipeline",
        seeds: seeds(40, "tests/cases", 600),
        words: &[
            "error",
            "warning: ",
            "at ",
            "line 3",
            "Traceback (most recent call last):",
            "\u{1b}[0m",
            "^~~",
            "FAILED",
        ],
        inputs: 300,
        most_bytes: 4096,
        check: &|input| trait_of(checks::pipeline(input)),
    }
    .run();
}

#[test]
fn any_declarative_parser_reads_any_output() {
    Target {
        name: "declarative",
        seeds: files_below(&[&own("fuzz/corpus/declarative")], 2048),
        words: &[
            "[[patterns]]",
            "regex = ",
            "file",
            "line",
            "column",
            "message",
            "(?<file>.+)",
            "%f:%l:%c: %m",
        ],
        inputs: 1000,
        most_bytes: 4096,
        check: &|input| trait_of(checks::declarative(input)),
    }
    .run();
}
