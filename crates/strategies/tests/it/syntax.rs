//! `syntax_fix`: every `tests/cases/syntax_fix/NAME.before.py` is a broken file, and
//! `NAME.after.py` what the best proposal must make of it.
//!
//! What the interpreter says of the broken file is asked of a real one, and so is whether it
//! accepts the repaired file.

use std::collections::BTreeMap;
use std::path::Path;

use unbreak_core::fix::apply_edits;
use unbreak_core::{Command, Completed, Fix, RelPath, Runner};

use super::case::{diagnose, propose, strategy};
use super::world::{Processes, Tree};

pub(crate) mod dialects;
mod property;
mod refusal;

/// The file that is broken in every test.
fn main_file() -> RelPath {
    RelPath::new("main.py").unwrap()
}

fn compile() -> Command {
    Command::new("python3", ["-m", "py_compile", "main.py"])
}

fn run(tree: &Tree) -> Completed {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime
        .block_on(Processes::in_tree(tree).run(&compile()))
        .unwrap()
}

/// A tree that holds this text alone.
fn tree(text: &str) -> Tree {
    let tree = Tree::new();
    tree.write(&main_file(), text);
    tree
}

/// The proposals for a text that Python refuses.
pub(crate) fn proposals(text: &str) -> Vec<Fix> {
    let tree = tree(text);
    let completed = run(&tree);
    let output = String::from_utf8([completed.stdout, completed.stderr].concat()).unwrap();
    let diagnostics = diagnose(&tree, &compile(), &output);
    let strategy = strategy("syntax_fix");
    propose(&*strategy, &tree, &compile(), &diagnostics, "", "")
}

fn applied(text: &str, fix: &Fix) -> String {
    apply_edits(text, &fix.edits).unwrap()
}

/// A broken text and what is meant by it.
#[derive(Default)]
struct Pair {
    before: Option<String>,
    after: Option<String>,
}

fn pairs() -> BTreeMap<String, Pair> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/syntax_fix");
    let mut pairs: BTreeMap<String, Pair> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = Some(std::fs::read_to_string(&path).unwrap());
        let file = path.file_name().unwrap().to_str().unwrap();
        if let Some(name) = file.strip_suffix(".before.py") {
            pairs.entry(name.to_owned()).or_default().before = text;
        } else if let Some(name) = file.strip_suffix(".after.py") {
            pairs.entry(name.to_owned()).or_default().after = text;
        } else {
            panic!("{file} is neither NAME.before.py nor NAME.after.py");
        }
    }
    pairs
}

#[test]
fn every_pair() {
    let pairs = pairs();
    assert!(!pairs.is_empty());
    let wrong: Vec<String> = pairs
        .iter()
        .filter_map(|(name, pair)| fault(name, pair))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The fault of the repair of a pair's broken half.
fn fault(name: &str, pair: &Pair) -> Option<String> {
    let before = pair
        .before
        .as_ref()
        .unwrap_or_else(|| panic!("{name}.before.py is missing"));
    let after = pair
        .after
        .as_ref()
        .unwrap_or_else(|| panic!("{name}.after.py is missing"));
    let fixes = proposals(before);
    let best = fixes.first().map(|fix| applied(before, fix));
    if best.as_ref() == Some(after) {
        let accepted = run(&tree(after)).exit.is_success();
        return (!accepted).then(|| format!("{name}: Python refuses the expected text"));
    }
    let titles: Vec<&str> = fixes.iter().map(|fix| fix.title.as_str()).collect();
    Some(format!("{name}: {titles:#?}\n{}", best.unwrap_or_default()))
}
