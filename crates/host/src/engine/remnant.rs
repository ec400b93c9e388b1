//! What the errors that are left at the end of a run say about the fixes in the tree.

use unbreak_core::policy::safety::{self, Standing};
use unbreak_core::policy::verdict::Observation;
use unbreak_core::{DeterminedBy, Diagnostic, Edit, ErrorType, Fact, Fix, OwnerKind, TestedBy, Workspace};

use super::coverage::{present_end, present_lines};
use super::leap::is_finding;
use super::proof;
use super::result::Kept;
use crate::commit::Change;
use crate::workspace::Tree;

/// The reason against a change for which another one was as good.
const FITS_OTHERWISE: &str = "other changes fit as well, and the command still fails";

/// The reason against a change that may have led to what fails now.
const ONLY_REVEALED: &str = "it only brought another error to light";

/// The reason why a fix does not stay while the command fails with the errors of `last`.
pub(super) fn objection(kept: &Kept, last: &Observation, tree: &Tree) -> Option<String> {
    let reason = leftover(kept, last, tree).or_else(|| contradicted(kept, last, tree));
    reason
        .map(str::to_owned)
        .or_else(|| last.errors.iter().find_map(|error| beside(kept, error, tree)))
        .or_else(|| {
            last.errors
                .iter()
                .find_map(|error| fails_itself(kept, error, tree))
        })
}

/// The reason why a change does not stay whose own line fails when it runs. What a tool reports as a fact (another name
/// that is missing there, an argument) is a fault of its own, which may have been behind the first one. So is a check
/// that a rule put in another form and that was not reached before.
fn fails_itself(kept: &Kept, error: &Diagnostic, tree: &Tree) -> Option<String> {
    let mut frames = error.frames.iter().rev().map(|frame| &frame.location);
    let own = frames.find_map(|place| Some((tree.locate(place.file.as_deref()?)?, place.line?)));
    let (file, line) = own.filter(|_| error.fact.is_none() && error.test == kept.diagnostic.test)?;
    let change = kept.changes.iter().find(|change| change.file == file)?;
    let text = tree.read_text(&file).ok()?;
    let is_there = present_lines(change, &kept.fix.edits, &text).contains(&line);
    let is_rewritten_check = kept.fix.evidence.determined_by == DeterminedBy::Rule
        && error.error_type == ErrorType::Assertion
        && was_unreached(kept, change, &text, line);
    let said = error.message.lines().next().unwrap_or_default();
    (is_there && !is_rewritten_check && proof::ran(error))
        .then(|| format!("the line that it changed fails now: {said}"))
}

/// Returns whether the failure that a fix is for kept the program from a line of a changed file: the file could not be
/// loaded, or the failure was further up.
fn was_unreached(kept: &Kept, change: &Change, now: &str, line: u32) -> bool {
    match kept.diagnostic.error_type {
        ErrorType::Import => true,
        _ if kept.diagnostic.file() == Some(change.file.as_str()) => {
            let failed_at = kept.diagnostic.location.line;
            failed_at.is_some_and(|failed_at| present_end(change, &kept.fix.edits, now, failed_at) < line)
        }
        _ => false,
    }
}

/// The reason why a fix does not stay in a run that ends with a failure: nothing but the errors that are left
/// says whether it was right.
fn leftover(kept: &Kept, last: &Observation, tree: &Tree) -> Option<&'static str> {
    let determined_by = kept.fix.evidence.determined_by;
    if determined_by.is_unwritten() {
        return Some("a placeholder does not stay while the command fails");
    }
    if determined_by.is_determined() || kept.standing() == Standing::Safe {
        return None;
    }
    let may_come_of = |error: &Diagnostic| {
        proof::may_come_of(error, &kept.fix, kept.target()) && !is_of_its_own(error, kept, tree)
    };
    if kept.proof.reveals && last.errors.iter().any(may_come_of) {
        return Some(ONLY_REVEALED);
    }
    let fits_otherwise = matches!(
        determined_by,
        DeterminedBy::Fitting | DeterminedBy::Search | DeterminedBy::Spelling | DeterminedBy::ToolHint
    );
    let evidence = &kept.fix.evidence;
    let is_only_name = determined_by == DeterminedBy::Spelling
        && evidence.is_only_candidate
        && evidence.every_use_fits
        && kept.proof.tested_by >= TestedBy::Import;
    // What is left says nothing of it: findings of style do not depend on each other.
    let is_of_style = determined_by == DeterminedBy::ToolHint
        && is_finding(kept.target())
        && last.errors.iter().all(is_finding);
    let is_tested = is_of_style || is_only_name || kept.proof.tested_by == TestedBy::Test;
    let is_likely = kept.fix.confidence.get() >= safety::LEAST_DETERMINED;
    (fits_otherwise && !is_tested && (changes_words(&kept.fix) || !is_likely)).then_some(FITS_OTHERWISE)
}

