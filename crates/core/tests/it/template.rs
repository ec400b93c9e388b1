//! Templates: a fix that was made once, made again in another file with other names.
//!
//! A case is a file: `type|code|message`, the message of the second failure (empty: the same), the first file
//! with the line that was reported (0: none), the same after its fix, the second file, and what must become of
//! it: `expected`, or `nothing` for a decoy.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use unbreak_core::fix::apply_edits;
use unbreak_core::{Diagnostic, ErrorType, Location, RelPath, Severity, Template};

struct Case {
    first: Diagnostic,
    second: Diagnostic,
    before: (RelPath, String),
    after: String,
    target: (RelPath, String),
    expected: Option<String>,
}

fn cases(kind: &str) -> Vec<(PathBuf, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases/template")
        .join(kind);
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| (path.clone(), case(&path)))
        .collect()
}

fn case(path: &Path) -> Case {
    let text = fs::read_to_string(path).unwrap();
    let sections: Vec<&str> = text.split("\n=== ").collect();
    let [head, before, after, target, result] = sections.as_slice() else {
        panic!("{}", path.display())
    };
    let (head, other) = head.split_once('\n').unwrap();
    let (kind, rest) = head.split_once('|').unwrap();
    let (code, message) = rest.split_once('|').unwrap();
    let (before_place, before) = section(before);
    let (target_place, target) = section(target);
    let diagnostic = |message: &str, place: &str| {
        let kind: ErrorType = serde_json::from_value(kind.into()).unwrap();
        let (file, line) = place.split_once(':').unwrap();
        let mut diagnostic = Diagnostic::new(kind, Severity::Error, message);
        if line != "0" {
            diagnostic = diagnostic.at(Location::line(file, line.parse().unwrap()));
        }
        diagnostic.code = Some(code.to_owned()).filter(|code| !code.is_empty());
        (diagnostic, RelPath::new(file).unwrap())
    };
    let second_message = if other.is_empty() { message } else { other };
    let (first, before_file) = diagnostic(message, before_place);
    let (second, target_file) = diagnostic(second_message, target_place);
    let (verdict, result) = section(result);
    Case {
        first,
        second,
        before: (before_file, before),
        after: section(after).1,
        target: (target_file, target),
        expected: (verdict == "expected").then_some(result),
    }
}

/// A section's title, and its text with the line feed that the split took away.
fn section(section: &str) -> (&str, String) {
    let (title, text) = section.split_once('\n').unwrap_or((section, ""));
    let end = if text.ends_with('\n') || text.is_empty() {
        ""
    } else {
        "\n"
    };
    (title, format!("{text}{end}"))
}

impl Case {
    fn template(&self) -> Option<Template> {
        Template::of_texts(&self.first, self.before.0.as_str(), &self.before.1, &self.after)
    }

    /// The result for the second file.
    fn outcome(&self) -> Option<String> {
        let template = self.template()?;
        if Template::key_of(&self.second) != template.key() {
            return None;
        }
        let (file, text) = &self.target;
        let instance = template.instantiate(&self.second, file, text)?;
        Some(apply_edits(text, &instance.edits).unwrap())
    }
}

#[test]
fn a_fix_is_made_again_in_another_file() {
    let cases = cases("pairs");
    assert!(cases.len() >= 37);
    let missed: Vec<String> = cases
        .iter()
        .filter(|(_, case)| case.outcome() != case.expected)
        .map(|(path, case)| {
            let template = serde_json::to_string(&case.template()).unwrap();
            format!("{}\n{template}\n{:?}", path.display(), case.outcome())
        })
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n\n"));
}

#[test]
fn a_decoy_is_left_alone() {
    for (path, case) in cases("decoys") {
        assert_eq!(case.expected, None, "{}", path.display());
        assert_eq!(case.outcome(), None, "{}", path.display());
    }
}

/// Every template against every other case of which the message is the same: it fixes the case or says nothing.
#[test]
fn a_template_of_another_mistake_says_nothing_wrong() {
    let all: Vec<(PathBuf, Case)> = ["pairs", "missed", "decoys"]
        .into_iter()
        .flat_map(cases)
        .collect();
    let mut asked = 0;
    for (path, maker) in &all {
        let Some(template) = maker.template() else {
            continue;
        };
        for (other, case) in all.iter().filter(|(other, _)| other != path) {
            if Template::key_of(&case.second) != template.key() {
                continue;
            }
            asked += 1;
            let (file, text) = &case.target;
            let instance = template.instantiate(&case.second, file, text);
            let after = instance.map(|instance| apply_edits(text, &instance.edits).unwrap());
            let is_right = after.is_none() || after == case.expected;
            assert!(is_right, "{} for {}:\n{after:?}", path.display(), other.display());
        }
    }
    assert!(asked > 40, "{asked}");
}

/// The surroundings of the change differ: nothing is proposed, and nothing wrong.
#[test]
fn a_mistake_in_other_surroundings_is_missed() {
    for (path, case) in cases("missed") {
        assert!(case.expected.is_some(), "{}", path.display());
        assert_eq!(case.outcome(), None, "{}: move it to the pairs", path.display());
    }
}

#[test]
fn a_template_fixes_what_it_was_made_from() {
    for (path, case) in cases("pairs").into_iter().chain(cases("decoys")) {
        let Some(template) = case.template() else { continue };
        let (file, text) = &case.before;
        let again = template.instantiate(&case.first, file, text);
        if let Some(again) = again {
            assert_eq!(
                apply_edits(text, &again.edits).unwrap(),
                case.after,
                "{}",
                path.display()
            );
        }
        assert_eq!(template.key(), Template::key_of(&case.first));
        let json = serde_json::to_string(&template).unwrap();
        assert_eq!(serde_json::from_str::<Template>(&json).unwrap(), template);
    }
}

#[test]
fn it_says_in_one_line_what_it_does() {
    let (_, case) = cases("pairs")
        .into_iter()
        .find(|(path, _)| path.ends_with("py_index_past_end.txt"))
        .unwrap();
    let said = case.template().unwrap().summary();
    assert_eq!(
        said,
        "replace `for ‹1› in range(len(‹2›) + 1):` with `for ‹1› in range(len(‹2›)):`"
    );
}

proptest! {
    /// For any two texts and any file: no panic, and edits that apply.
    #[test]
    fn foreign_text_does_no_harm(
        before in "([a-c =+():.'\"\n]|  |é){0,60}",
        after in "([a-c =+():.'\"\n]|  |é){0,60}",
        target in "([a-c =+():.'\"\r\n]|  |é){0,60}",
        line in 1..6_u32,
        message in "('a'|b\\(\\)|c| ){0,4}",
    ) {
        let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message)
            .at(Location::line("a.py", line));
        if let Some(template) = Template::of_texts(&diagnostic, "a.py", &before, &after) {
            let file = RelPath::new("a.py").unwrap();
            if let Some(instance) = template.instantiate(&diagnostic, &file, &target) {
                prop_assert!(apply_edits(&target, &instance.edits).is_ok());
            }
        }
    }
}
