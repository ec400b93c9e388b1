//! A method that every use reads like a value: it was a property.

use ruff_python_ast::{AnyNodeRef, ExprContext};
use unbreak_core::FixError;

use super::Rule;
use super::function::functions;
use super::place::Place;
use super::uncalled::is_about_function;
use crate::proposal::{Offer, safe};
use crate::python::project::Project;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "make it a property",
    answers: is_about_function,
    offers,
};

/// One use may have forgotten the call.
const FEWEST_USES: usize = 2;

/// Beginnings of names that tell to do something: such methods are called.
const VERBS: [&str; 8] = [
    "get_",
    "set_",
    "make_",
    "to_",
    "as_",
    "load_",
    "compute_",
    "calculate_",
];

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for node in place.nodes() {
        let AnyNodeRef::ExprAttribute(access) = node else {
            continue;
        };
        let name = access.attr.as_str();
        let own = functions(place.project, place.parsed, name, None);
        let [method] = own.as_slice() else {
            continue;
        };
        let is_plain = method.is_method && !method.is_property && method.required() == 0;
        let definition = method.definition().filter(|own| own.decorator_list.is_empty());
        let Some(definition) = definition.filter(|_| is_plain && is_only_read(place.project, name)) else {
            continue;
        };
        let source = &method.home.source;
        let edit = source.insert_line(definition.range.start(), "@property")?;
        offers.push(safe(
            format!("make '{name}' a property"),
            format!("every use of '{name}' reads it, and none calls it"),
            confidence::resolved(),
            vec![edit],
        ));
    }
    Ok(offers)
}

/// Returns whether the project reads an attribute of this name at several places, and calls or sets it at none.
pub(super) fn is_only_read(project: &Project<'_>, name: &str) -> bool {
    let (mut read, mut called, mut is_set) = (0, 0, false);
    for parsed in project.mentioning(name) {
        parsed.source.each_node(|node| match node {
            AnyNodeRef::ExprAttribute(access) if access.attr.as_str() == name => match access.ctx {
                ExprContext::Load => read += 1,
                // Other objects have an attribute of the name.
                _ => is_set = true,
            },
            AnyNodeRef::ExprCall(call) => {
                let callee = call.func.as_attribute_expr();
                called += usize::from(callee.is_some_and(|callee| callee.attr.as_str() == name));
            }
            // Passed on to be called: `sorted(points, key=origin.distance)`.
            AnyNodeRef::Keyword(keyword) => {
                let value = keyword.value.as_attribute_expr();
                called += usize::from(value.is_some_and(|value| value.attr.as_str() == name));
            }
            _ => {}
        });
    }
    let is_verb = VERBS.iter().any(|verb| name.starts_with(verb));
    called == 0 && read >= FEWEST_USES && !is_set && !is_verb
}
