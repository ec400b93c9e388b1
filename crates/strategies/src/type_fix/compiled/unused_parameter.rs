//! A parameter that no call passes and the function does not read: it is not needed.

use tree_sitter::Node;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::{Site, children, each};
use crate::proposal::{Offer, fitting};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "drop the parameter",
    endings: &["rs", "go", "ts", "java"],
    answers: |fact| matches!(fact, Fact::WrongArguments { .. } | Fact::MissingLifetime),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(function) = definition(site) else {
        return Ok(Vec::new());
    };
    let fields = ["parameters", "body", "name"];
    let [Some(list), Some(body), Some(name)] = fields.map(|field| function.child_by_field_name(field)) else {
        return Ok(Vec::new());
    };
    let parameters: Vec<Node<'_>> = children(list);
    let passed = passed(site, site.slice(name));
    let own = parameters
        .iter()
        .filter(|own| own.kind() != "self_parameter")
        .count();
    if passed.is_empty() || passed.iter().any(|count| count + 1 != own) {
        return Ok(Vec::new());
    }
    let is_idle = |parameter: &&Node<'_>| {
        let names = names_of(site, **parameter);
        names.len() == 1 && !reads(site, body, names[0])
    };
    let idle: Vec<&Node<'_>> = parameters.iter().filter(is_idle).collect();
    let [only] = idle.as_slice() else {
        return Ok(Vec::new());
    };
    let edit = site.replace(with_its_comma(site.text(), only.byte_range()), "")?;
    let title = format!("drop the parameter '{}'", site.slice(**only));
    let reason = "no call passes it, and the function does not read it";
    Ok(vec![fitting(title, reason, confidence::possible(), vec![edit])])
}

/// The function that is called, or that the message is about, where it is defined in the file.
fn definition<'s>(site: &'s Site<'_>) -> Option<Node<'s>> {
    let Some((_, name, _)) = site.call() else {
        return site.function();
    };
    let mut found = Vec::new();
    each(site.root(), &mut |node| {
        let own = node.child_by_field_name("name").map(|name| site.slice(name));
        if site.language.definitions.contains(&node.kind()) && own == Some(name.as_str()) {
            found.push(node);
        }
    });
    (found.len() == 1).then(|| found[0])
}

/// The number of arguments of each call in the file.
fn passed(site: &Site<'_>, name: &str) -> Vec<usize> {
    let mut counts = Vec::new();
    each(site.root(), &mut |node| {
        let call = site.language.calls.iter().find(|(kind, _)| *kind == node.kind());
        let callee = call.and_then(|(_, field)| node.child_by_field_name(field));
        let called = callee.map(|callee| site.slice(callee).rsplit(['.', ':']).next());
        let list = node.child_by_field_name("arguments");
        if let (Some(Some(called)), Some(list)) = (called, list)
            && called == name
        {
            counts.push(children(list).len());
        }
    });
    counts
}

/// The names that a parameter gives values to.
fn names_of<'s>(site: &'s Site<'_>, parameter: Node<'s>) -> Vec<&'s str> {
    let field = site
        .language
        .parameters
        .iter()
        .find(|(kind, _)| *kind == parameter.kind());
    let mut cursor = parameter.walk();
    let names = field.map(|(_, field)| parameter.children_by_field_name(field, &mut cursor));
    names.into_iter().flatten().map(|name| site.slice(name)).collect()
}

fn reads(site: &Site<'_>, body: Node<'_>, name: &str) -> bool {
    let mut found = false;
    each(body, &mut |node| {
        found |= node.child_count() == 0
            && site
                .slice(node)
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .any(|word| word == name);
    });
    found
}

/// A part of a list with the comma behind it, or else the one before it.
fn with_its_comma(text: &str, part: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let behind = &text[part.end..];
    if let Some(rest) = behind.trim_start().strip_prefix(',') {
        return part.start..text.len() - rest.trim_start().len();
    }
    let before = text[..part.start].trim_end();
    before
        .strip_suffix(',')
        .map_or(part.clone(), |before| before.len()..part.end)
}
