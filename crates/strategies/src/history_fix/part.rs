//! A slip within a change that was meant otherwise: a word like `await` that was lost in rewritten lines, a comparison
//! that became another, a negation that came or went.
//!
//! Only this part of the lines goes back to what it was; the rest of the change stays. The slip may have been the point
//! of the change, so someone has to confirm it, unless nobody can have [meant] it.

use std::ops::Range;

use similar::DiffOp;
use unbreak_core::{Edit, StrategyError};

use super::lost::is_code;
use super::meant;
use super::patch::{Hunk, Patch};
use super::token::{Token, changes, joined, tokens};
use super::{Case, Offer};
use crate::code_words::is_word;
use crate::weights::{confidence, ranking};

/// Larger changes are rewritten as a whole: what stands in them now has nothing to do with what stood there.
const MOST_LINES: usize = 40;

/// A failure often shows on the next line.
const NEAR: u32 = 1;

/// Words that change what the code after them does, and that can be forgotten without a trace.
const CARRIERS: [&str; 6] = ["!", "await", "not", "return", "throw", "yield"];

/// Operators of which each can stand where another one of its row stands.
const ALIKE: [&[&str]; 5] = [
    &["!=", "!==", "<", "<=", "==", "===", ">", ">="],
    &["&&", "??", "and", "or", "||"],
    &["+", "-"],
    &["%", "*", "/", "//"],
    &["max", "min"],
];

/// A part of a hunk, and what to put in its place.
pub(super) struct Slip<'h> {
    pub(super) hunk: &'h Hunk,
    pub(super) kind: Kind,
    /// Its bytes in the new lines.
    at: Range<usize>,
    /// The text before the change.
    text: String,
    what: String,
}

/// What a slip did.
pub(super) enum Kind {
    /// A call is not waited for any more, and nothing else about it changed.
    Await,
    /// A value is not returned any more.
    Return,
    /// A name became another one.
    Name {
        gone: String,
        came: String,
    },
    /// A member lost the object before it: `this.`.
    Receiver {
        member: String,
    },
    /// A call lost an argument.
    Argument,
    /// What stands behind a sign of pointers lost it.
    Sign {
        sign: String,
        behind: String,
    },
    /// A variable became a constant.
    Constant {
        name: String,
    },
    Other,
}

/// The parts of a change that nobody can have meant, undone: those that the failure shows.
pub(super) fn clear(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    let is_wanted = |slip: &Slip<'_>| slip.shows_in(case) && meant::is_clear(case, patch, slip);
    let clear: Vec<Slip<'_>> = all(case, patch).into_iter().filter(is_wanted).collect();
    offers(case, &clear, patch.when(), true)
}

/// The other parts of a change that nobody can have meant, undone.
pub(super) fn clear_elsewhere(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    let is_wanted = |slip: &Slip<'_>| !slip.shows_in(case) && meant::is_clear(case, patch, slip);
    let clear: Vec<Slip<'_>> = all(case, patch).into_iter().filter(is_wanted).collect();
    offers(case, &clear, patch.when(), true)
}

/// The parts of a change that look like slips, undone.
pub(super) fn restored(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    let slips = all(case, patch).into_iter();
    let unclear: Vec<Slip<'_>> = slips
        .filter(|slip| matches!(slip.kind, Kind::Await | Kind::Return | Kind::Other))
        .filter(|slip| case.may_have_a_slip(patch, &slip.hunk.file))
        .collect();
    offers(case, &unclear, patch.when(), false)
}

/// The slips of a change, those in the failing file first.
fn all<'p>(case: &Case<'_>, patch: &'p Patch) -> Vec<Slip<'p>> {
    let hunks = patch.hunks.iter().filter(|hunk| is_code(&hunk.file));
    let mut slips: Vec<Slip<'_>> = hunks.flat_map(slips).collect();
    slips.sort_by_key(|slip| !case.has_place_in(&slip.hunk.file));
    slips
}

