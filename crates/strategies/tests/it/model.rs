//! `model_fix` with a model whose answers are written here: which blocks are read, and where they are placed.

use std::sync::Mutex;

use async_trait::async_trait;
use unbreak_core::briefing::{BriefingPiece, Excerpt};
use unbreak_core::fix::apply_edits;
use unbreak_core::model::{Completion, ModelError, Prompt};
use unbreak_core::policy::escalation::{AttemptFailure, Ladder, Move, category};
use unbreak_core::strategy::{Models, TriedFix};
use unbreak_core::{
    Analysis, Attempts, Briefer, Briefing, Command, Confidence, Diagnostic, ErrorType, Fix, FixContext,
    Model, RelPath, Severity, Workspace as _,
};

use super::case::strategy;
use super::project::{Files, tree};
use super::world::{Processes, Tree};

/// A model that gives one answer.
struct Answering(String);

#[async_trait]
impl Model for Answering {
    fn name(&self) -> &str {
        "written"
    }

    async fn complete(&self, _prompt: &Prompt) -> Result<Completion, ModelError> {
        Ok(Completion::new(self.0.clone(), 100, 10))
    }
}

/// Shows every file of a tree from a line (1-based) on.
struct Showing<'a> {
    tree: &'a Tree,
    from: usize,
}

#[async_trait]
impl Briefer for Showing<'_> {
    async fn brief(&self, _analysis: &Analysis, tokens: u64, _focus: usize) -> Briefing {
        let files = self.tree.files();
        let pieces = files.iter().map(|file| {
            let text = self.tree.read_text(file).unwrap();
            let lines = self.from..=text.lines().count();
            let shown: Vec<&str> = text.lines().skip(self.from - 1).collect();
            let file = file.clone();
            BriefingPiece::excerpt("it fails", Excerpt { file, lines }, shown.join("\n"))
        });
        Briefing::fit(pieces.collect(), tokens)
    }
}

/// The account of one attempt.
#[derive(Default)]
struct OneAttempt {
    is_begun: Mutex<bool>,
    failure: Mutex<Option<AttemptFailure>>,
}

impl Attempts for OneAttempt {
    fn ladder(&self) -> Ladder {
        Ladder::default()
    }

    fn begin(&self) -> Option<Ladder> {
        let is_begun = std::mem::replace(&mut *self.is_begun.lock().unwrap(), true);
        (!is_begun).then(Ladder::default)
    }

    fn fail(&self, failure: AttemptFailure) -> Move {
        *self.failure.lock().unwrap() = Some(failure);
        Move::Stop {
            reason: "there was one attempt".to_owned(),
        }
    }

    fn tried(&self) -> Vec<TriedFix> {
        Vec::new()
    }
}

/// The fix that an answer gives, or the reason why the answer cannot be used. The model sees the files from a line on.
fn answered(tree: &Tree, from: usize, answer: &str) -> Result<Fix, AttemptFailure> {
    let model = Answering(answer.to_owned());
    let tiers: [&dyn Model; 1] = [&model];
    let attempts = OneAttempt::default();
    let briefer = Showing { tree, from };
    let (runner, allowed) = (Processes::in_tree(tree), std::collections::BTreeSet::new());
    let command = Command::new("python3", ["main.py"]);
    let mut context = FixContext::new(tree, &runner, &command, &allowed);
    context.models = Models::new(&tiers, 1);
    context.attempts = Some(&attempts);
    context.briefer = Some(&briefer);
    let diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, "it fails");
    let analysis = Analysis {
        id: 1,
        root_cause: diagnostic.message.clone(),
        diagnostic,
        also: Vec::new(),
        candidates: Vec::new(),
        related_files: Vec::new(),
        confidence: Confidence::new(0.5),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let strategy = strategy("model_fix");
    let mut fixes = runtime.block_on(strategy.propose(&analysis, &context)).unwrap();
    match (fixes.pop(), attempts.failure.into_inner().unwrap()) {
        (Some(fix), None) => Ok(fix),
        (None, Some(failure)) => Err(failure),
        other => panic!("{other:?}"),
    }
}

/// The text of a file after the edits of a fix.
fn text_after(tree: &Tree, fix: &Fix, file: &str) -> String {
    let file = RelPath::new(file).unwrap();
    let edits = fix.edits.iter().filter(|edit| edit.file == file);
    apply_edits(&tree.read_text(&file).unwrap(), edits).unwrap()
}

const LINES: [&str; 6] = [
    "def f(x):",
    "    if x:",
    "        return 1  ",
    "    return 2",
    "say(“hi”)",
    "    return 2",
];

/// The file with these lines, from 0, in the place of others.
fn with(lines: std::ops::Range<usize>, replacement: &[&str]) -> String {
    let lines = [&LINES[..lines.start], replacement, &LINES[lines.end..]].concat();
    lines.join("\n") + "\n"
}

