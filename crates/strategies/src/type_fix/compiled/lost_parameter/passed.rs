//! In JavaScript, which accepts any number of values: the calls that pass one more, under the name that is missing.

use tree_sitter::Node;

use super::{Lost, Site};
use crate::code_words::{SCRIPT, has_word, is_word};
use crate::renaming::{pages, parameters};
use crate::type_fix::running::OF_ARRAYS;

/// Functions around the place that may have lost it.
const MOST_FUNCTIONS: usize = 3;

/// Names that an index goes by.
const INDEX_NAMES: &[&str] = &["i", "idx", "index", "j"];

/// The parameter of a function around the place, the innermost that may have lost it.
pub(super) fn lost<'s>(site: &'s Site<'_>, name: &str) -> Option<Lost<'s>> {
    let around = std::iter::successors(site.leaf(), Node::parent);
    around
        .filter(|node| node.child_by_field_name("parameters").is_some())
        .take(MOST_FUNCTIONS)
        .find_map(|function| of(site, function, name))
}

fn of<'s>(site: &'s Site<'_>, function: Node<'s>, name: &str) -> Option<Lost<'s>> {
    let list = function.child_by_field_name("parameters")?;
    let body = function.child_by_field_name("body")?;
    let taken = parameters::parts(site.slice(list)).unwrap_or_default();
    let is_plain = |part: &&str| part.chars().all(is_word);
    if !taken.iter().all(is_plain) || has_word(site.slice(body), "arguments") {
        return None;
    }
    if let Some(method) = passed_to(site, function) {
        let passes_index = method == "forEach" || OF_ARRAYS.contains(&method);
        let is_index = passes_index && INDEX_NAMES.contains(&name);
        return (is_index && taken.len() == 1).then(|| Lost {
            list,
            function: format!("the function that '{method}' calls"),
            index: 1,
            kind: None,
            // A variable around it may have been lost as well.
            is_clear: false,
        });
    }
    let called = called(site, function)?;
    let mut places = Vec::new();
    let mut is_clear = true;
    for page in pages(site.workspace, &SCRIPT, called) {
        let lists = page
            .places
            .iter()
            .filter(|place| is_call(&page.text, place.start));
        for call in lists.filter_map(|place| parameters::parts(&page.text[place.end..])) {
            // Another function of the same name may take more or less.
            if call.len() == taken.len() + 1 {
                places.extend(call.iter().position(|value| *value == name));
            } else {
                is_clear = false;
            }
        }
    }
    let index = *places.first()?;
    places.iter().all(|other| *other == index).then(|| Lost {
        list,
        function: format!("'{called}'"),
        index,
        kind: None,
        is_clear,
    })
}

/// Returns whether a name before parentheses is called there, not declared.
fn is_call(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end();
    !before.ends_with("function") && !before.ends_with("function*")
}

/// The name under which a function is called: its own, or that of the variable or member that it is assigned to.
fn called<'s>(site: &'s Site<'_>, function: Node<'s>) -> Option<&'s str> {
    let holder = function.parent()?;
    let name = match (function.child_by_field_name("name"), holder.kind()) {
        (Some(own), _) => own,
        (None, "variable_declarator") => holder.child_by_field_name("name")?,
        (None, "assignment_expression") => holder.child_by_field_name("left")?,
        (None, "pair") => holder.child_by_field_name("key")?,
        _ => return None,
    };
    Some(site.slice(name.child_by_field_name("property").unwrap_or(name)))
}

/// The method to which a function is passed as the first value.
fn passed_to<'s>(site: &'s Site<'_>, function: Node<'s>) -> Option<&'s str> {
    let values = function.parent().filter(|node| node.kind() == "arguments")?;
    let callee = values.parent()?.child_by_field_name("function")?;
    let method = callee.child_by_field_name("property")?;
    (values.named_child(0)? == function).then(|| site.slice(method))
}