/// The reason against a fix that is the alternative of one which did not stay: nothing tells which of the two is right.
pub(super) fn alternative(kept: &Kept) -> Option<String> {
    let fits_otherwise = matches!(
        kept.fix.evidence.determined_by,
        DeterminedBy::Fitting | DeterminedBy::Search
    );
    fits_otherwise.then(|| FITS_OTHERWISE.to_owned())
}

/// Returns whether a reason leaves open which of the fixes for a cause is right.
pub(super) fn leaves_open(reason: &str) -> bool {
    [FITS_OTHERWISE, ONLY_REVEALED].contains(&reason)
}

/// Returns whether an error has nothing to do with a fix that revealed it: another file cannot be read, or a name is
/// missing that the lines which the fix wrote do not contain; if it changed where blocks or longer texts end, or a module
/// has no such member, that the file does not contain.
fn is_of_its_own(error: &Diagnostic, kept: &Kept, tree: &Tree) -> bool {
    let is_edited = |file: &str| kept.fix.touched().any(|edited| edited.as_str() == file);
    let is_by_model = kept.fix.evidence.determined_by == DeterminedBy::Model;
    if error.error_type == ErrorType::Syntax && error.file().is_some_and(|file| !is_edited(file)) {
        return !is_by_model;
    }
    let Some(name) = error.fact.as_ref().and_then(|fact| match fact {
        Fact::UndefinedName { .. } | Fact::MissingExport { .. } => fact.missing_name(),
        Fact::UnknownMember {
            owner_kind: OwnerKind::Module,
            ..
        } => fact.missing_name(),
        Fact::MissingModule { module, .. } => module.rsplit(['.', '/', ':']).next(),
        _ => None,
    }) else {
        return false;
    };
    let has_name = |text: &str| has_word(text, name);
    let is_written = |change: &Change| {
        let text = tree.read_text(&change.file).unwrap_or_default();
        let is_member = matches!(error.fact, Some(Fact::UnknownMember { .. }));
        let moves_ends =
            kept.diagnostic.error_type == ErrorType::Syntax && kept.fix.edits.iter().any(moves_ends);
        if is_member || moves_ends {
            return has_name(&text);
        }
        let lines: Vec<&str> = text.lines().collect();
        let own = present_lines(change, &kept.fix.edits, &text);
        let mut own = own.iter().filter_map(|line| lines.get(index(*line)?));
        own.any(|line| has_name(line))
    };
    !is_by_model && !kept.changes.iter().any(is_written)
}

/// Extensions of files in which a text between single or double quotes ends on its line.
const ENDS_TEXTS_BY_LINES: &[&str] = &[
    "c", "cc", "cjs", "cpp", "cs", "cxx", "go", "h", "hpp", "java", "js", "jsx", "kt", "mjs", "py", "ts",
    "tsx",
];

