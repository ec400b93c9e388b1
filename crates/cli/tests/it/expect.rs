//! Expectation files: what a renderer or the program must write, one file beside each input.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the cases of one kind.
pub(crate) fn cases(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(kind)
}

/// Runs `render` on every input of a kind, and compares what it gives with the files beside it.
///
/// `render` gives one text per file ending. `UPDATE_EXPECT=1` writes the files anew: read the
/// difference before you commit it. An input without its files fails, a file without its input too.
pub(crate) fn check(kind: &str, input: &str, render: impl Fn(&str) -> Vec<(&'static str, String)>) {
    let folder = cases(kind);
    let mut known = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in files(&folder).iter().filter(|path| has_ending(path, input)) {
        let given = fs::read_to_string(path).unwrap();
        known.insert(path.clone());
        for (ending, actual) in render(&given) {
            let expected = PathBuf::from(path.to_str().unwrap().replace(&format!(".{input}"), ending));
            wrong.extend(compare(&expected, &actual));
            known.insert(expected);
        }
    }
    wrong.extend(
        files(&folder)
            .difference(&known)
            .map(|path| format!("{} belongs to no input", path.display())),
    );
    assert!(!known.is_empty(), "{} holds no case", folder.display());
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

fn compare(expected: &Path, actual: &str) -> Option<String> {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(expected, actual).unwrap();
        return None;
    }
    let wanted = fs::read_to_string(expected).unwrap_or_default();
    (wanted != actual).then(|| format!("{} expects:\n{wanted}\nbut got:\n{actual}", expected.display()))
}

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect()
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.to_str().unwrap().ends_with(&format!(".{ending}"))
}