fn offers(
    case: &Case<'_>,
    slips: &[Slip<'_>],
    when: &str,
    are_clear: bool,
) -> Result<Vec<Offer>, StrategyError> {
    let mut offers = Vec::new();
    for (rank, slip) in slips.iter().enumerate() {
        let Some(edit) = slip.undone(case)? else {
            continue;
        };
        let rank = u32::try_from(rank).map_or(0.0, f64::from);
        let best = match are_clear {
            true => confidence::likely(),
            false => confidence::possible(),
        };
        offers.push(Offer {
            title: format!("{} near line {} of {}", slip.what, slip.hunk.at, slip.hunk.file),
            reason: format!("so it was {when}, and the rest of the change stays"),
            confidence: best - ranking::next() * rank,
            is_safe: are_clear,
            is_determined: true,
            edits: vec![edit],
        });
    }
    Ok(offers)
}

fn slips(hunk: &Hunk) -> Vec<Slip<'_>> {
    if hunk.old.len().max(hunk.new.len()) > MOST_LINES {
        return Vec::new();
    }
    let (old, new) = (hunk.old.join("\n"), hunk.new.join("\n"));
    let (before, after) = (tokens(&old), tokens(&new));
    let changes = changes(&before, &after);
    let changes = changes.iter().map(|op| Change::of(op, &before, &after));
    changes
        .filter_map(|change| change.slip(hunk, &before, &after))
        .collect()
}

/// Tokens that others replaced.
struct Change<'t> {
    gone: &'t [Token<'t>],
    came: &'t [Token<'t>],
    /// The numbers of the first tokens behind it.
    then: (usize, usize),
}

impl<'t> Change<'t> {
    fn of(op: &DiffOp, before: &'t [Token<'t>], after: &'t [Token<'t>]) -> Self {
        Self {
            gone: &before[op.old_range()],
            came: &after[op.new_range()],
            then: (op.old_range().end, op.new_range().end),
        }
    }

    /// Returns whether it took an `await` from a call that is the same as before up to its arguments.
    fn is_await(&self, before: &[Token<'_>], after: &[Token<'_>]) -> bool {
        let ([word], []) = (self.gone, self.came) else {
            return false;
        };
        let callee = |tokens: &[Token<'_>]| {
            let end = tokens.iter().position(|token| token.text == "(")?;
            let names: Vec<String> = tokens[..=end].iter().map(|token| token.text.to_owned()).collect();
            (end > 0
                && names[..end]
                    .iter()
                    .all(|name| name == "." || name.chars().all(is_word)))
            .then_some(names)
        };
        let (old, new) = (callee(&before[self.then.0..]), callee(&after[self.then.1..]));
        word.text == "await" && old.is_some() && old == new
    }

    /// What a slip of these tokens did; `None` if they are none.
    fn kind(&self, before: &[Token<'_>], after: &[Token<'_>]) -> Option<Kind> {
        let next = || after.get(self.then.1).map_or("", |token| token.text).to_owned();
        match (self.gone, self.came) {
            _ if self.is_await(before, after) => Some(Kind::Await),
            ([word], []) if word.text == "return" => Some(Kind::Return),
            (gone, []) if is_receiver(gone) => Some(Kind::Receiver { member: next() }),
            ([gone], [came]) if matches!(gone.text, "let" | "var") && came.text == "const" => {
                Some(Kind::Constant { name: next() })
            }
            ([gone], [came]) if are_alike(gone.text, came.text) => Some(Kind::Other),
            ([gone], [came]) => Some(Kind::Name {
                gone: gone.text.to_owned(),
                came: came.text.to_owned(),
            }),
            ([sign], []) if matches!(sign.text, "*" | "&") => Some(Kind::Sign {
                sign: sign.text.to_owned(),
                behind: next(),
            }),
            (gone, []) if is_argument(gone) => Some(Kind::Argument),
            (some, []) | ([], some) => is_slight(some).then_some(Kind::Other),
            _ => None,
        }
    }

    fn slip<'h>(&self, hunk: &'h Hunk, before: &[Token<'_>], after: &[Token<'_>]) -> Option<Slip<'h>> {
        let kind = self.kind(before, after)?;
        let (at, text, what) = match (self.gone, self.came) {
            ([gone], [came]) => (
                came.at.clone(),
                gone.text.to_owned(),
                format!("write '{}' instead of '{}' again", gone.text, came.text),
            ),
            (gone, []) => {
                let (at, text) = self.gap(before, after)?;
                (at..at, text, format!("write '{}' again", joined(gone).trim()))
            }
            (_, came) => (
                self.excess(after)?,
                String::new(),
                format!("take '{}' away again", joined(came).trim()),
            ),
        };
        Some(Slip {
            hunk,
            kind,
            at,
            text,
            what,
        })
    }

    /// Where the tokens that are gone stood, and their text there.
    fn gap(&self, before: &[Token<'_>], after: &[Token<'_>]) -> Option<(usize, String)> {
        let all = joined(self.gone);
        let ahead = (self.then.0 - self.gone.len())
            .checked_sub(1)
            .map(|at| before[at].gap);
        let previous = self.then.1.checked_sub(1).map(|at| &after[at]);
        let next = after.get(self.then.1);
        let ends_line = all.contains('\n') || previous.is_none_or(|token| token.gap.contains('\n'));
        match (previous, ahead) {
            (Some(previous), Some(gap)) if !gap.contains('\n') && (ends_line || next.is_none()) => {
                Some((previous.at.end, format!("{gap}{}", all.trim())))
            }
            _ => Some((next?.at.start, all)),
        }
    }

    /// The tokens that came, with the space on one side of them.
    fn excess(&self, after: &[Token<'_>]) -> Option<Range<usize>> {
        let (first, last) = (self.came.first()?, self.came.last()?);
        let ends_line = last.gap.contains('\n');
        let previous = (self.then.1 - self.came.len())
            .checked_sub(1)
            .map(|at| &after[at]);
        Some(
            match previous.filter(|token| ends_line && !token.gap.contains('\n')) {
                Some(previous) => previous.at.end..last.at.end,
                None => first.at.start..last.at.end + if ends_line { 0 } else { last.gap.len() },
            },
        )
    }
}

