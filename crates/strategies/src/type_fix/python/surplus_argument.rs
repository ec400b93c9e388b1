//! A call that passes more by position than the callee takes.

use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Fact, FixError};

use super::function::{Function, Parameter};
use super::place::Place;
use super::{Rule, lost_parameter};
use crate::proposal::{Offer, fitting, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "remove the surplus argument",
    answers: |fact| matches!(fact, Fact::SurplusArgument { .. }),
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for call in place.calls(place.callee()) {
        let args = &call.arguments.args;
        if args.iter().any(|arg| matches!(arg, Expr::Starred(_))) {
            continue;
        }
        for function in place.callees(call) {
            let taken = function.positional.len();
            if function.takes_rest || args.len() <= taken {
                continue;
            }
            if let Some(offer) = receiver_twice(place, call, &function)? {
                offers.push(offer);
                continue;
            }
            // The definition is at fault where it reads a name that nothing binds.
            if !lost_parameter::unbound(place.project, &function).is_empty() {
                continue;
            }
            offers.extend(by_keyword(place, call, &function)?);
            offers.extend(without(place, call, &function)?);
        }
    }
    Ok(offers)
}

/// `self.area(self, 2)`.
fn receiver_twice(
    place: &Place<'_>,
    call: &ExprCall,
    function: &Function,
) -> Result<Option<Offer>, FixError> {
    let Expr::Attribute(callee) = &*call.func else {
        return Ok(None);
    };
    let args = &call.arguments.args;
    let is_twice = place.slice(&*callee.value) == place.slice(&args[0]);
    if !is_twice || !function.is_method || args.len() != function.positional.len() + 1 {
        return Ok(None);
    }
    let end = args.get(1).map_or(args[0].end(), Ranged::start);
    let edit = place.replace(TextRange::new(args[0].start(), end), "")?;
    let title = format!("do not pass '{}' again", place.slice(&args[0]));
    Ok(Some(safe(
        title,
        "a method is passed what it is called on",
        confidence::resolved(),
        vec![edit],
    )))
}

/// Turns surplus positional arguments into keyword arguments for keyword-only parameters, in their order.
fn by_keyword(place: &Place<'_>, call: &ExprCall, function: &Function) -> Result<Option<Offer>, FixError> {
    let surplus = &call.arguments.args[function.positional.len()..];
    let given = |name: &str| call.arguments.find_keyword(name).is_some();
    let free: Vec<&Parameter> = function
        .keyword_only
        .iter()
        .filter(|own| !given(&own.name))
        .collect();
    let required: Vec<&Parameter> = free.iter().copied().filter(|own| !own.is_optional).collect();
    let wanted = if required.len() == surplus.len() {
        required
    } else {
        free
    };
    if wanted.len() != surplus.len() {
        return Ok(None);
    }
    let edits = surplus
        .iter()
        .zip(&wanted)
        .map(|(arg, own)| place.insert(arg.start(), format!("{}=", own.name)));
    let edits: Result<Vec<_>, _> = edits.collect();
    let names: Vec<&str> = wanted.iter().map(|own| own.name.as_str()).collect();
    let title = format!("pass {} by keyword", names.join(" and "));
    Ok(Some(safe(
        title,
        "the callee takes it by keyword only",
        confidence::resolved(),
        edits?,
    )))
}

/// Removes arguments without a parameter from the call, when that has no other effect.
fn without(place: &Place<'_>, call: &ExprCall, function: &Function) -> Result<Option<Offer>, FixError> {
    let args = &call.arguments.args;
    let has_effect =
        |arg: &Expr| !matches!(arg, Expr::Name(_) | Expr::Attribute(_)) && !arg.is_literal_expr();
    let is_parameter = |arg: &Expr| function.positional.iter().any(|own| own.name == place.slice(arg));
    let over = args.len() - function.positional.len();
    let strangers: Vec<usize> = (0..args.len()).filter(|&at| !is_parameter(&args[at])).collect();
    let dropped: Vec<usize> = if strangers.len() == over {
        strangers
    } else {
        (function.positional.len()..args.len()).collect()
    };
    if dropped.iter().any(|&at| has_effect(&args[at])) {
        return Ok(None);
    }
    let runs = dropped.chunk_by(|one, next| one + 1 == *next);
    let edits: Result<Vec<_>, _> = runs.map(|run| place.replace(spread(args, run), "")).collect();
    let written: Vec<&str> = dropped.iter().map(|&at| place.slice(&args[at])).collect();
    let title = format!("do not pass '{}'", written.join(", "));
    Ok(Some(fitting(
        title,
        "the callee has no parameter for it",
        confidence::open(),
        edits?,
    )))
}

/// Neighbouring arguments with the comma that goes with them.
fn spread(args: &[Expr], run: &[usize]) -> TextRange {
    let (first, last) = (run[0], run[run.len() - 1]);
    match first.checked_sub(1) {
        Some(before) => TextRange::new(args[before].end(), args[last].end()),
        None => TextRange::new(
            args[0].start(),
            args.get(last + 1).map_or(args[last].end(), Ranged::start),
        ),
    }
}
