//! A call of something that is not callable: a property, a list, a module.

use ruff_python_ast::{Expr, ExprCall, Stmt};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::function::functions;
use super::place::Place;
use crate::proposal::{Offer, fitting, safe};
use crate::python::classes::{Member, class_of, last_name};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "use the value without calling it",
    answers: |fact| matches!(fact, Fact::NotCallable { .. }),
    offers,
};

/// Builtin functions whose names are often taken for a variable: there the variable is at fault.
const TAKEN: &[&str] = &["dict", "list", "max", "min", "set", "str", "sum", "tuple", "type"];

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::NotCallable { found, .. } = place.fact else {
        return Ok(Vec::new());
    };
    let kind = found.as_deref().unwrap_or("module");
    let mut offers = Vec::new();
    for call in place.calls(None) {
        let name = last_name(&call.func).unwrap_or_default();
        let is_plain = matches!(&*call.func, Expr::Name(_) | Expr::Attribute(_));
        if kind == "module" {
            offers.extend(member_of_its_name(place, call)?);
        } else if is_plain && is_read_like_a_value(place, name) && call.arguments.is_empty() {
            offers.push(without_call(place, call, name)?);
        } else if is_container(kind) && is_plain && !TAKEN.contains(&name) {
            offers.extend(element(place, call, kind)?);
        } else if kind == "int" || kind == "float" {
            offers.extend(product(place, call)?);
        } else if kind == "str" && call.func.is_string_literal_expr() {
            let edit = place.insert(call.func.end(), ", ")?;
            offers.push(fitting(
                "put a comma between them",
                "a text cannot be called",
                confidence::possible(),
                vec![edit],
            ));
        }
    }
    Ok(offers)
}

fn is_container(kind: &str) -> bool {
    let plain = kind.split('[').next().unwrap_or_default();
    matches!(
        plain,
        "list" | "dict" | "tuple" | "List" | "Dict" | "defaultdict" | "Counter" | "deque"
    )
}

/// Returns whether the project has a property, or a plain attribute and no method, of the name.
fn is_read_like_a_value(place: &Place<'_>, name: &str) -> bool {
    let own = functions(place.project, place.parsed, name, None);
    if !own.is_empty() {
        return own.iter().all(|function| function.is_property);
    }
    let mut is_value = false;
    for home in place.project.mentioning(name) {
        home.source.each_statement(|statement| {
            if let Stmt::ClassDef(class) = statement {
                let members = class_of(place.project, &home, class).members;
                is_value |= members.get(name) == Some(&Member::Value);
            }
        });
    }
    is_value
}

fn without_call(place: &Place<'_>, call: &ExprCall, name: &str) -> Result<Offer, FixError> {
    let edit = place.replace(call.arguments.range(), "")?;
    let reason = format!("'{name}' is read like a value");
    Ok(safe(
        format!("'{name}' without a call"),
        reason,
        confidence::resolved(),
        vec![edit],
    ))
}

/// `prices(0)` for `prices[0]`.
fn element(place: &Place<'_>, call: &ExprCall, kind: &str) -> Result<Option<Offer>, FixError> {
    let ([index], []) = (&*call.arguments.args, &*call.arguments.keywords) else {
        return Ok(None);
    };
    let edit = place.replace(call.arguments.range(), format!("[{}]", place.slice(index)))?;
    let title = format!("take the element of '{}'", place.slice(&*call.func));
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    let reason = format!("{article} {kind} is not called, its elements are taken in brackets");
    Ok(Some(safe(title, reason, confidence::likely(), vec![edit])))
}

/// `2(x + 1)` for `2 * (x + 1)`.
fn product(place: &Place<'_>, call: &ExprCall) -> Result<Option<Offer>, FixError> {
    let is_factor = match &*call.func {
        Expr::NumberLiteral(_) => true,
        Expr::Name(name) => place.value_named(name.id.as_str(), call.start()).is_some(),
        _ => false,
    };
    if !is_factor || call.arguments.args.len() != 1 {
        return Ok(None);
    }
    let gap = TextRange::new(call.func.end(), call.arguments.start());
    let edit = place.replace(gap, " * ")?;
    Ok(Some(fitting(
        "multiply",
        "a number cannot be called, and juxtaposition is a product on paper",
        confidence::possible(),
        vec![edit],
    )))
}

/// `datetime(2024, 1, 1)` after `import datetime`: the module has something of its own name.
fn member_of_its_name(place: &Place<'_>, call: &ExprCall) -> Result<Option<Offer>, FixError> {
    let Expr::Name(module) = &*call.func else {
        return Ok(None);
    };
    let name = module.id.as_str();
    let modules = place.project.modules();
    let has_it = !modules.has(name) || place.project.exports(name, name);
    if !has_it || !place.value_imported(name) {
        return Ok(None);
    }
    let edit = place.insert(module.range.end(), format!(".{name}"))?;
    let title = format!("call '{name}.{name}'");
    Ok(Some(safe(
        title,
        format!("'{name}' is a module, and what is meant is in it"),
        confidence::plausible(),
        vec![edit],
    )))
}
