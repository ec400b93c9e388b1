//! The parameters of a definition became the keys of one object: calls that pass them one by one follow.

use std::collections::BTreeSet;

use unbreak_core::{Edit, StrategyError};

use super::patch::Patch;
use super::signature::{Callee, calls, parameter_name};
use super::{Case, Offer};
use crate::code_words::{Family, SCRIPT};
use crate::renaming::pages;
use crate::weights::confidence;

/// The names of the old parameters, if the new list takes one object with all of them instead: as it says itself, or as
/// another call shows.
pub(super) fn gathered(
    family: &'static Family,
    callee: &Callee,
    old: &[String],
    new: &[String],
    patch: &Patch,
) -> Option<Vec<String>> {
    let ([parameter], false) = (new, old.is_empty()) else {
        return None;
    };
    let names: Vec<String> = old
        .iter()
        .map(|parameter| parameter_name(family, parameter).to_owned())
        .collect();
    let has_all =
        |text: &str| keys(text).is_some_and(|keys| names.iter().all(|name| keys.contains(name.as_str())));
    let call = format!("{}(", callee.called);
    let lines = patch.hunks.iter().flat_map(|hunk| &hunk.new);
    let mut passed = lines
        .filter_map(|line| line.split_once(&call))
        .map(|(_, behind)| behind);
    let is_one = std::ptr::eq(family, &raw const SCRIPT)
        && names != [parameter_name(family, parameter)]
        && (has_all(parameter) || passed.any(|behind| behind.starts_with('{') && has_all(behind)));
    is_one.then_some(names)
}

/// The keys of the first object, pattern or type in braces.
fn keys(text: &str) -> Option<BTreeSet<&str>> {
    let inside = text.split_once('{')?.1.split('}').next()?;
    let parts = inside.split([',', ';']);
    let keys = parts.filter_map(|part| part.split([':', '=', '?']).next());
    Some(keys.map(str::trim).collect())
}

/// The calls that still pass one argument for each name, with one object instead.
pub(super) fn passed(
    case: &Case<'_>,
    family: &'static Family,
    callee: &Callee,
    names: &[String],
    module: Option<&str>,
) -> Result<Option<Offer>, StrategyError> {
    let mut edits = Vec::new();
    for page in &pages(case.context.workspace, family, &callee.called) {
        for call in calls(family, page, &callee.called) {
            let texts = call.texts(page);
            let is_old = match texts.as_slice() {
                [] => false,
                [only] => names.len() == 1 && !only.starts_with('{'),
                many => many.len() <= names.len(),
            };
            let is_reported = case
                .places
                .iter()
                .any(|place| place.file == page.file && place.line == call.line);
            let is_certain =
                module.is_some_and(|module| call.qualifier.is_none_or(|before| before == module));
            if !is_old || !(is_certain || is_reported) {
                continue;
            }
            let (Some(first), Some(last)) = (call.arguments.first(), call.arguments.last()) else {
                continue;
            };
            if texts.iter().any(|text| text.starts_with("...")) {
                return Ok(None);
            }
            let entry = |(name, text): (&String, &&str)| match name == text {
                true => name.clone(),
                false => format!("{name}: {text}"),
            };
            let entries: Vec<String> = names.iter().zip(&texts).map(entry).collect();
            let object = format!("{{ {} }}", entries.join(", "));
            edits.push(Edit::replace(
                &page.file,
                &page.text,
                first.start..last.end,
                object,
            )?);
        }
    }
    Ok((!edits.is_empty()).then(|| Offer {
        title: format!("pass an object to '{}'", callee.called),
        reason: format!(
            "a change made the parameters of '{}' the keys of an object",
            callee.called
        ),
        confidence: confidence::likely(),
        is_safe: true,
        is_determined: true,
        edits,
    }))
}
