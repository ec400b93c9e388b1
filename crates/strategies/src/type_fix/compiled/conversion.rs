//! A value of one type where another is wanted.

use tree_sitter::Node;
use unbreak_core::{Fact, FixError, ValueRole};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, fitting, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "convert the value",
    endings: &["java", "go", "rs", "ts"],
    answers: |fact| match fact {
        Fact::TypeMismatch {
            expected: Some(expected),
            found,
            role,
            ..
        } => {
            let plain = |kind: &str| !kind.contains(char::is_whitespace);
            *role != Some(ValueRole::Comparison) && plain(expected) && found.as_deref().is_none_or(plain)
        }
        fact => matches!(
            fact,
            Fact::WrongIndex { .. }
                | Fact::WrongOperands {
                    left: Some(_),
                    right: Some(_),
                    ..
                }
        ),
    },
    offers,
};

/// By the ending of the file: source type, target type, and the text around the value.
const CONVERSIONS: &[(&str, &str, &str, &str, &str)] = &[
    ("java", "int", "String", "String.valueOf(", ")"),
    ("java", "long", "String", "String.valueOf(", ")"),
    ("java", "double", "String", "String.valueOf(", ")"),
    ("java", "boolean", "String", "String.valueOf(", ")"),
    ("java", "char", "String", "String.valueOf(", ")"),
    ("java", "String", "int", "Integer.parseInt(", ")"),
    ("java", "String", "long", "Long.parseLong(", ")"),
    ("java", "String", "double", "Double.parseDouble(", ")"),
    ("java", "double", "int", "(int) (", ")"),
    ("java", "long", "int", "(int) (", ")"),
    ("java", "float", "int", "(int) (", ")"),
    ("java", "double", "float", "(float) (", ")"),
    ("java", "double", "long", "(long) (", ")"),
    ("java", "int", "char", "(char) (", ")"),
    ("java", "int", "byte", "(byte) (", ")"),
    ("java", "int", "short", "(short) (", ")"),
    ("java", "int", "boolean", "(", ") != 0"),
    ("go", "int", "string", "strconv.Itoa(", ")"),
    ("ts", "number", "string", "String(", ")"),
    ("ts", "boolean", "string", "String(", ")"),
    ("ts", "string", "number", "Number(", ")"),
    ("ts", "string", "boolean", "Boolean(", ")"),
    ("ts", "number", "boolean", "Boolean(", ")"),
];

/// Numbers from the narrowest to the widest, as far as one holds the other without saying.
const NUMBERS: &[&str] = &[
    "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "isize", "usize", "f32", "f64", "int8", "uint8",
    "int16", "uint16", "int32", "uint32", "int", "uint", "int64", "uint64", "float32", "float64",
];

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let (found, expected) = match site.fact {
        Fact::WrongOperands {
            left: Some(left),
            right: Some(right),
            ..
        } => return operands(site, left, right),
        Fact::TypeMismatch { found, expected, .. } => (found.as_deref(), expected.as_deref()),
        Fact::WrongIndex { found, .. } => (Some(found.as_str()), None),
        _ => return Ok(Vec::new()),
    };
    let Some(node) = value(site) else {
        return Ok(Vec::new());
    };
    if let Some(quoted) = requoted(site, node, expected.unwrap_or_default())? {
        return Ok(vec![quoted]);
    }
    let from = found
        .map(ToOwned::to_owned)
        .or_else(|| site.type_of(node))
        .unwrap_or_default();
    let Some(to) = expected else {
        // Rust: an index.
        let edit = site.insert(node.end_byte(), " as usize")?;
        let title = format!("convert '{}' to usize", site.slice(node));
        let is_plain = matches!(node.kind(), "identifier" | "field_expression" | "call_expression");
        let offer = fitting(
            title,
            "elements are counted in usize; a negative number would be a very large one",
            confidence::preferred(),
            vec![edit],
        );
        return Ok(Some(offer).filter(|_| is_plain).into_iter().collect());
    };
    if let Some(reference) = referenced(site, node, &from, to)? {
        return Ok(vec![reference]);
    }
    let Some((before, after)) = converter(site, &from, to) else {
        return Ok(Vec::new());
    };
    let written = site.slice(node);
    let is_cast = before.starts_with('(') && !after.contains('=');
    let is_simple = !written.contains([' ', '\n']);
    let text = match is_cast && is_simple {
        true => format!("{}{written}", before.trim_end_matches('(')),
        false => format!("{before}{written}{after}"),
    };
    let edit = site.replace(node.byte_range(), text)?;
    let title = format!("convert '{written}' to {to}");
    Ok(vec![fitting(
        title,
        format!("{to} is wanted, and {from} found"),
        confidence::open(),
        vec![edit],
    )])
}

/// The texts around a value that convert it.
fn converter(site: &Site<'_>, from: &str, to: &str) -> Option<(String, String)> {
    let ending = if site.file.extension() == "tsx" {
        "ts"
    } else {
        site.file.extension()
    };
    let known = CONVERSIONS
        .iter()
        .find(|(language, own, wanted, ..)| *language == ending && *own == from && *wanted == to);
    if let Some((.., before, after)) = known {
        let needs_import = before.strip_suffix("Itoa(").is_some() && !site.text().contains("\"strconv\"");
        return (!needs_import).then(|| ((*before).to_owned(), (*after).to_owned()));
    }
    let are_numbers = ending == "go" && NUMBERS.contains(&from) && NUMBERS.contains(&to);
    are_numbers.then(|| (format!("{to}("), ")".to_owned()))
}

