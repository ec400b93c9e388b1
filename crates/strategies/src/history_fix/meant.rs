//! Slips that nobody can have meant: a call that is not waited for any more, a name with a letter too many that is
//! nowhere else, the value of a function that is computed and not returned, a member without its object, a constant
//! that is assigned; and what the compiler reports of the changed lines themselves, if the change says nothing else of it:
//! an argument, the sign of a pointer or the type that was there before.

use strsim::damerau_levenshtein;
use unbreak_core::{ErrorType, Fact, RelPath};

use super::Case;
use super::definition::{belongs, defined};
use super::part::{Kind, Slip};
use super::patch::{Hunk, Patch, with_word};
use crate::code_words::{Family, has_word, is_word, last_part, words};
use crate::declared::{declared, function_around};
use crate::lines::{Lines, line_at};
use crate::renaming::pages;

/// Returns whether nobody can have meant a slip.
pub(super) fn is_clear(case: &Case<'_>, patch: &Patch, slip: &Slip<'_>) -> bool {
    match &slip.kind {
        Kind::Await => true,
        Kind::Return => is_value_wanted(case, slip.hunk),
        Kind::Name { gone, came } => {
            is_misspelt(case, slip.hunk, gone, came) || is_type_exchanged(case, patch, slip.hunk, gone, came)
        }
        Kind::Receiver { member } => case.name() == member,
        Kind::Argument => is_argument_missing(case, patch, slip.hunk),
        Kind::Sign { sign, behind } => is_sign_missing(case, patch, slip.hunk, sign, behind),
        Kind::Constant { name } => is_assigned_again(case, slip.hunk, name),
        Kind::Other => false,
    }
}

/// Returns whether a name became one that is nowhere else, by what fingers do: any one key if the failure says that
/// nothing has that name.
fn is_misspelt(case: &Case<'_>, hunk: &Hunk, gone: &str, came: &str) -> bool {
    let is_one_key = || gone.len().min(came.len()) > 3 && damerau_levenshtein(came, gone) == 1;
    (is_typing_error(came, gone) || is_missing(case, came) && is_one_key())
        && is_only_there(case, hunk, came)
        && is_used(case, hunk, gone)
        && !is_another_definition(hunk, gone, came)
        && !is_correction(case, gone, came)
}

/// Returns whether the failure says that nothing has a name, or that there is no module of it.
fn is_missing(case: &Case<'_>, name: &str) -> bool {
    let module = match &case.diagnostic.fact {
        Some(Fact::MissingModule { module, .. } | Fact::MissingModuleFile { module }) => module.as_str(),
        _ => "",
    };
    case.name() == name || module.split(['.', '/']).any(|part| part == name)
}

/// Returns whether a change from one name to another corrected a slip: the new one is a word that the project writes
/// elsewhere too, and the old one is not.
pub(super) fn is_correction(case: &Case<'_>, gone: &str, came: &str) -> bool {
    let texts = case.texts();
    is_written_otherwise(&texts, came) && !is_written_otherwise(&texts, gone)
}

/// Returns whether a text has a name in other capitals, or as a part of a longer one: `linux_aarch64` beside `AArch64`.
fn is_written_otherwise(texts: &[(RelPath, String)], name: &str) -> bool {
    let small = name.to_lowercase();
    texts.iter().any(|(_, text)| {
        let lowered = text.to_lowercase();
        let is_apart = |at: &(usize, &str)| {
            let before = lowered[..at.0].chars().next_back();
            let after = lowered[at.0 + small.len()..].chars().next();
            ![before, after].into_iter().flatten().any(char::is_alphanumeric)
        };
        lowered.match_indices(&small).filter(is_apart).count() > words(text, name).count()
    })
}

/// Returns whether a hunk defines the new name and changes more than the name: `timeout_ms` may be `timeout_s` now.
fn is_another_definition(hunk: &Hunk, gone: &str, came: &str) -> bool {
    let is_defined = hunk.new.iter().any(|line| defined(line) == Some(came));
    let differs = |(old, new): (&String, &String)| with_word(old, gone, came) != *new;
    is_defined && (hunk.old.len() != hunk.new.len() || hunk.old.iter().zip(&hunk.new).any(differs))
}

