//! The result of one fix's verification.

use std::collections::BTreeSet;

use unbreak_core::policy::verdict::Observation;
use unbreak_core::tool_facts::checks_types_first;
use unbreak_core::{DeterminedBy, Diagnostic, Edit, ErrorType, Fix, LineMap, RelPath, TestedBy};

use super::analyze::Cause;
use super::settle::Trial;

/// The result of one fix's verification.
#[derive(Debug, Clone)]
pub(super) struct Proof {
    /// The verdict in words, with the run that it rests on.
    pub(super) how: String,
    /// The strongest check that is known to have tested the edited lines.
    pub(super) tested_by: TestedBy,
    /// The number of other changes for the same failure with which a test failed.
    pub(super) lost_rivals: usize,
    /// Whether another error was revealed where the fixed one was. Then the end of the run decides.
    pub(super) reveals: bool,
    /// Whether the failure names, or is at, the text that the fix edits, and is of a kind that repeats.
    pub(super) is_tied: bool,
}

impl Proof {
    pub(super) fn of(
        trial: &Trial,
        causes: &[Cause],
        now: &Observation,
        revealed: &[Diagnostic],
        how: String,
    ) -> Self {
        let lines = lines(trial);
        let targets: Vec<&Diagnostic> = trial
            .causes
            .iter()
            .flat_map(|&cause| causes[cause].analysis.diagnostics())
            .collect();
        let tests = targets.iter().map(|target| tested_by(target, trial, &lines, now));
        Self {
            how,
            tested_by: tests.max().unwrap_or(TestedBy::ExitCode),
            lost_rivals: 0,
            reveals: revealed
                .iter()
                .any(|new| targets.iter().any(|target| may_come_of(new, &trial.fix, target))),
            is_tied: is_stated(trial) && targets.iter().any(|target| is_tied(target, trial, &lines)),
        }
    }
}

/// The line map of a fix's edits.
fn lines(trial: &Trial) -> LineMap {
    let mut lines = LineMap::default();
    for (file, text) in &trial.base {
        let edits = trial.fix.edits.iter().filter(|edit| &edit.file == file);
        lines.add(file, text.as_deref().unwrap_or_default(), edits);
    }
    lines
}

/// The checks that tested a fix for `target`: the tool that had reported it, and the run itself if its stack
/// shows that the edited line runs.
fn tested_by(target: &Diagnostic, trial: &Trial, lines: &LineMap, now: &Observation) -> TestedBy {
    let is_of_a_test = target.test.is_some() && ran(target);
    let passes_now = now.passes() || !now.errors.iter().any(|error| error.test == target.test);
    if is_of_a_test && passes_now && runs_through(target, trial, lines) {
        return TestedBy::Test;
    }
    let is_compiled = is_compiled(&trial.fix);
    match target.error_type {
        ErrorType::Syntax | ErrorType::Build | ErrorType::Import if is_compiled => TestedBy::Compiler,
        ErrorType::Type if is_compiled => TestedBy::TypeChecker,
        ErrorType::Syntax => TestedBy::Parser,
        ErrorType::Lint if checks_types_first(&target.parser) => TestedBy::TypeChecker,
        ErrorType::Lint => TestedBy::Linter,
        ErrorType::Import if !target.frames.is_empty() => TestedBy::Import,
        _ if runs_through(target, trial, lines) => TestedBy::Executed,
        ErrorType::Type => TestedBy::TypeChecker,
        ErrorType::Import | ErrorType::Build => TestedBy::Compiler,
        _ if is_compiled && !may_run_unchecked(&trial.fix) => TestedBy::Compiler,
        _ => TestedBy::ExitCode,
    }
}

/// Returns whether a running program failed, not what reads, compiles or checks it.
pub(super) fn ran(failure: &Diagnostic) -> bool {
    match failure.error_type {
        ErrorType::Syntax | ErrorType::Build | ErrorType::Lint => false,
        ErrorType::Type | ErrorType::Import => !failure.frames.is_empty(),
        _ => true,
    }
}

/// The most that passing tests show about a fix for `failure`, if they run its lines: only a test that failed by itself
/// is known to notice what they do. The repair of a text that could not be read chooses no name.
pub(super) fn shown_by_tests(failure: &Diagnostic) -> TestedBy {
    match failure.error_type {
        _ if ran(failure) => TestedBy::Test,
        ErrorType::Syntax => TestedBy::Covered,
        _ => TestedBy::Executed,
    }
}

/// Extensions of files that run only after a compiler has checked names and types.
const COMPILED: &[&str] = &[
    "c", "cc", "cpp", "cs", "cxx", "go", "h", "hpp", "hs", "java", "kt", "rs", "scala", "swift", "ts", "tsx",
];

