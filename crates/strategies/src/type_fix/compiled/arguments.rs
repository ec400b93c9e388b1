//! Arguments that are swapped, missing or too many, by the callee's signature in the workspace.

use tree_sitter::Node;
use unbreak_core::{Fact, FixError, ValueRole};

use super::Rule;
use super::site::{Parameter, Site};
use super::types;
use crate::proposal::{Offer, fitting, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "repair the arguments",
    endings: &["java", "go", "rs", "ts"],
    answers: |fact| match fact {
        Fact::TypeMismatch { role: Some(role), .. } => *role == ValueRole::Argument,
        Fact::TypeMismatch { found, expected, .. } => found.is_some() && expected.is_some(),
        fact => matches!(fact, Fact::WrongArguments { .. }),
    },
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some((call, name, arguments)) = site.call() else {
        return Ok(Vec::new());
    };
    let signatures = match types::constructed(site, call) {
        Some(signature) => vec![signature],
        None => site.signatures(&name),
    };
    let [signature] = signatures.as_slice() else {
        return Ok(Vec::new());
    };
    let offer = match arguments.len().cmp(&signature.len()) {
        std::cmp::Ordering::Equal => match swapped(site, &arguments, signature)? {
            Some(offer) => Some(offer),
            None => exchanged(site, &arguments, signature)?,
        },
        std::cmp::Ordering::Less => completed(site, call, &name, &arguments, signature)?,
        std::cmp::Ordering::Greater => shortened(site, &arguments, signature)?,
    };
    Ok(offer.into_iter().collect())
}

/// Returns whether an argument may stand for a parameter: by its type where that is known, else by its name.
fn fits(site: &Site<'_>, argument: Node<'_>, parameter: &Parameter) -> Option<bool> {
    if let (Some(found), Some(wanted)) = (site.type_of(argument), &parameter.kind) {
        return Some(is_same(&found, wanted) || is_constant(argument) && is_number(wanted));
    }
    (site.slice(argument) == parameter.name).then_some(true)
}

const WHOLE: &[&str] = &[
    "int", "long", "short", "byte", "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize",
    "int64", "int32",
];
const BROKEN: &[&str] = &["double", "float", "f32", "f64", "float32", "float64"];

/// Returns whether it is a literal whole number, which Go and Java accept as a number of any kind.
fn is_constant(argument: Node<'_>) -> bool {
    matches!(argument.kind(), "int_literal" | "decimal_integer_literal")
}

fn is_number(kind: &str) -> bool {
    WHOLE.contains(&kind) || BROKEN.contains(&kind)
}

/// Returns whether a value of the first type may be passed for the second, as far as their names say.
fn is_same(found: &str, wanted: &str) -> bool {
    let both = |kinds: &[&str]| kinds.contains(&found) && kinds.contains(&wanted);
    found == wanted || both(WHOLE) || both(BROKEN)
}