/// Returns whether an edit may move the end of a block, of a comment or of a text of several lines: what lies behind it
/// may have another meaning then.
fn moves_ends(edit: &Edit) -> bool {
    const MARKS: [&str; 8] = ["{", "}", "`", "\"\"\"", "'''", "/*", "*/", "\n"];
    let marks = |text: &str| MARKS.map(|mark| text.matches(mark).count());
    let quotes = |text: &str| ["\"", "'"].map(|quote| text.matches(quote).count());
    let is_of_blanks = |text: &str| !text.is_empty() && text.trim().is_empty();
    let (old, new) = (edit.original.as_str(), edit.replacement.as_str());
    let moves_texts = !ENDS_TEXTS_BY_LINES.contains(&edit.file.extension()) && quotes(old) != quotes(new);
    marks(old) != marks(new) || moves_texts || is_of_blanks(old) || is_of_blanks(new)
}

/// The reason why a change does not stay because of what is left. The remaining code wants the old type where a
/// value was fitted to the new one, so the declaration may be at fault; or it names a field that does not exist, so
/// the field that was added may be that one under its new name.
fn contradicted(kept: &Kept, last: &Observation, tree: &Tree) -> Option<&'static str> {
    let is_unknown = |error: &Diagnostic| matches!(error.fact, Some(Fact::UnknownMember { .. }));
    let same_file = |error: &&Diagnostic| error.file() == kept.diagnostic.file();
    if matches!(kept.diagnostic.fact, Some(Fact::MissingField { .. }))
        && last.errors.iter().filter(same_file).any(is_unknown)
    {
        return Some("a field that the remaining code names is unknown, so the added one may be meant by it");
    }
    let is_open = |error: &Diagnostic| matches!(error.fact, Some(Fact::UnterminatedText { .. }));
    let is_of_text = kept.diagnostic.fact.is_none() || kept.diagnostic.error_type == ErrorType::Syntax;
    if is_of_text && last.errors.iter().filter(same_file).any(is_open) {
        return Some("a text of the file has no end, and the other errors may come of that");
    }
    let is_missing = matches!(
        kept.diagnostic.fact,
        Some(Fact::UndefinedName { .. } | Fact::UnknownMember { .. })
    );
    if is_missing
        && last
            .errors
            .iter()
            .any(|error| imports_the_same(error, kept, tree))
    {
        return Some("an import of the same name is still unresolved, and may be the one that was meant");
    }
    if last.errors.iter().any(|error| is_called_otherwise(kept, error)) {
        return Some("what it names does not take the arguments that it is called with");
    }
    let types = |diagnostic: &Diagnostic| match &diagnostic.fact {
        Some(Fact::TypeMismatch { expected, found, .. }) => Some((expected.clone()?, found.clone()?)),
        _ => None,
    };
    let (expected, found) = types(&kept.diagnostic)?;
    let is_reverse = |error: &Diagnostic| types(error) == Some((found.clone(), expected.clone()));
    last.errors
        .iter()
        .any(is_reverse)
        .then_some("the remaining code requires the type before the conversion")
}

/// Returns whether a change imports a name that may be that of something else, and a call of this name passes arguments
/// that it does not take.
fn is_called_otherwise(kept: &Kept, error: &Diagnostic) -> bool {
    let is_open = kept.fix.evidence.determined_by == DeterminedBy::Search;
    let (
        Some(Fact::MissingExport { name, .. }),
        Some(
            Fact::UnexpectedArgument {
                callee: Some(callee), ..
            }
            | Fact::SurplusArgument { callee: Some(callee) },
        ),
    ) = (&kept.diagnostic.fact, &error.fact)
    else {
        return false;
    };
    is_open && callee.rsplit('.').next() == Some(name.as_str())
}

/// Returns whether an unresolved import of a file is of the name with which a line ends that the fix added there.
fn imports_the_same(error: &Diagnostic, kept: &Kept, tree: &Tree) -> bool {
    let place = error.file().zip(error.location.line);
    let is_import = matches!(
        error.fact,
        Some(Fact::UnresolvedImport { .. } | Fact::MissingModule { .. })
    );
    let Some((file, line)) = place.filter(|_| is_import) else {
        return false;
    };
    let text = tree.locate(file).and_then(|file| tree.read_text(&file).ok());
    let text = text.unwrap_or_default();
    let imported = index(line)
        .and_then(|line| text.lines().nth(line))
        .unwrap_or_default();
    let mut added = kept
        .fix
        .edits
        .iter()
        .filter(|edit| edit.file.as_str() == file && edit.original.is_empty());
    added.any(|edit| {
        let name = last_word(edit.replacement.trim_end_matches(|c| !is_part(c)));
        !name.is_empty() && has_word(imported, name)
    })
}

