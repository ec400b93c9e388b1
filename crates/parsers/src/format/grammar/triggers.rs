//! The texts that the lines and documents of a format are searched for, read off its patterns. The build
//! script reads this file, too, so a format is looked at here as the JSON that its file is.

use std::collections::BTreeSet;

use serde_json::Value;

use super::literals::required;

/// How far above the anchor line a block may begin: the number of lines that the pipeline remembers.
const ABOVE: usize = 8;

/// Texts, one of which is in everything that the format reads.
///
/// # Errors
/// When something that it reads has no such text.
pub(crate) fn derived(format: &Value) -> Result<Vec<String>, String> {
    let mut texts = BTreeSet::new();
    for (name, of) in [
        ("line", of_line as Of),
        ("listing", of_listing),
        ("block", of_block),
        ("json", of_json),
        ("xml", of_xml),
    ] {
        for (number, table) in (1..).zip(items(&format[name])) {
            texts.extend(of(table).map_err(|error| format!("{name} {number}: {error}"))?);
        }
    }
    // A text that contains another is found by that one.
    let holds_another = |text: &String| {
        texts
            .iter()
            .any(|other| other != text && text.contains(other.as_str()))
    };
    Ok(texts
        .iter()
        .filter(|text| !holds_another(text))
        .cloned()
        .collect())
}

type Of = fn(&Value) -> Result<Vec<String>, String>;

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The texts of a pattern, or of each of several.
fn of_patterns(value: &Value) -> Result<Vec<String>, String> {
    let patterns = match value {
        Value::Array(patterns) => patterns.as_slice(),
        pattern => std::slice::from_ref(pattern),
    };
    let texts = patterns.iter().filter_map(Value::as_str).map(required);
    Ok(texts.collect::<Result<Vec<_>, _>>()?.concat())
}

fn of_line(table: &Value) -> Result<Vec<String>, String> {
    of_patterns(&table["match"])
}

/// A heading, or its findings where they are easier to find. Both, where a finding is looked at by itself.
fn of_listing(table: &Value) -> Result<Vec<String>, String> {
    let rows = items(&table["row"]).iter().map(of_line);
    let rows = rows.collect::<Result<Vec<_>, _>>().map(|rows| rows.concat());
    let heading = of_patterns(&table["heading"]);
    let by_themselves =
        ["remembered", "headless"].iter().any(|key| table[key] == true) || !table["below"].is_null();
    if by_themselves {
        return Ok([heading?, rows?].concat());
    }
    match (heading, rows) {
        (Ok(heading), Ok(rows)) if is_rarer(&rows, &heading) => Ok(rows),
        (Ok(heading), _) => Ok(heading),
        (Err(_), rows) => rows,
    }
}

fn of_block(table: &Value) -> Result<Vec<String>, String> {
    anchor(items(&table["lines"])).map(|(_, texts)| texts)
}

/// The line by which a block is found, the easiest to find of the required ones, and its texts.
///
/// # Errors
/// When no line holds a text that can be searched for.
pub(crate) fn anchor(lines: &[Value]) -> Result<(usize, Vec<String>), String> {
    let mut first_error = None;
    let mut found: Option<(usize, Vec<String>)> = None;
    for (number, line) in lines.iter().enumerate().take(ABOVE + 1) {
        let (once, many) = match line {
            Value::Object(table) => (table.get("once"), table.get("many")),
            pattern => (Some(pattern), None),
        };
        let Some(pattern) = once.or(many) else { break };
        match of_patterns(pattern) {
            Ok(texts) if found.as_ref().is_none_or(|(_, known)| is_rarer(&texts, known)) => {
                found = Some((number, texts));
            }
            Ok(_) => {}
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
        // Lines that may be repeated cannot be searched for from below.
        if many.is_some() {
            break;
        }
    }
    found.ok_or_else(|| first_error.unwrap_or_else(|| "a block has no line that must be there".to_owned()))
}

/// A later line is taken only when that is much the better trigger.
fn is_rarer(texts: &[String], known: &[String]) -> bool {
    let shortest = |texts: &[String]| texts.iter().map(String::len).min().unwrap_or(0);
    shortest(known) < 3 && shortest(texts) > shortest(known)
}

/// The longest key that every finding has: with its quotes it is in the text of the document.
fn of_json(table: &Value) -> Result<Vec<String>, String> {
    let needed = items(&table["needs"]).iter().chain(items(&table["beside"]));
    let needed = needed.filter_map(Value::as_str);
    let needed: Vec<&str> = needed.filter(|need| !need.starts_with('!')).collect();
    let fields = table["fields"].as_object();
    let fields = fields.into_iter().flat_map(|fields| fields.values());
    let fields = fields.filter_map(Value::as_str);
    let fields: Vec<&str> = fields.filter(|path| !path.contains(['{', '|'])).collect();
    let paths = if needed.is_empty() { fields } else { needed };
    let keys = paths
        .iter()
        .flat_map(|path| path.split('=').next().unwrap_or(path).split('.'));
    let keys = keys.filter(|key| !matches!(*key, "" | "*" | "@") && key.parse::<usize>().is_err());
    let longest = keys.max_by_key(|key| key.len());
    let key = longest.ok_or("it names no key that a document could be searched for")?;
    Ok(vec![format!("\"{key}\"")])
}

/// The root of the document, or else the findings' own element.
fn of_xml(table: &Value) -> Result<Vec<String>, String> {
    let paths = match &table["each"] {
        Value::Array(paths) => paths.as_slice(),
        path => std::slice::from_ref(path),
    };
    let text = |path: &str| {
        let name = |step: &&str| !matches!(*step, "" | "*" | "**");
        let root = path.split('.').next().filter(name);
        let element = root.or_else(|| path.rsplit('.').find(name));
        let element = element.ok_or("it names no element that a document could be searched for")?;
        Ok(format!("<{element}"))
    };
    paths.iter().filter_map(Value::as_str).map(text).collect()
}
