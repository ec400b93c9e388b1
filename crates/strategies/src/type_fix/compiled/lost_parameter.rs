//! A parameter that a function lost: its body reads the name, and the calls pass a value for it.
//!
//! rustc tells the place and the type of the value that a call passes too many. In TypeScript the values are literals,
//! and JavaScript needs no type.

mod passed;
mod told;

use tree_sitter::Node;
use unbreak_core::{Evidence, Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::code_words::{SCRIPT, has_word, is_word};
use crate::proposal::{Offer, fitting, safe};
use crate::renaming::{pages, parameters};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "restore the parameter",
    endings: &["cjs", "js", "jsx", "mjs", "rs", "ts", "tsx"],
    answers: |fact| matches!(fact, Fact::UndefinedName { .. }),
    offers,
};

/// A parameter that a function lost.
struct Lost<'t> {
    /// The list of parameters.
    list: Node<'t>,
    /// The name under which the function is called, or what it is passed to.
    function: String,
    /// The place of the parameter in the list.
    index: usize,
    /// Its type, in languages that need one.
    kind: Option<String>,
    /// Whether it can be in no other place.
    is_clear: bool,
}

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::UndefinedName { name, .. } = site.fact else {
        return Ok(Vec::new());
    };
    let lost = match site.file.extension() {
        "rs" => told::lost(site),
        "ts" | "tsx" => literal(site, name),
        _ => passed::lost(site, name),
    };
    let Some(lost) = lost else {
        return Ok(Vec::new());
    };
    let written = match &lost.kind {
        Some(kind) => format!("{name}: {kind}"),
        None => name.clone(),
    };
    let start = lost.list.start_byte();
    let at = parameters::listed(site.slice(lost.list)).unwrap_or_default();
    let edit = match (at.get(lost.index), at.last()) {
        (Some(next), _) => site.insert(start + next.start, format!("{written}, "))?,
        (None, Some(last)) => site.insert(start + last.end, format!(", {written}"))?,
        (None, None) => site.insert(start + 1, written.clone())?,
    };
    let own_name = &lost.function;
    let title = format!("restore the parameter '{name}' of {own_name}");
    let reason = format!("the body of {own_name} reads '{name}', which nothing binds, and its calls pass it");
    let offer = match lost.is_clear {
        true => safe(title, reason, confidence::resolved(), vec![edit]),
        false => Offer {
            evidence: Evidence::search(true),
            ..fitting(title, reason, confidence::preferred(), vec![edit])
        },
    };
    Ok(vec![offer])
}

/// In TypeScript, the parameter for which every call passes a literal of the same type.
fn literal<'s>(site: &'s Site<'_>, name: &str) -> Option<Lost<'s>> {
    let function = site.function()?;
    let own = function.child_by_field_name("name")?;
    let list = function.child_by_field_name("parameters")?;
    let own_name = site.slice(own);
    let taken = parameters::parts(site.slice(list)).unwrap_or_default();
    let is_simple = taken
        .iter()
        .all(|part| !part.starts_with("...") && !part.contains(['=', '?']));
    let calls = calls(site, own_name, own.start_byte());
    let passes_it = !calls.is_empty() && calls.iter().all(|call| call.len() == taken.len() + 1);
    if !is_simple || !passes_it {
        return None;
    }
    let (index, is_clear) = place(&taken, name, &calls);
    let kinds: Vec<&str> = calls
        .iter()
        .map(|call| kind(&call[index]))
        .collect::<Option<_>>()?;
    let kind = *kinds.first()?;
    kinds.iter().all(|other| *other == kind).then(|| Lost {
        list,
        function: format!("'{own_name}'"),
        index,
        kind: Some(kind.to_owned()),
        is_clear,
    })
}

/// The arguments of each call of the function in the project.
fn calls(site: &Site<'_>, callee: &str, definition: usize) -> Vec<Vec<String>> {
    let mut calls = Vec::new();
    for page in pages(site.workspace, &SCRIPT, callee) {
        let is_defined = |at: usize| page.file == *site.file && at == definition;
        let places = page.places.iter().filter(|place| !is_defined(place.start));
        let lists = places.filter_map(|place| parameters::parts(&page.text[place.end..]));
        calls.extend(lists.map(|list| list.into_iter().map(str::to_owned).collect::<Vec<_>>()));
    }
    calls
}

/// The place at which most arguments are called as their parameters, and whether there is no other; the last
/// place of several.
fn place(taken: &[&str], lost: &str, calls: &[Vec<String>]) -> (usize, bool) {
    let names: Vec<&str> = taken.iter().map(|part| &part[..word_end(part)]).collect();
    let score = |index: usize| {
        let mut all = names.clone();
        all.insert(index, lost);
        let fits = |call: &Vec<String>| {
            let pairs = call.iter().zip(&all);
            pairs
                .filter(|(value, name)| value == *name || has_word(value, name))
                .count()
        };
        calls.iter().map(fits).sum::<usize>()
    };
    let can_stay = |index: &usize| {
        let stays = |call: &Vec<String>| {
            let others = call.iter().enumerate().filter(|(at, _)| at != index);
            let mut pairs = others.map(|(_, value)| value).zip(taken);
            pairs.all(|(value, part)| may_be(value, part))
        };
        calls.iter().all(stays)
    };
    let possible: Vec<usize> = (0..=names.len()).filter(can_stay).collect();
    let most = possible
        .iter()
        .map(|index| score(*index))
        .max()
        .unwrap_or_default();
    let best: Vec<usize> = possible
        .into_iter()
        .filter(|index| score(*index) == most)
        .collect();
    (best.last().copied().unwrap_or_default(), best.len() == 1)
}

/// Returns whether a value may be passed for a parameter, as far as a literal and a plain type say.
fn may_be(value: &str, parameter: &str) -> bool {
    let wanted = parameter.split_once(':').map_or("", |(_, kind)| kind.trim());
    let is_plain = matches!(wanted, "number" | "string" | "boolean");
    match kind(value) {
        Some(kind) => kind == wanted || !is_plain && !wanted.ends_with("[]"),
        None => !(is_plain && value.starts_with(['[', '{'])),
    }
}

fn word_end(part: &str) -> usize {
    part.find(|c| !is_word(c)).unwrap_or(part.len())
}

/// The type of a literal.
fn kind(value: &str) -> Option<&'static str> {
    let is_number = value.trim_start_matches('-').parse::<f64>().is_ok();
    match value {
        "true" | "false" => Some("boolean"),
        _ if is_number => Some("number"),
        _ if value.starts_with(['"', '\'', '`']) && value.ends_with(['"', '\'', '`']) => Some("string"),
        _ => None,
    }
}
