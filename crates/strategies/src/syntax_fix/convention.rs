//! Repairs that nothing has to be searched for: the language fixes what replaces the old form.

use unbreak_core::{Confidence, DeterminedBy, Fix, RuleId, StrategyError};

use super::{ID, Target, patch, python};
use crate::rule;
use crate::weights::points;

/// The mark that some editors put before a text. Most readers of data take it for a part of it.
#[cfg(feature = "languages")]
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The rewrite of a file, if that is all that it needs. `line` is where the fault was reported.
pub(super) fn fix(target: &Target, text: &str, line: Option<u32>) -> Result<Option<Fix>, StrategyError> {
    let rewritten = without_mark(target, text)
        .or_else(|| without_trailing_commas(target, text))
        .or_else(|| in_python_3(target, text, line));
    rewritten
        .map(|(rule, title, why, after)| {
            let edits = patch::edits(&target.file, text, &after)?;
            Ok(Fix::new(ID, title, Confidence::new(points::convention()))
                .by(rule)
                .evidence(DeterminedBy::Convention)
                .because(why)
                .of_this_text()
                .edits(edits))
        })
        .transpose()
}

/// A rule, a title, a reason and the text after the rewrite.
type Rewritten = (RuleId, &'static str, &'static str, String);

fn in_python_3(target: &Target, text: &str, line: Option<u32>) -> Option<Rewritten> {
    let after = (!target.is_dialect())
        .then(|| python::converted(text, line))
        .flatten()?;
    let why = "the file is written in Python 2; Python 3 defines what replaces each of these forms";
    Some((
        rule::python::syntax::OLD_VERSION,
        "rewrite Python 2 as Python 3",
        why,
        after,
    ))
}

#[cfg(feature = "languages")]
fn without_mark(target: &Target, text: &str) -> Option<Rewritten> {
    let (dialect, _) = target.dialect.filter(|(dialect, _)| dialect.is_data())?;
    let after = text
        .strip_prefix(BYTE_ORDER_MARK)
        .filter(|rest| dialect.accepts(rest))?;
    let why = "the file begins with a byte order mark, which its readers refuse";
    Some((
        rule::data::syntax::BYTE_ORDER_MARK,
        "remove the byte order mark",
        why,
        after.to_owned(),
    ))
}

/// A comma before a closing bracket says nothing, and JSON forbids it.
#[cfg(feature = "languages")]
fn without_trailing_commas(target: &Target, text: &str) -> Option<Rewritten> {
    let (dialect, _) = target.dialect.filter(|_| target.file.extension() == "json")?;
    let mut after = String::with_capacity(text.len());
    // The length of `after` up to a comma that only blanks have followed.
    let mut comma = None;
    let mut count = 0;
    let (mut is_string, mut is_escaped) = (false, false);
    for c in text.chars() {
        if is_string {
            is_string = c != '"' || is_escaped;
            is_escaped = c == '\\' && !is_escaped;
        } else {
            match c {
                '"' => is_string = true,
                '}' | ']' if comma.is_some() => {
                    count += 1;
                    comma.take().map(|at: usize| after.remove(at));
                }
                _ => {}
            }
            if !c.is_whitespace() {
                comma = (c == ',').then_some(after.len());
            }
        }
        after.push(c);
    }
    let title = match count {
        0 => return None,
        1 => "remove the comma after the last item",
        _ => "remove the commas after the last items",
    };
    let why = "JSON has no comma after the last item of a list or an object";
    dialect
        .accepts(&after)
        .then_some((rule::json::syntax::TRAILING_COMMA, title, why, after))
}

#[cfg(not(feature = "languages"))]
fn without_trailing_commas(_: &Target, _: &str) -> Option<Rewritten> {
    None
}

#[cfg(not(feature = "languages"))]
fn without_mark(_: &Target, _: &str) -> Option<Rewritten> {
    None
}
