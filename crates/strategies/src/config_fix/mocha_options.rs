//! The options of Mocha in `test/mocha.opts`, which Mocha 8 and later do not read.

use serde_json::{Map, Value, json};
use unbreak_core::{DeterminedBy, Diagnostic, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::weights::confidence;

/// The file.
const OPTIONS: &str = "test/mocha.opts";
/// The first version that does not read it (<https://github.com/mochajs/mocha/releases/tag/v8.0.0>).
const SINCE: u64 = 8;
/// Files that Mocha reads instead.
const NEW: [&str; 7] = [
    ".mocharc.js",
    ".mocharc.cjs",
    ".mocharc.mjs",
    ".mocharc.json",
    ".mocharc.jsonc",
    ".mocharc.yml",
    ".mocharc.yaml",
];
/// Options with a value, and their short names. Those that leave tests out or run them again are for people to restore.
const VALUED: [(&str, &str); 9] = [
    ("extension", ""),
    ("file", ""),
    ("global", ""),
    ("globals", ""),
    ("reporter", "R"),
    ("require", "r"),
    ("slow", "s"),
    ("timeout", "t"),
    ("ui", "u"),
];
/// Options without a value.
const FLAGS: [&str; 7] = [
    "async-only",
    "check-leaks",
    "exit",
    "full-trace",
    "inline-diffs",
    "recursive",
    "sort",
];
/// Options that no version since then has, and that only say how results are shown.
const GONE: [&str; 3] = ["growl", "G", "colors"];

/// Returns whether a failure may follow from options that were not read: a function of another interface is missing.
pub(super) fn is_suspect(diagnostic: &Diagnostic) -> bool {
    const FUNCTIONS: [&str; 12] = [
        "after",
        "afterEach",
        "before",
        "beforeEach",
        "describe",
        "it",
        "setup",
        "suite",
        "suiteSetup",
        "suiteTeardown",
        "teardown",
        "test",
    ];
    let name = diagnostic
        .fact
        .as_ref()
        .and_then(unbreak_core::Fact::missing_name);
    name.is_some_and(|name| FUNCTIONS.contains(&name))
}

/// Writes the options into `package.json`, where Mocha reads them.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    offer(case).into_iter().collect()
}

fn offer(case: &Case<'_>) -> Option<Offer> {
    let path = |name: &str| RelPath::new(name).ok();
    let workspace = case.context.workspace;
    let options = parsed(&case.read(&path(OPTIONS)?)?)?;
    let file = path("package.json")?;
    let before = case.read(&file)?;
    let manifest: Value = serde_json::from_str(&before).ok()?;
    let is_new = |name: &str| path(name).is_some_and(|file| workspace.is_file(&file));
    if options.is_empty() || manifest.get("mocha").is_some() || NEW.into_iter().any(is_new) {
        return None;
    }
    let installed: Value = serde_json::from_str(
        &workspace
            .read_text(&path("node_modules/mocha/package.json")?)
            .ok()?,
    )
    .ok()?;
    let version = installed["version"].as_str()?;
    if version.split('.').next()?.parse::<u64>().ok()? < SINCE {
        return None;
    }
    let after = with_member(&before, "mocha", &Value::Object(options))?;
    Some(Offer {
        title: format!("write the options of {OPTIONS} into package.json"),
        reason: format!("Mocha {version} does not read {OPTIONS}; version 8 removed it"),
        confidence: confidence::only(),
        evidence: DeterminedBy::Rule.into(),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite { file, before, after }],
    })
}

/// The options as Mocha's configuration has them; `None` if one is not known.
fn parsed(text: &str) -> Option<Map<String, Value>> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    let mut words = lines.flat_map(str::split_whitespace);
    let mut found = Map::new();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix("--").or_else(|| word.strip_prefix('-')) else {
            add(&mut found, "spec", word);
            continue;
        };
        let (name, joined) = option
            .split_once('=')
            .map_or((option, None), |(name, value)| (name, Some(value)));
        let valued = VALUED
            .iter()
            .find(|(long, short)| *long == name || *short == name && !name.is_empty());
        if let Some((name, _)) = valued {
            add(&mut found, name, joined.or_else(|| words.next())?);
        } else if FLAGS.contains(&name) {
            found.insert(name.to_owned(), json!(true));
        } else if name == "compilers" {
            // `coffee:coffee-script/register`: what is left of it is the module.
            let (_, module) = joined.or_else(|| words.next())?.split_once(':')?;
            add(&mut found, "require", module);
        } else if !GONE.contains(&name) {
            return None;
        }
    }
    Some(found)
}

/// Adds a value; an option that is there more than once has a list.
fn add(found: &mut Map<String, Value>, name: &str, value: &str) {
    let value = value
        .parse::<u64>()
        .map_or_else(|_| json!(value), |number| json!(number));
    match found.get_mut(name) {
        Some(Value::Array(values)) => values.push(value),
        Some(one) => *one = json!([one.take(), value]),
        None => {
            found.insert(name.to_owned(), value);
        }
    }
}

/// An object's text with one more member at its end, written as the ones before it.
fn with_member(text: &str, name: &str, value: &Value) -> Option<String> {
    let body = text.trim_end().strip_suffix('}')?.trim_end();
    let first = text.lines().skip(1).find(|line| !line.trim().is_empty())?;
    let indentation = &first[..first.len() - first.trim_start().len()];
    if body.ends_with(['{', ',']) || indentation.is_empty() {
        return None;
    }
    let written = serde_json::to_string_pretty(value).ok()?;
    let mut lines = written.lines();
    let mut member = format!("{body},\n{indentation}\"{name}\": {}", lines.next()?);
    for line in lines {
        let depth = (line.len() - line.trim_start().len()) / 2 + 1;
        member.push_str(&format!("\n{}{}", indentation.repeat(depth), line.trim_start()));
    }
    Some(member + &text[body.len()..])
}
