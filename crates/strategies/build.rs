//! Writes down the rule files that come with the program. A run reads single rules, as JSON without their examples,
//! and only those for which a diagnostic has a clue.

#[path = "build/built_in.rs"]
mod built_in;
#[path = "build/weights.rs"]
mod weights;

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

const ROOT: &str = "rules";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={ROOT}");
    built_in::write_down()?;
    weights::write_down()?;
    if env::var_os("CARGO_FEATURE_RULE_FILES").is_none() {
        return Ok(());
    }
    let mut files = Vec::new();
    collect(Path::new(ROOT), &mut files)?;
    files.sort();
    let mut rules = String::new();
    let mut shipped = format!("static FILES: [Shipped; {}] = [\n", files.len());
    for (number, path) in files.iter().enumerate() {
        write_down(number, path, &mut rules, &mut shipped)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let generated = format!("{rules}{shipped}];\n");
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("rules.rs"), generated)?;
    Ok(())
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// Adds the values that a file and its rules become.
fn write_down(
    number: usize,
    path: &Path,
    entries: &mut String,
    shipped: &mut String,
) -> Result<(), Box<dyn Error>> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path)?;
    let mut file: Value = toml::from_str(&text)?;
    let rules = file["rule"].take();
    let rules = rules.as_array().ok_or("it has no rule")?;
    file["rule"] = Value::Array(Vec::new());
    let languages: Vec<&str> = texts(&file["languages"]).collect();
    writeln!(
        shipped,
        "Shipped {{ name: {name:?}, text: {text:?}, languages: &{languages:?}, head: {:?}, \
         rules: &RULES_{number}, whole: OnceLock::new() }},",
        file.to_string()
    )?;
    writeln!(entries, "static RULES_{number}: [Entry; {}] = [", rules.len())?;
    for rule in rules {
        let mut rule = rule.clone();
        if let Some(rule) = rule.as_object_mut() {
            rule.remove("example");
        }
        let (names, messages) = clues(&rule);
        writeln!(
            entries,
            "Entry {{ names: &{names:?}, messages: &{messages:?}, literals: OnceLock::new(), table: {:?}, \
             rules: OnceLock::new() }},",
            rule.to_string()
        )?;
    }
    entries.push_str("];\n");
    Ok(())
}

/// Words one of which a diagnostic has if it is one for the rule, and expressions one of which its message matches
/// otherwise. An empty word is in every diagnostic.
fn clues(rule: &Value) -> (Vec<String>, Vec<String>) {
    const STATED: [&str; 3] = ["rename", "argument", "answers"];
    const CHANGES: [&str; 6] = ["rewrite", "edit", "import", "file", "setting", "command"];
    const ABOUT: [&str; 6] = ["id", "summary", "safety", "since", "source", "scope"];
    let known = |key: &str| {
        [&STATED[..], &CHANGES, &ABOUT]
            .iter()
            .any(|keys| keys.contains(&key))
    };
    let answers = rule["answers"].as_array();
    let mut names: Vec<String> = Vec::new();
    let mut messages: Vec<String> = Vec::new();
    if answers.is_none() && !keys_of(rule).all(|key| known(key)) {
        // It has a way to answer that is not known here.
        names.push(String::new());
    }
    for answer in answers.into_iter().flatten() {
        let name = answer["name"].as_str().filter(|name| !name.contains('*'));
        match (name, answer["message"].as_str()) {
            (Some(name), _) => names.push(name.to_owned()),
            (None, Some(message)) => messages.push(message.to_owned()),
            (None, None) => names.push(String::new()),
        }
    }
    if answers.is_none() {
        // A member, or a name of which the tool may only say the first or the last part.
        for old in keys_of(&rule["rename"]) {
            let parts: Vec<&str> = old
                .split(['.', ':', '/'])
                .filter(|part| !part.is_empty())
                .collect();
            names.extend(parts.first().map(|part| (*part).to_owned()));
            names.extend(parts.last().map(|part| (*part).to_owned()));
        }
        for argument in rule["argument"].as_array().into_iter().flatten() {
            names.extend(keys_of(&argument["rename"]).cloned());
            names.extend(texts(&argument["remove"]).map(str::to_owned));
            if !argument["keywords"].is_null() {
                // A message about too many arguments names none.
                names.push(String::new());
            }
        }
    }
    names.sort();
    names.dedup();
    (names, messages)
}

fn keys_of(table: &Value) -> impl Iterator<Item = &String> {
    table.as_object().into_iter().flat_map(|table| table.keys())
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}