/// Returns whether a compiler checks every file that a fix edits before any of them runs.
pub(super) fn is_compiled(fix: &Fix) -> bool {
    let mut files = fix.touched().map(RelPath::extension).peekable();
    files.peek().is_some() && files.all(|ending| COMPILED.contains(&ending))
}

/// Returns whether some runtimes run a file without checking its types: Node and test runners only strip the types of
/// TypeScript.
fn may_run_unchecked(fix: &Fix) -> bool {
    fix.touched().any(|file| matches!(file.extension(), "ts" | "tsx"))
}

/// Returns whether the failing run executed an edited line: the line is on the stack, or whole statements were added
/// to the top of a module that is on the stack. For an error of a running program without a stack (a panic of
/// Rust), the place itself is known to have run.
fn runs_through(target: &Diagnostic, trial: &Trial, lines: &LineMap) -> bool {
    let frames = target.frames.iter().map(|frame| &frame.location);
    let own = (target.error_type == ErrorType::Runtime).then_some(&target.location);
    frames.chain(own).any(|place| {
        let (Some(file), Some(line)) = (place.file.as_deref(), place.line) else {
            return false;
        };
        lines.is_touched(file, line) || adds_to_module(trial, file)
    })
}

fn adds_to_module(trial: &Trial, file: &str) -> bool {
    let mut edits = trial.fix.edits.iter().filter(|edit| edit.file.as_str() == file);
    let is_statement = |edit: &Edit| {
        let begins = edit.replacement.trim_start_matches(['\n', '\r']);
        edit.original.is_empty() && begins.ends_with('\n') && !begins.starts_with([' ', '\t'])
    };
    edits.any(is_statement)
}

/// Returns whether an error that was not there before may be the work of a fix for `target`.
pub(super) fn may_come_of(new: &Diagnostic, fix: &Fix, target: &Diagnostic) -> bool {
    fix.evidence.determined_by == DeterminedBy::Model || is_behind(new, fix) || is_further_on(new, target)
}

/// Returns whether an error was revealed in a file that the fix edits, or on the way through one.
fn is_behind(new: &Diagnostic, fix: &Fix) -> bool {
    let is_edited = |file: &str| fix.touched().any(|edited: &RelPath| edited.as_str() == file);
    let frames = new
        .frames
        .iter()
        .filter_map(|frame| frame.location.file.as_deref());
    edits_data(fix) || frames.chain(new.file()).any(is_edited)
}

/// Returns whether an error was revealed by the very run that had failed at `target`: in the same test, or in a file
/// on its stack.
fn is_further_on(new: &Diagnostic, target: &Diagnostic) -> bool {
    let mut stack = target
        .frames
        .iter()
        .filter_map(|frame| frame.location.file.as_deref());
    new.test.is_some() && new.test == target.test
        || new.file().is_some_and(|file| stack.any(|own| own == file))
}

/// Returns whether a fix edits only data, which fails where it is used.
fn edits_data(fix: &Fix) -> bool {
    const DATA: &[&str] = &["cfg", "env", "ini", "json", "toml", "xml", "yaml", "yml"];
    let mut files = fix.touched().map(RelPath::extension).peekable();
    files.peek().is_some() && files.all(|ending| DATA.contains(&ending))
}

/// Returns whether the strategy states the origin of the fix.
fn is_stated(trial: &Trial) -> bool {
    !matches!(
        trial.fix.evidence.determined_by,
        DeterminedBy::Unstated | DeterminedBy::Learned | DeterminedBy::Model
    )
}

/// Returns whether a failure is at an edited line or mentions the edited text. Assertions, time limits and
/// unrecognised failures may come and go by themselves.
fn is_tied(target: &Diagnostic, trial: &Trial, lines: &LineMap) -> bool {
    let may_vary = matches!(
        target.error_type,
        ErrorType::Assertion | ErrorType::Timeout | ErrorType::Unknown
    );
    let frames = target.frames.iter().map(|frame| &frame.location);
    let mut places = frames.chain([&target.location]);
    let stands_there = places.any(|place| match (place.file.as_deref(), place.line) {
        (Some(file), Some(line)) => lines.is_touched(file, line),
        _ => false,
    });
    !may_vary && (stands_there || speaks_of(&target.message, &trial.fix.edits))
}

/// Returns whether a message contains a word that an edit writes or removes.
fn speaks_of(message: &str, edits: &[Edit]) -> bool {
    let said: BTreeSet<&str> = words(message).collect();
    edits.iter().any(|edit| {
        let (old, new): (BTreeSet<&str>, BTreeSet<&str>) = (
            words(&edit.original).collect(),
            words(&edit.replacement).collect(),
        );
        old.symmetric_difference(&new).any(|word| said.contains(word))
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.len() > 1)
}