/// The value that the message is about: TypeScript points at the name that is given it.
fn value<'s>(site: &'s Site<'_>) -> Option<Node<'s>> {
    let node = site.node()?;
    let declares =
        |parent: &Node<'_>| matches!(parent.kind(), "variable_declarator" | "assignment_expression");
    match node
        .parent()
        .filter(declares)
        .filter(|_| site.file.extension().starts_with("ts"))
    {
        Some(parent) => parent
            .child_by_field_name("value")
            .or_else(|| parent.child_by_field_name("right")),
        None => Some(node).filter(|node| !node.kind().ends_with("statement")),
    }
}

/// `"a"` for a character and `'a'` for a text: one is meant to be the other.
fn requoted(site: &Site<'_>, node: Node<'_>, to: &str) -> Result<Option<Offer>, FixError> {
    let written = site.slice(node);
    let inner = written
        .get(1..written.len().saturating_sub(1))
        .unwrap_or_default();
    let is_one = inner.chars().count() == 1 || (inner.chars().count() == 2 && inner.starts_with('\\'));
    let text = match (node.kind(), to) {
        ("string_literal", "char") | ("interpreted_string_literal", "rune" | "byte") if is_one => {
            format!("'{inner}'")
        }
        ("character_literal", "String") | ("rune_literal", "string") if inner != "\"" => {
            format!("\"{inner}\"")
        }
        _ => return Ok(None),
    };
    let edit = site.replace(node.byte_range(), text.clone())?;
    Ok(Some(safe(
        format!("write {text}"),
        format!("{to} is wanted, and the quotes decide"),
        confidence::resolved(),
        vec![edit],
    )))
}

/// Go: a value for a pointer to it, and the other way round.
fn referenced(site: &Site<'_>, node: Node<'_>, from: &str, to: &str) -> Result<Option<Offer>, FixError> {
    if site.file.extension() != "go" {
        return Ok(None);
    }
    let written = site.slice(node);
    let (title, edit) = if to.strip_prefix('*') == Some(from) && node.kind() == "identifier" {
        (format!("pass '&{written}'"), site.insert(node.start_byte(), "&")?)
    } else if from.strip_prefix('*') == Some(to) {
        match written.strip_prefix('&') {
            Some(rest) => (format!("pass '{rest}'"), site.replace(node.byte_range(), rest)?),
            None => (format!("pass '*{written}'"), site.insert(node.start_byte(), "*")?),
        }
    } else {
        return Ok(None);
    };
    Ok(Some(safe(
        title,
        format!("{to} is wanted, and {from} found"),
        confidence::resolved(),
        vec![edit],
    )))
}

/// The operands of the operator. In a macro there is no operation, only its tokens.
fn sides<'s>(site: &'s Site<'_>) -> Option<(Node<'s>, Node<'s>)> {
    if let Some(operation) = site.around(&["binary_expression"]) {
        return operation
            .child_by_field_name("left")
            .zip(operation.child_by_field_name("right"));
    }
    let words = site.around(&["token_tree"])?;
    let words = children(words);
    let left = words.iter().rfind(|word| word.end_byte() <= site.at.start)?;
    let right = words.iter().find(|word| word.start_byte() > site.at.start)?;
    let is_whole = |node: &Node<'_>| node.kind() == "identifier" || node.kind().ends_with("_literal");
    let behind = site.text()[right.end_byte()..].trim_start();
    let before = site.text()[..left.start_byte()].trim_end();
    let is_part = behind.starts_with(['.', '(', '[', ':']) || before.ends_with(['.', ':']);
    (is_whole(left) && is_whole(right) && !is_part).then_some((*left, *right))
}

/// An operation on two kinds of numbers: the narrower one is converted.
fn operands(site: &Site<'_>, left: &str, right: &str) -> Result<Vec<Offer>, FixError> {
    let sides = sides(site);
    let width = |kind: &str| NUMBERS.iter().position(|number| *number == kind);
    let (Some((first, second)), Some(a), Some(b)) = (sides, width(left), width(right)) else {
        return Ok(Vec::new());
    };
    let (node, to) = if a < b { (first, right) } else { (second, left) };
    let written = site.slice(node);
    let is_plain = !matches!(node.kind(), "binary_expression" | "unary_expression");
    let text = match (site.file.extension(), is_plain) {
        ("go", _) => format!("{to}({written})"),
        (_, true) => format!("{written} as {to}"),
        (_, false) => format!("({written}) as {to}"),
    };
    // `a as usize < b` would open type arguments.
    let opens = node == first && site.text()[node.end_byte()..].trim_start().starts_with('<');
    let text = if opens && site.file.extension() == "rs" {
        format!("({text})")
    } else {
        text
    };
    let edit = site.replace(node.byte_range(), text)?;
    let title = format!("convert '{written}' to {to}");
    Ok(vec![fitting(
        title,
        "both sides must be of one type, and this one is the wider",
        confidence::possible(),
        vec![edit],
    )])
}
