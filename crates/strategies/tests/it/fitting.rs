//! Fits the weights of `weights.toml` that have bounds, on the cases of the strategies: one weight at a time, in
//! small steps. `cargo xtask bench repair --fit` runs it; `UNBREAK_FIT` is `report`, or `write` to change the file.
//!
//! The cases are two halves. A value changes only if one half gets better, the other does not get worse, and at
//! least [`FEW`] more cases get better than get worse: what helps one case or two is chance.

mod search;
mod subject;

use std::path::{Path, PathBuf};

use unbreak_strategies::weights::fitting::{self, Weight};

use self::search::{Score, Search};
use self::subject::Subject;

/// The folders of cases, with their strategies. Language servers are not asked: they cannot be replayed.
const FOLDERS: [(&str, &str); 10] = [
    ("config_fix", "config_fix"),
    ("data", "syntax_fix"),
    ("import_fix", "import_fix"),
    ("lint_fix", "lint_fix"),
    ("message_fix", "message_fix"),
    ("move_fix", "move_fix"),
    ("name_fix", "name_fix"),
    ("project", "syntax_fix"),
    ("suggested_fix", "suggested_fix"),
    ("type_fix", "type_fix"),
];

/// The cases of each folder that are enough to see that the search works.
const SAMPLE: usize = 2;

fn manifest() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The cases, those of each folder in turn in the one half and the other.
fn subjects(of_each: usize) -> Vec<Subject> {
    let mut subjects = Vec::new();
    for (folder, strategy) in FOLDERS {
        let entries = std::fs::read_dir(manifest().join("tests/cases").join(folder)).unwrap();
        let mut cases: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        cases.sort();
        let own = cases
            .iter()
            .take(of_each)
            .map(|case| Subject::read(strategy, case));
        subjects.extend(own);
    }
    subjects
}

#[test]
fn weights_are_fitted() {
    let wanted = std::env::var("UNBREAK_FIT").ok();
    let of_each = if wanted.is_some() { usize::MAX } else { SAMPLE };
    let mut search = Search::new(subjects(of_each));
    println!("{} cases", search.len());
    let before = search.score();
    println!("before: {before}");
    let changed = search.run();
    let after = search.score();
    println!("after:  {after}");
    assert!(
        !before.is_better_than(&after),
        "the weights were made worse: {before}, {after}"
    );
    for number in changed {
        let (weight, value) = (&fitting::all()[number], fitting::value(number));
        println!("{} = {value} (was {})", weight.path, weight.is);
        if wanted.as_deref() == Some("write") {
            write(weight, value);
        }
    }
}

/// Writes a value in the place of another, and that it is fitted.
fn write(weight: &Weight, value: f64) {
    let path = manifest().join("weights.toml");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, with(&text, weight, value)).unwrap();
}

/// The text of the file with the value.
fn with(text: &str, weight: &Weight, value: f64) -> String {
    let (table, key) = weight.path.split_once('.').unwrap();
    let start = text.find(&format!("\n[{table}]\n")).unwrap();
    let start = start + text[start..].find(&format!("\n{key} = ")).unwrap() + 1;
    let end = start + text[start..].find('\n').unwrap();
    let old = format!("is = {:?},", weight.is);
    let line = text[start..end].replacen(" origin = \"fitted\",", "", 1);
    let new = line.replacen(&old, &format!("is = {value:?}, origin = \"fitted\","), 1);
    assert_ne!(line, new, "{} is not {old}", weight.path);
    [&text[..start], &new, &text[end..]].concat()
}

#[test]
fn every_weight_is_found_in_the_file() {
    let text = std::fs::read_to_string(manifest().join("weights.toml")).unwrap();
    for weight in fitting::all() {
        let written = with(&text, weight, 0.125);
        assert!(
            written.contains("is = 0.125, origin = \"fitted\""),
            "{}",
            weight.path
        );
    }
}

/// Another value in the place of a weight reaches the proposals that depend on it.
#[test]
fn a_weight_can_be_replaced() {
    let mut moved = false;
    for mut subject in subjects(SAMPLE) {
        subject.judge();
        let before = subject.first();
        for number in subject.reads().clone() {
            fitting::set(number, fitting::all()[number].is / 2.0);
            subject.judge();
            moved |= subject.first() != before;
            fitting::set(number, fitting::all()[number].is);
        }
        subject.judge();
        assert_eq!(before, subject.first());
    }
    assert!(moved);
}

#[test]
fn more_right_answers_are_better_than_a_greater_distance() {
    let score = |right, distance| Score {
        right: [right, 0],
        distance: [distance, 0.0],
    };
    assert!(score(2, 0.1).is_better_than(&score(1, 0.9)));
    assert!(score(1, 0.9).is_better_than(&score(1, 0.1)));
    assert!(!score(1, 0.1).is_better_than(&score(1, 0.1)));
}