/// The file after a block with these lines, or the reason why the block has no place. The model sees the file from a
/// line on.
fn placed_from(from: usize, search: &[&str], replace: &[&str]) -> Result<String, AttemptFailure> {
    let tree = tree(&[("f.py", &with(0..0, &[]))]);
    let (search, replace) = (search.join("\n"), replace.join("\n"));
    let answer = format!("f.py\n<<<<<<< SEARCH\n{search}\n=======\n{replace}\n>>>>>>> REPLACE\n");
    let fix = answered(&tree, from, &answer)?;
    Ok(text_after(&tree, &fix, "f.py"))
}

fn placed(search: &[&str], replace: &[&str]) -> Result<String, AttemptFailure> {
    placed_from(1, search, replace)
}

/// The hint for a block that has no place.
#[track_caller]
fn hint(search: &[&str]) -> String {
    let failure = placed(search, &["NEW"]).unwrap_err();
    assert_eq!(failure.category, category::ANCHOR);
    failure.hint
}

#[test]
fn lines_are_found_by_each_way_of_comparing() {
    for (search, replace, after) in [
        (&["    if x:"][..], "NEW", with(1..2, &["NEW"])),
        (&["        return 1"], "NEW", with(2..3, &["NEW"])),
        (
            &["if x:", "    return 1", "return 2"],
            "NEW",
            with(1..4, &["    NEW"]),
        ),
        (
            &["      def f(x):", "          if x:"],
            "      NEW",
            with(0..2, &["NEW"]),
        ),
        (&["say(\"hi\")"], "NEW", with(4..5, &["NEW"])),
    ] {
        assert_eq!(
            placed(search, &[replace]).as_deref(),
            Ok(after.as_str()),
            "{search:?}"
        );
    }
}

#[test]
fn a_replacement_has_the_indentation_of_the_file() {
    let after = placed(&["if x:", "    return 1"], &["if x:", "    return 3", "  "]);
    assert_eq!(after, Ok(with(2..3, &["        return 3", ""])));
}

#[test]
fn lines_that_do_not_occur_exactly_once_are_refused_with_the_closest_ones() {
    assert!(hint(&["    return 2"]).contains("stand 2 times in f.py"));
    let closest = "the closest lines there are:\n    if x:\n        return 1  ";
    assert!(hint(&["  if x:", "        return 1"]).ends_with(closest));
    assert!(hint(&["    if y:", "        return 1"]).ends_with(closest));
    assert!(hint(&["nothing"]).ends_with("do not stand in f.py"));
    let failure = placed(&[], &["NEW"]).unwrap_err();
    assert_eq!(failure.category, category::EDIT_FORMAT);
}

#[test]
fn only_the_lines_that_the_model_saw_count() {
    let after = placed_from(5, &["    return 2"], &["NEW"]);
    assert_eq!(after, Ok(with(5..6, &["NEW"])));
}

const FILES: Files<'_> = &[("src/a.py", "a\nc\n"), ("b.py", "def f():\n    x\n")];

#[test]
fn blocks_are_read_with_any_marks_around_their_path() {
    let tree = tree(FILES);
    let block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
    for path in [
        "src/a.py",
        "`src/a.py`",
        "### src/a.py:",
        "**src/a.py**",
        "File: src/a.py",
        "src/a.py\n```python",
    ] {
        let fix = answered(&tree, 1, &format!("Summary: less\n\n{path}\n{block}```\n")).unwrap();
        assert_eq!(text_after(&tree, &fix, "src/a.py"), "b\nc\n", "{path}");
        assert_eq!(fix.title, "less");
    }
}

#[test]
fn a_block_without_a_path_is_about_the_file_of_the_one_before() {
    let tree = tree(FILES);
    let answer = "src/a.py\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n\n\
                  <<<<<<< SEARCH\nc\n=======\nd\n>>>>>>> REPLACE\n\
                  b.py\n<<<<<<< FUNCTION f\ndef f():\n    y\n>>>>>>> REPLACE\n";
    let fix = answered(&tree, 1, answer).unwrap();
    assert_eq!(text_after(&tree, &fix, "src/a.py"), "b\nd\n");
    assert_eq!(text_after(&tree, &fix, "b.py"), "def f():\n    y\n");
}

#[test]
fn an_answer_without_a_complete_block_is_refused() {
    let tree = tree(FILES);
    let (none, unfinished) = ("had no SEARCH/REPLACE block", "was not finished");
    for (answer, reason) in [
        ("", none),
        ("I would change the loop.", none),
        ("src/a.py\n<<<<<<< SEARCH\na\n=======\nb\n", unfinished),
        ("src/a.py\n<<<<<<< SEARCH\na\n>>>>>>> REPLACE\n", unfinished),
        ("<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n", "has no path"),
        ("{\"edits\": []}", none),
    ] {
        let failure = answered(&tree, 1, answer).unwrap_err();
        assert_eq!(failure.category, category::EDIT_FORMAT, "{answer}");
        assert!(failure.hint.contains(reason), "{answer}: {}", failure.hint);
    }
}
