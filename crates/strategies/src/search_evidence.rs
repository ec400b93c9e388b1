//! Evidence for the results of a search over small changes.
//!
//! A message may name the missing token itself: `expected ':'`, `';' expected`,
//! `missing ) after argument list`. And a repair may keep the names of the program or make up new
//! ones, which no parser notices.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Analysis, Confidence, DeterminedBy, Edit, Evidence, Fact, Fix};

use crate::weights::points;
use crate::{grouping, respelling};

/// Words that languages reserve, and that a repair may write without naming anything.
pub(crate) const RESERVED: &[&str] = &[
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "def",
    "default",
    "del",
    "do",
    "double",
    "elif",
    "else",
    "enum",
    "except",
    "exec",
    "export",
    "extends",
    "final",
    "finally",
    "float",
    "fn",
    "for",
    "from",
    "func",
    "function",
    "global",
    "if",
    "impl",
    "import",
    "in",
    "include",
    "int",
    "interface",
    "is",
    "lambda",
    "let",
    "long",
    "match",
    "mut",
    "new",
    "nonlocal",
    "not",
    "or",
    "package",
    "pass",
    "print",
    "private",
    "public",
    "raise",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "switch",
    "this",
    "throw",
    "throws",
    "try",
    "type",
    "union",
    "unsigned",
    "use",
    "var",
    "void",
    "while",
    "with",
    "yield",
];

/// Sets the determination of each fix that a search found: the message, where it names the one
/// token that is written at the reported place; else the search, with whether the fix keeps to the
/// names of the file.
pub(crate) fn state(fixes: &mut Vec<Fix>, analysis: &Analysis, text: &str) {
    fixes.retain(|fix| !changes_marker(&fix.edits, text));
    let known: BTreeSet<&str> = words(text).chain(RESERVED.iter().copied()).collect();
    for fix in fixes.iter_mut() {
        // A name that became a keyword gets an underscore by custom: `async_`.
        let is_known = |word: &str| known.contains(word) || RESERVED.contains(&word.trim_end_matches('_'));
        let keeps_to = |edit: &Edit| words(&written_out(edit, text)).all(is_known);
        fix.evidence.every_use_fits = fix.edits.iter().all(keeps_to);
        if respelling::exchanges_words(&fix.edits, text) || respelling::exchanges_files(&fix.edits, text) {
            fix.evidence = Evidence::spelling(false, false);
        }
        // One of several names that a compiler takes in this place.
        let is_another_name = respelling::evidence(&fix.edits, text).is_some_and(|it| !it.every_use_fits);
        if is_another_name && fix.confidence.get() < points::sure() {
            fix.evidence = DeterminedBy::Fitting.into();
        }
        if grouping::is_one_of_several(&fix.edits, text) || takes_code_away(&fix.edits, text) {
            fix.evidence = DeterminedBy::Fitting.into();
        }
    }
    // A fix that is less likely than a guess is a guess too.
    let is_guess = |fix: &Fix| fix.evidence.determined_by != DeterminedBy::Search;
    if fixes.first().is_some_and(is_guess) {
        for fix in fixes.iter_mut().skip(1).filter(|fix| !is_guess(fix)) {
            fix.evidence = DeterminedBy::Fitting.into();
        }
    }
    credit(fixes, analysis, text);
    spell(fixes, analysis, text);
}

/// Marks the only fix that corrects a typing error to the name that the compiler offers itself: it knows what is
/// declared there.
fn spell(fixes: &mut [Fix], analysis: &Analysis, text: &str) {
    let Some(Fact::UndefinedName { instead, .. }) = &analysis.diagnostic.fact else {
        return;
    };
    let corrects = |fix: &Fix| respelling::evidence(&fix.edits, text).is_some_and(|it| it.every_use_fits);
    let is_offered = |fix: &Fix| {
        let is_it = |edit: &Edit| instead.iter().any(|new| written_out(edit, text) == *new);
        !fix.edits.is_empty() && fix.edits.iter().all(is_it)
    };
    let of_names = fixes.iter_mut().filter(|fix| corrects(fix));
    if let [fix] = of_names.collect::<Vec<_>>().as_mut_slice()
        && is_offered(fix)
    {
        fix.evidence = Evidence::spelling(true, true);
    }
}

/// A whole call.
static CALL: LazyLock<Regex> = LazyLock::new(|| pattern(r"\w\s*\((?s:.*)\)"));

/// Returns whether edits take words away, and not just a single one at a single place: what a compiler objects to can
/// always go, and nothing shows that it should.
fn takes_code_away(edits: &[Edit], text: &str) -> bool {
    let mut kept: Vec<String> = Vec::new();
    let mut had: Vec<String> = Vec::new();
    for edit in edits {
        let whole = Edit {
            replacement: edit.original.clone(),
            ..edit.clone()
        };
        had.extend(words(&written_out(&whole, text)).map(str::to_owned));
        kept.extend(words(&written_out(edit, text)).map(str::to_owned));
    }
    let written = kept.len();
    let lost = had
        .iter()
        .filter(|word| match kept.iter().position(|it| it == *word) {
            Some(at) => {
                kept.swap_remove(at);
                false
            }
            None => true,
        });
    let lost = lost.count();
    let removals = edits
        .iter()
        .filter(|edit| edit.replacement.trim().is_empty())
        .count();
    let mut removed = edits.iter().filter(|edit| edit.replacement.trim().is_empty());
    if removed.any(|edit| CALL.is_match(&edit.original)) {
        return true;
    }
    // A word that another takes the place of is corrected, not taken away.
    let is_shorter = |by: usize| lost >= by && had.len() >= written + by;
    is_shorter(2) || is_shorter(1) && removals > 1
}

