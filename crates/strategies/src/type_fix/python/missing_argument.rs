//! A call that leaves out an argument while a value of the parameter's name is in sight.

use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::{Ranged, TextSize};
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::function::{Function, Parameter, functions};
use super::place::Place;
use crate::proposal::{Offer, fitting, safe};
use crate::python::classes::{class_of, enclosing_class, last_name};
use crate::python::scope::BindingKind;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "add the missing argument",
    answers: |fact| matches!(fact, Fact::MissingArgument { .. }),
    offers,
};

/// The call of something that is not the project's, with the only parameter of the function around it that the function
/// does not read.
fn unread_passed(place: &Place<'_>, call: &ExprCall) -> Result<Option<Offer>, FixError> {
    let scopes = &place.parsed.scopes;
    let scope = scopes.body_of(scopes.scope_at(call.start()));
    let is_unread = |parameter: &&str| {
        !parameter.starts_with('_')
            && !matches!(*parameter, "self" | "cls")
            && scopes.readings(scope, parameter).next().is_none()
    };
    let parameters = scopes.scope(scope).bindings.iter();
    let own = parameters.filter(|(_, all)| all.iter().any(|own| own.kind == BindingKind::Parameter));
    let mut unread = own.map(|(name, _)| name.as_str()).filter(is_unread);
    let (Some(only), None) = (unread.next(), unread.next()) else {
        return Ok(None);
    };
    let Some(last) = call.arguments.iter_source_order().last() else {
        return Ok(None);
    };
    let callee = last_name(&call.func).unwrap_or_default();
    Ok(Some(fitting(
        format!("pass '{only}' to '{callee}'"),
        format!("'{callee}' needs one more argument, and nothing reads '{only}'"),
        confidence::possible(),
        vec![place.insert(last.range().end(), format!(", {only}"))?],
    )))
}

/// A value for a parameter, and how sure it is that it is meant.
struct Value {
    text: String,
    confidence: f64,
    is_certain: bool,
}

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::MissingArgument { names, .. } = place.fact else {
        return Ok(Vec::new());
    };
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let callee = place.callee();
    let mut offers = Vec::new();
    for call in place.calls(callee) {
        if names == ["self"] {
            offers.extend(on_an_instance(place, call)?);
            continue;
        }
        let callees = place.callees(call);
        for function in &callees {
            offers.extend(completed(place, call, function, &names)?);
        }
        if callees.is_empty() && names.len() < 2 {
            offers.extend(unread_passed(place, call)?);
        }
    }
    Ok(offers)
}

/// The call with a value for each of the names.
fn completed(
    place: &Place<'_>,
    call: &ExprCall,
    function: &Function,
    names: &[&str],
) -> Result<Option<Offer>, FixError> {
    let parameters = function.positional.iter().chain(&function.keyword_only);
    let wanted: Vec<&Parameter> = parameters
        .filter(|parameter| names.contains(&parameter.name.as_str()))
        .collect();
    let values: Option<Vec<Value>> = wanted
        .iter()
        .map(|parameter| value(place, call, parameter))
        .collect();
    let Some(values) = values.filter(|values| values.len() == names.len() && !names.is_empty()) else {
        return Ok(None);
    };
    let mut given = call.arguments.args.len();
    let has_keywords = !call.arguments.keywords.is_empty();
    let mut added = Vec::new();
    for (parameter, value) in wanted.iter().zip(&values) {
        let is_next = function
            .positional
            .get(given)
            .is_some_and(|next| next.name == parameter.name);
        if is_next && !has_keywords {
            given += 1;
            added.push(value.text.clone());
        } else {
            added.push(format!("{}={}", parameter.name, value.text));
        }
    }
    let added = added.join(", ");
    let edit = match call.arguments.iter_source_order().last() {
        Some(last) => place.insert(last.range().end(), format!(", {added}"))?,
        None => place.insert(call.arguments.range().start() + TextSize::new(1), added.clone())?,
    };
    let confidence = values.iter().map(|value| value.confidence).fold(1.0, f64::min);
    let make = if values.iter().all(|value| value.is_certain) {
        safe
    } else {
        fitting
    };
    let title = format!(
        "pass '{added}' to '{}'",
        last_name(&call.func).unwrap_or_default()
    );
    Ok(Some(make(
        title,
        "the callee needs it, and a value for it is in sight",
        confidence,
        vec![edit],
    )))
}

