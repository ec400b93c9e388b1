//! Variables that are assigned before they are declared, or declared and never read.

use std::ops::Range;

use unbreak_core::{DeterminedBy, Edit, Evidence, Fact, StrategyError};

use super::Case;
use crate::closeness::{closeness, is_slip};
use crate::lines::Lines;
use crate::names::text;
use crate::offer::Offer;
use crate::weights::{confidence, similarity};

/// `x = f()` as the first mention of `x`: turns it into a declaration.
pub(super) fn declared(case: &Case<'_>, name: &str) -> Result<Option<Offer>, StrategyError> {
    let Some(reported) = line_of(case) else {
        return Ok(None);
    };
    let mut at = 0;
    let assigned = case.text.split_inclusive('\n').find_map(|line| {
        let start = at;
        at += line.len();
        let (targets, _) = line.split_once(" = ")?;
        let is_target = targets.trim().split(", ").any(|target| target == name);
        is_target.then(|| start + targets.len() + 1)
    });
    // A name that is used above its assignment is something else.
    let Some(equals) = assigned.filter(|&equals| equals < reported.end) else {
        return Ok(None);
    };
    let edit = Edit::insert(case.file, case.text, equals, ":")?;
    let title = format!("declare '{name}' where it is given a value");
    let reason = "nothing declares it, and this is the first that is said of it";
    Ok(Some(Offer {
        rule: crate::rule::go::undefined_name::DECLARE,
        ..case.offer(title, reason, confidence::only(), edit)
    }))
}

/// A variable that nothing reads: removes its declaration, and keeps a value that may have an effect.
pub(super) fn unused(case: &Case<'_>, name: &str) -> Result<Option<Offer>, StrategyError> {
    // It may be the intended spelling of another unknown name.
    let is_meant = case.context.diagnostics.iter().any(|other| match &other.fact {
        Some(Fact::UndefinedName { name: missed, .. }) => closeness(missed, name) >= similarity::floor(),
        _ => false,
    });
    if let Some(offer) = misspelt(case, name)? {
        return Ok(Some(offer));
    }
    let Some(line) = line_of(case).filter(|_| !is_meant) else {
        return Ok(None);
    };
    if let Some(offer) = of_a_loop(case, &line, name)? {
        return Ok(Some(offer));
    }
    let written = &case.text[line.clone()];
    let value = written.trim().strip_prefix(name).map(str::trim_start);
    let value = value.and_then(|rest| rest.strip_prefix(":= "));
    let is_var = written.trim().starts_with(&format!("var {name} "));
    let acts = |value: &str| value.contains('(') || value.contains("<-") || value.ends_with('{');
    let edit = match value {
        Some(value) if acts(value) => {
            let place = text::place(case.text, &case.analysis.diagnostic.location, name);
            let operator = case.text[line.clone()].find(":=").map(|at| line.start + at);
            let (Some(place), Some(operator)) = (place, operator) else {
                return Ok(None);
            };
            Edit::replace(case.file, case.text, place.start..operator + 2, "_ =")?
        }
        Some(_) => Edit::replace(case.file, case.text, line, "")?,
        None if is_var && !acts(written) => Edit::replace(case.file, case.text, line, "")?,
        None => return Ok(None),
    };
    let title = format!("remove the unused variable '{name}'");
    let reason = "nothing reads it, and Go refuses such variables";
    // Its use may be missing.
    Ok(Some(Offer {
        evidence: DeterminedBy::Fitting.into(),
        ..case.offer(title, reason, confidence::plausible(), edit)
    }))
}

/// The undefined name that was meant where a variable is declared, which nothing reads: one slip apart, and written
/// more often.
fn intended<'c>(case: &'c Case<'_>, name: &str) -> Option<&'c str> {
    let mut missed: Vec<&str> = Vec::new();
    for other in case.context.diagnostics {
        if let Some(Fact::UndefinedName { name, .. }) = &other.fact
            && other.file() == case.analysis.diagnostic.file()
            && !missed.contains(&name.as_str())
        {
            missed.push(name.as_str());
        }
    }
    let [wanted] = missed.as_slice() else {
        return None;
    };
    if !is_slip(name, wanted) {
        return None;
    }
    let texts = case.texts("go");
    let count = |name: &str| -> usize {
        let uses = texts.iter().map(|(_, text)| {
            text::words_in(text)
                .filter(|word| &text[word.clone()] == name)
                .count()
        });
        uses.sum()
    };
    (count(wanted) > count(name)).then_some(wanted)
}

/// Returns whether a variable that nothing reads was meant to have this name.
pub(super) fn is_intended(case: &Case<'_>, name: &str) -> bool {
    let here = case.analysis.diagnostic.file();
    let others = case
        .context
        .diagnostics
        .iter()
        .filter(|other| other.file() == here);
    let mut idle = others.filter_map(|other| match &other.fact {
        Some(Fact::UnusedName { name, .. }) => Some(name),
        _ => None,
    });
    idle.any(|idle| intended(case, idle) == Some(name))
}

/// A variable whose declaration is misspelt.
fn misspelt(case: &Case<'_>, name: &str) -> Result<Option<Offer>, StrategyError> {
    let Some(wanted) = intended(case, name) else {
        return Ok(None);
    };
    let Some(place) = text::place(case.text, &case.analysis.diagnostic.location, name) else {
        return Ok(None);
    };
    let edit = Edit::replace(case.file, case.text, place, wanted)?;
    let title = format!("declare '{wanted}' instead of '{name}'");
    let reason = "nothing reads the one, and nothing declares the other, which is written more often";
    Ok(Some(case.offer(title, reason, confidence::resolved(), edit)))
}

/// A variable of a loop over a range: a blank takes its place, or nothing where it is the last.
fn of_a_loop(case: &Case<'_>, line: &Range<usize>, name: &str) -> Result<Option<Offer>, StrategyError> {
    let written = &case.text[line.clone()];
    let names = written.trim_start().strip_prefix("for ");
    let names = names.and_then(|rest| Some(rest.split_once(" := range ")?.0));
    let places = names.map(|names| names.split(", ").collect::<Vec<_>>());
    let start = line.start + written.find("for ").unwrap_or_default() + "for ".len();
    let (range, blank) = match places.as_deref() {
        Some([first, second]) if *first == name && *second != "_" => (start..start + name.len(), "_"),
        Some([first, second]) if *second == name && *first != "_" => {
            let end = start + first.len();
            (end..end + ", ".len() + name.len(), "")
        }
        _ => return Ok(None),
    };
    let edit = Edit::replace(case.file, case.text, range, blank)?;
    let title = format!("leave '{name}' of the loop unnamed");
    let reason = "nothing in the loop reads it, and Go refuses such variables";
    let mut evidence: Evidence = DeterminedBy::Convention.into();
    // Its use may be missing.
    evidence.may_change_meaning = true;
    Ok(Some(Offer {
        evidence,
        ..case.offer(title, reason, confidence::likely(), edit)
    }))
}

/// The line that is reported, with its end.
fn line_of(case: &Case<'_>) -> Option<Range<usize>> {
    let line = case.analysis.diagnostic.location.line?;
    let range = Lines::of(case.text).range(case.text, line)?;
    let end = case.text[range.end..]
        .find('\n')
        .map_or(case.text.len(), |at| range.end + at + 1);
    Some(
        range.start..if case.text[..range.end].ends_with('\n') {
            range.end
        } else {
            end
        },
    )
}
