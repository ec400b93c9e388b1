//! A module of another crate that has become private: what it held may be exported one module above.

use std::ops::Range;

use unbreak_core::{Edit, Fact, Note, StrategyError};

use super::{Found, Rule};
use crate::elsewhere::Subject;
use crate::lines::Lines;
use crate::names::text;
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "leave the private module out of the path",
    answers: |fact| {
        matches!(
            fact,
            Fact::NotVisible {
                is_exported: false,
                ..
            }
        )
    },
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Fact::NotVisible { name, .. } = found.fact else {
        return Ok(Vec::new());
    };
    let workspace = found.case.context.workspace;
    // What the project itself hides can be made visible.
    let is_of_another = |note: &Note| {
        let file = note.location.file.as_deref();
        note.message.ends_with("is defined here") && file.is_some_and(|file| workspace.locate(file).is_none())
    };
    let page = found.case.text;
    let place = text::place(page, &found.diagnostic.location, name).filter(|place| {
        page[..place.start].ends_with("::")
            && page[place.end..].starts_with("::")
            && found.diagnostic.notes.iter().any(is_of_another)
    });
    let Some(place) = place else {
        return Ok(Vec::new());
    };
    let part = place.start..place.end + "::".len();
    let lost = second_import(page, &part).unwrap_or(part);
    let edit = Edit::replace(found.case.file, page, lost, "")?;
    Ok(vec![guess(
        format!("leave '{name}' out of the path"),
        format!("the module '{name}' is private, and what it holds may be exported by the one above"),
        confidence::likely(),
        vec![edit],
    )])
}

/// The line of an import that another line repeats once a part is left out. An attribute would pass to the next item.
fn second_import(page: &str, part: &Range<usize>) -> Option<Range<usize>> {
    let lines = Lines::of(page);
    let line = lines.range(page, lines.line_of(part.start))?;
    let rest = [&page[line.start..part.start], &page[part.end..line.end]].concat();
    let is_import = rest.trim_start().starts_with("use ") && rest.trim_end().ends_with(';');
    let has_attribute = page[..line.start].trim_end().ends_with(']');
    let is_there = || page.lines().any(|other| other.trim() == rest.trim());
    (is_import && !has_attribute && is_there()).then_some(line)
}