/// Returns whether a call on the lines of a hunk lacks an argument, and the change says nothing else of what is called.
fn is_argument_missing(case: &Case<'_>, patch: &Patch, hunk: &Hunk) -> bool {
    let callee = match &case.diagnostic.fact {
        Some(
            Fact::MissingArgument {
                callee: Some(callee), ..
            }
            | Fact::WrongArguments {
                callee: Some(callee), ..
            },
        ) => last_part(callee),
        _ => return false,
    };
    let [line] = hunk.new.as_slice() else {
        return false;
    };
    // Constructors call others without their names.
    let is_called = has_word(line, callee) || ["super(", "this("].iter().any(|call| line.contains(call));
    is_called && case.points_at(hunk, 0) && !patch.mentions_beside(hunk, callee)
}

/// Returns whether a type is wrong on the lines of a hunk, the file has the lost sign before the same name elsewhere, and
/// the change says nothing else of the name.
fn is_sign_missing(case: &Case<'_>, patch: &Patch, hunk: &Hunk, sign: &str, behind: &str) -> bool {
    let Ok(text) = case.context.workspace.read_text(&hunk.file) else {
        return false;
    };
    let signed = format!("{sign}{behind}");
    let lines = Lines::of(&text);
    let mut places = text.match_indices(&signed).filter(|(at, _)| {
        let before = text[..*at].trim_end();
        let word = &before[before.trim_end_matches(is_word).len()..];
        let is_unary = matches!(word, "" | "case" | "range" | "return") && !before.ends_with([')', ']']);
        let is_whole = !text[at + signed.len()..].starts_with(is_word);
        is_unary && is_whole && !hunk.covers(lines.line_of(*at), 0)
    });
    let is_name = behind.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_name
        && !patch.mentions_beside(hunk, behind)
        && case.diagnostic.error_type == ErrorType::Type
        && case.points_at(hunk, 0)
        && places.next().is_some()
}

/// Returns whether the lines of a hunk have the one type where the other is needed that stood there before, and the
/// change brings that type to nothing else.
fn is_type_exchanged(case: &Case<'_>, patch: &Patch, hunk: &Hunk, gone: &str, came: &str) -> bool {
    let Some(Fact::TypeMismatch {
        expected: Some(expected),
        found: Some(found),
        ..
    }) = &case.diagnostic.fact
    else {
        return false;
    };
    let brings = |other: &Hunk| other != hunk && other.has(came) && !other.had(came);
    case.points_at(hunk, 0)
        && has_word(expected, gone)
        && !has_word(expected, came)
        && has_word(found, came)
        && !patch.all().any(brings)
}

/// Returns whether one name is another with two letters exchanged, one doubled, one more or less within it, or another
/// case: what fingers do, and hardly ever the difference between two names.
fn is_typing_error(wrong: &str, right: &str) -> bool {
    let is_name = |text: &str| {
        text.chars().count() > 2
            && text.chars().all(is_word)
            && !text.starts_with(|c: char| c.is_ascii_digit())
    };
    if wrong == right || !is_name(wrong) || !is_name(right) {
        return false;
    }
    if wrong.to_lowercase() == right.to_lowercase() {
        return true;
    }
    let (a, b): (Vec<char>, Vec<char>) = (wrong.chars().collect(), right.chars().collect());
    let ahead = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let behind = (a.iter().rev().zip(b.iter().rev()))
        .take_while(|(a, b)| a == b)
        .count();
    let most = a.len().min(b.len());
    let is_inside = |longer: &[char]| {
        let letter = longer[ahead.min(longer.len() - 1)];
        let is_within = ahead > 0 && behind > 0;
        ahead + behind >= most && letter.is_alphabetic() && (is_within || is_doubled(longer, ahead))
    };
    match a.len().cmp(&b.len()) {
        std::cmp::Ordering::Equal => {
            ahead + behind + 2 == a.len() && a[ahead] == b[ahead + 1] && a[ahead + 1] == b[ahead]
        }
        std::cmp::Ordering::Less if a.len() + 1 == b.len() => is_inside(&b),
        std::cmp::Ordering::Greater if a.len() == b.len() + 1 => is_inside(&a),
        _ => false,
    }
}

fn is_doubled(name: &[char], at: usize) -> bool {
    let at = at.min(name.len() - 1);
    name[at] != 's' && at > 0 && name[at] == name[at - 1]
}