/// A value for a parameter: the variable of its name, the instance's attribute, or the only
/// variable annotated with its type.
fn value(place: &Place<'_>, call: &ExprCall, parameter: &Parameter) -> Option<Value> {
    let at = call.range().start();
    if place.value_named(&parameter.name, at).is_some() {
        return Some(Value {
            text: parameter.name.clone(),
            confidence: confidence::resolved(),
            is_certain: true,
        });
    }
    let class = enclosing_class(place.parsed, at);
    if let Some(class) = class.filter(|_| place.value_named("self", at).is_some()) {
        let class = class_of(place.project, place.parsed, class);
        if class.members.contains_key(&parameter.name) {
            return Some(Value {
                text: format!("self.{}", parameter.name),
                confidence: confidence::preferred(),
                is_certain: false,
            });
        }
    }
    let annotation = parameter.annotation.as_deref()?;
    let mut fitting = annotated(place, call, annotation);
    (fitting.len() == 1).then(|| Value {
        text: fitting.remove(0),
        confidence: confidence::possible(),
        is_certain: false,
    })
}

/// The parameters of the function around a call that have a type and are not passed yet.
fn annotated(place: &Place<'_>, call: &ExprCall, annotation: &str) -> Vec<String> {
    let Some(function) = place.function() else {
        return Vec::new();
    };
    let own = function.parameters.iter().filter(|own| {
        let has_type = own.annotation().is_some_and(|own| place.slice(own) == annotation);
        let is_passed = call
            .arguments
            .args
            .iter()
            .any(|arg| place.slice(arg) == own.name().as_str());
        has_type && !is_passed
    });
    own.map(|own| own.name().to_string()).collect()
}

/// `Basket.total()`, where the method needs an instance.
fn on_an_instance(place: &Place<'_>, call: &ExprCall) -> Result<Vec<Offer>, FixError> {
    let Expr::Attribute(callee) = &*call.func else {
        return Ok(Vec::new());
    };
    let Expr::Name(class) = &*callee.value else {
        return Ok(Vec::new());
    };
    let class_name = class.id.as_str();
    let at = call.range().start();
    let scopes = &place.parsed.scopes;
    let mut instances = Vec::new();
    for (name, (_, binding)) in scopes.visible(scopes.scope_at(at)) {
        let made = (binding.kind == BindingKind::Assignment)
            .then(|| place.assigned(name, at))
            .flatten();
        if made
            .is_some_and(|made| matches!(made, Expr::Call(made) if last_name(&made.func) == Some(class_name)))
        {
            instances.push(name);
        }
    }
    let reason = format!("'{}' is a method of instances of '{class_name}'", callee.attr);
    if let [instance] = instances.as_slice() {
        let edit = place.replace(class.range, *instance)?;
        return Ok(vec![safe(
            format!("call it on '{instance}'"),
            reason,
            confidence::plausible(),
            vec![edit],
        )]);
    }
    let constructors = functions(place.project, place.parsed, class_name, None);
    let needs_nothing = constructors.iter().all(|constructor| constructor.required() == 0);
    let edit = place.replace(class.range, format!("{class_name}()"))?;
    let offer = fitting(
        format!("call it on a new '{class_name}'"),
        reason,
        confidence::open(),
        vec![edit],
    );
    Ok(Some(offer)
        .filter(|_| needs_nothing && instances.is_empty())
        .into_iter()
        .collect())
}