/// Returns whether an edit puts other words, more or fewer in the place of the present ones.
fn changes_words(fix: &Fix) -> bool {
    let is_mark = |c: char| !c.is_alphanumeric() && c != '_';
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(is_mark).filter(|word| !word.is_empty());
        parts.map(str::to_owned).collect()
    };
    fix.edits
        .iter()
        .any(|edit| words(&edit.replacement) != words(&edit.original))
}

/// The reason why a tool's edit at one use does not stay: another use of the variable still fails, so its definition
/// may be at fault; or the statement around the edit still fails, so the edit may have closed it in the wrong place.
fn beside(kept: &Kept, error: &Diagnostic, tree: &Tree) -> Option<String> {
    let is_offered = matches!(
        kept.fix.evidence.determined_by,
        DeterminedBy::ToolEdit | DeterminedBy::ToolHint | DeterminedBy::Search | DeterminedBy::Fitting
    );
    let mut changes = kept.changes.iter().filter(|_| is_offered);
    let change = changes.find(|change| Some(change.file.as_str()) == error.file())?;
    let (before, line) = (change.before.as_deref()?, error.location.line?);
    let text = tree.read_text(&change.file).ok()?;
    let own = present_lines(change, &kept.fix.edits, &text);
    let lines: Vec<&str> = text.lines().collect();
    if kept.diagnostic.error_type == ErrorType::Syntax
        && own.iter().any(|own| head(&lines, *own) == Some(line))
    {
        return Some("the statement around it still fails".to_owned());
    }
    let used = word_at(lines.get(index(line)?)?, error.location.column?)?;
    let edits = kept.fix.edits.iter().filter(|edit| edit.file == change.file);
    let mut names = edits
        .filter(|edit| !edit.original.contains(is_part))
        .flat_map(|edit| {
            [
                last_word(before.get(..edit.range.start).unwrap_or_default()),
                first_word(before.get(edit.range.end..).unwrap_or_default()),
            ]
        });
    let is_another_use =
        names.any(|name| name == used) && own.iter().any(|own| is_one_block(&lines, *own, line));
    is_another_use.then(|| format!("another use of '{used}' still fails, so its definition may be at fault"))
}

fn index(line: u32) -> Option<usize> {
    usize::try_from(line).ok()?.checked_sub(1)
}

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The line, from 1, that begins the block around a line: the nearest one above that is indented less.
fn head(lines: &[&str], line: u32) -> Option<u32> {
    let own = index(line)?;
    let depth = indentation(lines.get(own)?);
    let is_head = |line: &&str| !line.trim().is_empty() && indentation(line) < depth;
    let at = lines[..own].iter().rposition(is_head)?;
    u32::try_from(at + 1).ok()
}

/// Returns whether no line between two is indented less than both: they are in one block.
fn is_one_block(lines: &[&str], one: u32, other: u32) -> bool {
    let (Some(first), Some(last)) = (index(one.min(other)), index(one.max(other))) else {
        return false;
    };
    let Some(between) = lines.get(first..=last) else {
        return false;
    };
    let depth = indentation(between[0]).min(indentation(between[between.len() - 1]));
    let mut filled = between.iter().filter(|line| !line.trim().is_empty());
    first != last && filled.all(|line| indentation(line) >= depth)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c| !is_part(c)).any(|other| other == word)
}

fn first_word(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(is_part).len()]
}

fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_part).len()..]
}

/// The word at a column, counted from 1 in characters.
fn word_at(line: &str, column: u32) -> Option<&str> {
    let at = line.char_indices().nth(index(column)?)?.0;
    let start = at - last_word(&line[..at]).len();
    Some(first_word(&line[start..])).filter(|word| !word.is_empty())
}