/// Returns whether code has a name on one line only, which is in the hunk.
fn is_only_there(case: &Case<'_>, hunk: &Hunk, name: &str) -> bool {
    let Some(family) = Family::of(hunk.file.as_str()) else {
        return false;
    };
    match pages(case.context.workspace, family, name).as_slice() {
        [page] if page.file == hunk.file => {
            let lines = Lines::of(&page.text);
            matches!(page.places.as_slice(), [place] if hunk.covers(lines.line_of(place.start), 0))
        }
        _ => false,
    }
}

/// Returns whether code of the file gives a variable another value than its first one.
fn is_assigned_again(case: &Case<'_>, hunk: &Hunk, name: &str) -> bool {
    let (Some(family), Ok(text)) = (
        Family::of(hunk.file.as_str()),
        case.context.workspace.read_text(&hunk.file),
    ) else {
        return false;
    };
    let lines = Lines::of(&text);
    family.places_of(&text, name).into_iter().any(|place| {
        let rest = text[place.end..].trim_start();
        let rest = rest.trim_start_matches(|c: char| "+-*/%&|^?<>".contains(c));
        let is_assigned = rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>")
            || text[place.end..].starts_with("++")
            || text[place.end..].starts_with("--");
        is_assigned && !hunk.covers(lines.line_of(place.start), 0)
    })
}

fn is_used(case: &Case<'_>, hunk: &Hunk, name: &str) -> bool {
    let family = Family::of(hunk.file.as_str());
    family.is_some_and(|family| !pages(case.context.workspace, family, name).is_empty())
}

/// Returns whether a function returns values elsewhere, or its callers want one.
fn is_value_wanted(case: &Case<'_>, hunk: &Hunk) -> bool {
    let Ok(text) = case.context.workspace.read_text(&hunk.file) else {
        return false;
    };
    let lines: Vec<&str> = text.lines().collect();
    let Some(at) = usize::try_from(hunk.at).ok().and_then(|at| at.checked_sub(1)) else {
        return false;
    };
    if lines.get(at).is_some_and(|line| does_nothing(line)) {
        return true;
    }
    let Some((head, start)) = function_around(&lines, at) else {
        return false;
    };
    let mut body = lines[start + 1..].iter().take_while(|line| belongs(line, head));
    if body.any(|line| returns_a_value(line)) {
        return true;
    }
    declared(head).is_some_and(|name| is_value_used(case, hunk, name))
}

/// Returns whether a line is a statement that only computes a value: it calls and assigns nothing.
fn does_nothing(line: &str) -> bool {
    let statement = line.trim().trim_end_matches(';');
    let begins = statement.split(|c| !is_word(c)).next().unwrap_or_default();
    let is_value = !matches!(
        begins,
        "await" | "break" | "continue" | "debugger" | "del" | "delete" | "pass" | "raise" | "throw" | "yield"
    );
    let marks = ["(", "=", "++", "--", "`", "{", "}", "\"", "'"];
    !statement.is_empty() && is_value && !marks.iter().any(|mark| statement.contains(mark))
}

fn returns_a_value(line: &str) -> bool {
    let Some(value) = line.trim().strip_prefix("return") else {
        return false;
    };
    let value = value.trim_end_matches(';').trim();
    value.len() < line.trim().len() - "return".len() && !matches!(value, "" | "None" | "null" | "undefined")
}

/// Returns whether code uses what a function returns, and nothing calls it for what it does alone.
fn is_value_used(case: &Case<'_>, hunk: &Hunk, name: &str) -> bool {
    let Some(family) = Family::of(hunk.file.as_str()) else {
        return false;
    };
    let mut is_used = false;
    for page in pages(case.context.workspace, family, name) {
        for place in &page.places {
            let line = line_at(&page.text, place.start);
            let is_call = page.text[place.end..].starts_with('(') && declared(line) != Some(name);
            let begins_line = page.text[..place.start]
                .rsplit('\n')
                .next()
                .map(str::trim_start)
                .is_some_and(|before| {
                    !before.starts_with('.') && before.chars().all(|c| is_word(c) || c == '.')
                });
            if is_call && begins_line {
                return false;
            }
            is_used |= is_call;
        }
    }
    is_used
}