/// Returns whether tokens are a word that carries meaning, one more or less, or a call without arguments.
fn is_slight(tokens: &[Token<'_>]) -> bool {
    let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    match texts.as_slice() {
        [word] => CARRIERS.contains(word),
        ["+" | "-", number] => number.chars().all(|c| c.is_ascii_digit()),
        [".", name, "(", ")"] => name.chars().all(is_word),
        _ => is_receiver(tokens),
    }
}

/// Returns whether tokens are one element of a list and its comma.
fn is_argument(tokens: &[Token<'_>]) -> bool {
    let is_comma = |token: &Token<'_>| token.text == ",";
    let element = match tokens {
        [first, element @ ..] if is_comma(first) => element,
        [element @ .., last] if is_comma(last) => element,
        _ => return false,
    };
    let mut depth = 0_i32;
    let is_inside = |token: &Token<'_>| {
        depth += match token.text {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        depth > 0 || depth == 0 && !is_comma(token)
    };
    !element.is_empty() && element.iter().all(is_inside) && depth == 0
}

fn is_receiver(tokens: &[Token<'_>]) -> bool {
    let texts: Vec<&str> = tokens.iter().map(|token| token.text).collect();
    matches!(texts.as_slice(), ["this" | "self", "."] | ["Self", ":", ":"])
}

fn are_alike(one: &str, other: &str) -> bool {
    ALIKE.iter().any(|row| row.contains(&one) && row.contains(&other))
}

impl Slip<'_> {
    /// Returns whether the failure points at its lines or the next ones, or misses a name that came with it.
    fn shows_in(&self, case: &Case<'_>) -> bool {
        let name = case.name();
        case.points_at(self.hunk, NEAR) || !name.is_empty() && self.hunk.has(name)
    }

    /// The edit that undoes it; `None` if the file no longer has the lines.
    fn undone(&self, case: &Case<'_>) -> Result<Option<Edit>, StrategyError> {
        let mut old: String = self.hunk.new.join("\n");
        old.replace_range(self.at.clone(), &self.text);
        let lines = Hunk {
            old: old.split('\n').map(str::to_owned).collect(),
            ..self.hunk.clone()
        };
        lines.restored(case.context.workspace)
    }
}