/// Two arguments that fit each other's place. The first does not fit its own, and the second is not known to.
fn swapped(
    site: &Site<'_>,
    arguments: &[Node<'_>],
    signature: &[Parameter],
) -> Result<Option<Offer>, FixError> {
    let fit = |argument: usize, place: usize| fits(site, arguments[argument], &signature[place]);
    let is_pair = |a: usize, b: usize| {
        fit(a, a) == Some(false)
            && fit(b, b) != Some(true)
            && fit(a, b) == Some(true)
            && fit(b, a) == Some(true)
    };
    let count = arguments.len();
    let all = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
    let mut pairs: Vec<(usize, usize)> = all.filter(|(a, b)| is_pair(*a, *b)).collect();
    // Where neither fits its own place, both orders are the same pair.
    pairs.retain({
        let all = pairs.clone();
        move |(a, b)| a < b || !all.contains(&(*b, *a))
    });
    let [(a, b)] = *pairs.as_slice() else {
        return Ok(None);
    };
    let (first, second) = (site.slice(arguments[a]), site.slice(arguments[b]));
    let edits = vec![
        site.replace(arguments[a].byte_range(), second)?,
        site.replace(arguments[b].byte_range(), first)?,
    ];
    let title = format!("swap '{first}' and '{second}'");
    let offer = match fit(b, b) {
        Some(_) => safe(
            title,
            "each is of the type that the other should have",
            confidence::only(),
            edits,
        ),
        None => fitting(
            title,
            "the first is of no use there, and both fit the other way round",
            confidence::likely(),
            edits,
        ),
    };
    Ok(Some(offer))
}

/// An argument of a type that another parameter alone has: the message says it, where the text does not.
fn exchanged(
    site: &Site<'_>,
    arguments: &[Node<'_>],
    signature: &[Parameter],
) -> Result<Option<Offer>, FixError> {
    let found = match site.fact {
        Fact::TypeMismatch { found, .. } => found.as_deref(),
        _ => None,
    };
    let at = |argument: &Node<'_>| argument.byte_range().contains(&site.at.start);
    let (Some(found), Some(here)) = (found, arguments.iter().position(at)) else {
        return Ok(None);
    };
    let takes = |place: &usize| signature[*place].kind.as_deref() == Some(found);
    let places: Vec<usize> = (0..signature.len()).filter(takes).collect();
    let [there] = *places.as_slice() else {
        return Ok(None);
    };
    let stays = fits(site, arguments[there], &signature[there]) == Some(true);
    let cannot_come = fits(site, arguments[there], &signature[here]) == Some(false);
    if there == here || stays || cannot_come {
        return Ok(None);
    }
    let (first, second) = (site.slice(arguments[here]), site.slice(arguments[there]));
    let edits = vec![
        site.replace(arguments[here].byte_range(), second)?,
        site.replace(arguments[there].byte_range(), first)?,
    ];
    let title = format!("swap '{first}' and '{second}'");
    let reason = format!("'{first}' is what '{}' should be", signature[there].name);
    Ok(Some(fitting(title, reason, confidence::preferred(), edits)))
}

/// The one parameter without an argument, when a value of its name is in sight.
fn completed(
    site: &Site<'_>,
    call: Node<'_>,
    callee: &str,
    arguments: &[Node<'_>],
    signature: &[Parameter],
) -> Result<Option<Offer>, FixError> {
    if arguments.len() + 1 != signature.len() {
        return Ok(None);
    }
    let values = site.values();
    let is_free = |parameter: &Parameter| {
        let is_passed = arguments
            .iter()
            .any(|argument| site.slice(*argument) == parameter.name);
        let in_sight = values.iter().rev().find(|value| value.name == parameter.name);
        let has_type = in_sight.is_some_and(|value| value.kind.is_none() || value.kind == parameter.kind);
        has_type && !is_passed
    };
    // The parts before and behind the gap must be able to stay.
    let leaves_room = |gap: usize| {
        let before = arguments[..gap].iter().zip(&signature[..gap]);
        let behind = arguments[gap..].iter().zip(&signature[gap + 1..]);
        before
            .chain(behind)
            .all(|(argument, parameter)| fits(site, *argument, parameter) != Some(false))
    };
    let gaps: Vec<usize> = (0..signature.len())
        .filter(|gap| is_free(&signature[*gap]) && leaves_room(*gap))
        .collect();
    let ([gap], Some(list)) = (gaps.as_slice(), call.child_by_field_name("arguments")) else {
        return Ok(None);
    };
    // A function that calls itself with what it was given never ends.
    let mut passed: Vec<&str> = arguments.iter().map(|argument| site.slice(*argument)).collect();
    let name = &signature[*gap].name;
    passed.insert(*gap, name);
    let is_all = passed
        .iter()
        .zip(signature)
        .all(|(value, own)| *value == own.name);
    if is_all && is_within(site, call, callee) {
        return Ok(None);
    }
    let edit = match (arguments.get(*gap), arguments.last()) {
        (Some(next), _) => site.insert(next.start_byte(), format!("{name}, "))?,
        (None, Some(last)) => site.insert(last.end_byte(), format!(", {name}"))?,
        (None, None) => site.insert(list.start_byte() + 1, name.as_str())?,
    };
    let reason = "the callee needs it, and a value of that name is in sight";
    Ok(Some(safe(
        format!("pass '{name}'"),
        reason,
        confidence::likely(),
        vec![edit],
    )))
}

/// Returns whether a node is in the function of a name.
fn is_within(site: &Site<'_>, node: Node<'_>, function: &str) -> bool {
    let mut around = std::iter::successors(node.parent(), Node::parent);
    around.any(|outer| {
        let name = outer.child_by_field_name("name");
        outer.child_by_field_name("parameters").is_some()
            && name.is_some_and(|name| site.slice(name) == function)
    })
}

/// The call without the arguments that no parameter takes, when they do nothing by themselves.
fn shortened(
    site: &Site<'_>,
    arguments: &[Node<'_>],
    signature: &[Parameter],
) -> Result<Option<Offer>, FixError> {
    let over = arguments.len() - signature.len();
    let is_parameter = |argument: &Node<'_>| signature.iter().any(|own| own.name == site.slice(*argument));
    let strangers: Vec<usize> = (0..arguments.len())
        .filter(|at| !is_parameter(&arguments[*at]))
        .collect();
    let dropped = if strangers.len() == over {
        strangers
    } else {
        (signature.len()..arguments.len()).collect()
    };
    let is_idle = |node: Node<'_>| {
        let is_literal = site
            .language
            .literals
            .iter()
            .any(|(kind, _)| *kind == node.kind());
        is_literal || node.kind() == "identifier"
    };
    if dropped.iter().any(|at| !is_idle(arguments[*at])) {
        return Ok(None);
    }
    let mut edits = Vec::new();
    for &at in &dropped {
        let leads = (0..at).all(|before| dropped.contains(&before));
        let range = match (leads, arguments.get(at + 1)) {
            (true, Some(next)) => arguments[at].start_byte()..next.start_byte(),
            (true, None) => arguments[at].byte_range(),
            (false, _) => arguments[at - 1].end_byte()..arguments[at].end_byte(),
        };
        edits.push(site.replace(range, "")?);
    }
    let written: Vec<&str> = dropped.iter().map(|at| site.slice(arguments[*at])).collect();
    let title = format!("do not pass '{}'", written.join(", "));
    Ok(Some(fitting(
        title,
        "the callee has no parameter for it",
        confidence::open(),
        edits,
    )))
}