/// Returns whether edits change the marker of a merge. Markers are not code: what makes them readable, such as a
/// comment, repairs nothing.
fn changes_marker(edits: &[Edit], text: &str) -> bool {
    let lines = |edit: &Edit| {
        let start = text[..edit.range.start].rfind('\n').map_or(0, |end| end + 1);
        text[start..].lines().next().is_some_and(is_marker)
    };
    edits.iter().any(lines)
}

/// Returns whether a line is the marker of a merge.
pub(crate) fn is_marker(line: &str) -> bool {
    line.trim_end() == "======="
        || ["<<<<<<< ", ">>>>>>> ", "||||||| "]
            .iter()
            .any(|mark| line.starts_with(mark))
}

/// The words that an edit leaves, extended to the nearest word boundaries.
pub(crate) fn written_out(edit: &Edit, text: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let before = text.get(..edit.range.start).unwrap_or_default();
    let after = text.get(edit.range.end..).unwrap_or_default();
    let head = &before[before.trim_end_matches(is_part).len()..];
    let tail = &after[..after.len() - after.trim_start_matches(is_part).len()];
    format!("{head}{}{tail}", edit.replacement)
}

/// Names and numbers.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty())
}

/// Marks the fixes that do nothing but write the one token that the message names, at the reported place.
fn credit(fixes: &mut [Fix], analysis: &Analysis, text: &str) {
    let message = &analysis.diagnostic.message;
    let named: Vec<&str> = named(message).collect();
    let is_defaulted = message.contains(DEFAULTS);
    let line = analysis.diagnostic.location.line.unwrap_or(0);
    let writes_it = |edit: &Edit| edit.original.trim().is_empty() && named.contains(&edit.replacement.trim());
    let access = match &analysis.diagnostic.fact {
        Some(Fact::WrongAccess { expected }) => Some(expected.as_str()),
        _ => None,
    };
    let is_access =
        |edit: &Edit| matches!(edit.original.as_str(), "." | "->") && access == Some(&edit.replacement);
    for fix in fixes {
        if !fix.edits.is_empty() && fix.edits.iter().all(is_access) {
            // The compiler knows whether the value is a pointer.
            fix.evidence = DeterminedBy::Message.into();
            fix.confidence = Confidence::new(fix.confidence.get().max(points::sure()));
        }
        let is_it = match fix.edits.as_slice() {
            [edit] => writes_it(edit) && is_near(edit, text, line),
            // A type that is not written is missing in many places.
            edits => {
                is_defaulted
                    && edits.iter().all(writes_it)
                    && edits.iter().any(|edit| is_near(edit, text, line))
            }
        };
        if is_it && fix.confidence.get() >= points::sure() {
            fix.evidence = DeterminedBy::Message.into();
        }
    }
}

/// Returns whether an edit is on the reported line, or at the end of the one before: where a token is missing at
/// the end of a line, tools report the next.
fn is_near(edit: &Edit, text: &str, line: u32) -> bool {
    let before = text.get(..edit.range.start).unwrap_or(text);
    let own = u32::try_from(before.matches('\n').count()).map_or(u32::MAX, |lines| lines + 1);
    let ends_its_line = text[edit.range.end..]
        .trim_start_matches([' ', '\t', '\r'])
        .starts_with('\n');
    own == line || own < line && ends_its_line
}

/// What precedes the type that a compiler takes where none is written.
const DEFAULTS: &str = " defaults to ";

/// The tokens that a message says are expected, missing or taken for granted.
fn named(message: &str) -> impl Iterator<Item = &str> {
    let (_, after) = message.split_once("xpected ").unwrap_or_default();
    let expected = quoted(after).take(1);
    let is_at_end = message.trim_end_matches('.').ends_with(" expected");
    let at_start = quoted(message).take(usize::from(is_at_end));
    let (_, missing) = message.split_once("missing ").unwrap_or_default();
    let missing = missing.split(' ').next().filter(|word| word.len() == 1);
    let (_, defaulted) = message.split_once(DEFAULTS).unwrap_or_default();
    // A missing bracket is certain, its place is not.
    let closes = |token: &&str| !matches!(*token, ")" | "]" | "}");
    let said = expected.chain(at_start).chain(missing);
    said.chain(quoted(defaulted).take(1)).filter(closes)
}

/// The texts between quotation marks; a mark may itself be quoted.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let is_mark = |c: char| matches!(c, '\'' | '`' | '‘' | '’' | '"');
    text.split(is_mark)
        .skip(1)
        .step_by(2)
        .filter(|token| !token.is_empty())
}
