//! More or fewer names than values.

use ruff_python_ast::{AnyNodeRef, Expr, Stmt};
use ruff_text_size::Ranged;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::function::returned;
use super::place::Place;
use crate::proposal::{Offer, fitting, safe};
use crate::python::classes::last_name;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "correct the unpacking",
    answers: |fact| match fact {
        Fact::NotIterable { found } => found
            .as_deref()
            .is_some_and(|kind| matches!(kind, "int" | "float" | "bool")),
        fact => matches!(fact, Fact::WrongValueCount { .. }),
    },
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for (targets, iterated) in loops(place) {
        if targets == 2 {
            offers.extend(items(place, iterated)?);
        }
    }
    if let Some(Stmt::Assign(assign)) = place.statement()
        && let ([target], Expr::Call(call)) = (&*assign.targets, &*assign.value)
        && let Expr::Tuple(names) = target
    {
        let given = results(place, call);
        if let Some(surplus) = given
            .and_then(|given| given.checked_sub(names.elts.len()))
            .filter(|over| *over > 0)
            && let Some(last) = names.elts.last()
        {
            let edit = place.insert(last.end(), ", _".repeat(surplus))?;
            let reason = "the function returns more than there are names for";
            offers.push(fitting(
                "leave what is over unnamed",
                reason,
                confidence::possible(),
                vec![edit],
            ));
        }
    }
    Ok(offers)
}

/// The loops and comprehensions on the line: the number of names they bind, and the iterated value.
fn loops<'a>(place: &Place<'a>) -> Vec<(usize, &'a Expr)> {
    let count = |target: &Expr| target.as_tuple_expr().map_or(1, |tuple| tuple.elts.len());
    let mut found: Vec<(usize, &Expr)> = Vec::new();
    if let Some(Stmt::For(statement)) = place.statement() {
        found.push((count(&statement.target), &*statement.iter));
    }
    let comprehensions = place.nodes_of_line().into_iter().filter_map(|node| match node {
        AnyNodeRef::Comprehension(comprehension) => Some(comprehension),
        _ => None,
    });
    found.extend(comprehensions.map(|own| (count(&own.target), &own.iter)));
    found
}

/// Keys and values of a dictionary, or numbers and elements of another iterable.
fn items(place: &Place<'_>, iterated: &Expr) -> Result<Option<Offer>, FixError> {
    if !matches!(iterated, Expr::Name(_) | Expr::Attribute(_) | Expr::Subscript(_)) {
        return Ok(None);
    }
    let written = place.slice(iterated);
    if is_dictionary(place, iterated) {
        let edit = place.insert(iterated.end(), ".items()")?;
        let reason = format!("'{written}' is a dictionary: going through it gives its keys alone");
        return Ok(Some(safe(
            format!("go through '{written}.items()'"),
            reason,
            confidence::only(),
            vec![edit],
        )));
    }
    let edits = place.wrap(iterated, "enumerate(", ")")?;
    let reason = format!("two names want two values, and '{written}' holds single ones");
    Ok(Some(fitting(
        format!("count the elements of '{written}'"),
        reason,
        confidence::open(),
        edits,
    )))
}

/// Returns whether a value was made as a dictionary, or is annotated as one.
fn is_dictionary(place: &Place<'_>, value: &Expr) -> bool {
    const KINDS: &[&str] = &["dict", "defaultdict", "Counter", "OrderedDict"];
    let source = &place.parsed.source;
    let written = place.slice(value);
    let makes = |made: &Expr| match made {
        Expr::Dict(_) | Expr::DictComp(_) => true,
        Expr::Call(call) => last_name(&call.func).is_some_and(|name| KINDS.contains(&name)),
        _ => false,
    };
    let is_type = |annotation: &Expr| {
        let name = last_name(annotation).unwrap_or_default();
        KINDS.contains(&name) || matches!(name, "Dict" | "Mapping" | "MutableMapping" | "DefaultDict")
    };
    let mut evidence = false;
    source.each_node(|node| match node {
        AnyNodeRef::StmtAssign(assign) => {
            evidence |=
                assign.targets.iter().any(|target| place.slice(target) == written) && makes(&assign.value);
        }
        AnyNodeRef::StmtAnnAssign(assign) => {
            evidence |= place.slice(&*assign.target) == written && is_type(&assign.annotation);
        }
        AnyNodeRef::Parameter(parameter) => {
            let annotation = parameter.annotation.as_deref();
            evidence |= parameter.name.as_str() == written && annotation.is_some_and(is_type);
        }
        _ => {}
    });
    evidence
}

/// The number of values that a call returns, if the function always returns the same number.
fn results(place: &Place<'_>, call: &ruff_python_ast::ExprCall) -> Option<usize> {
    let callees = place.callees(call);
    let [callee] = callees.as_slice() else {
        return None;
    };
    let mut count = None;
    callee.home.source.each_statement(|statement| {
        if let Stmt::FunctionDef(function) = statement
            && Some(function.range) == callee.range
        {
            let sizes: Option<Vec<usize>> = returned(function)
                .into_iter()
                .map(|value| Some(value.as_tuple_expr()?.elts.len()))
                .collect();
            count = sizes.filter(|sizes| sizes.windows(2).all(|pair| pair[0] == pair[1]));
        }
    });
    count?.first().copied()
}
