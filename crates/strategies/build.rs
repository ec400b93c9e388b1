//! Writes down the rule files that come with the program, each with its rules as JSON without their examples:
//! a run reads these, which takes a tenth of the time.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

const ROOT: &str = "rules";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={ROOT}");
    if env::var_os("CARGO_FEATURE_RULE_FILES").is_none() {
        return Ok(());
    }
    let mut files = Vec::new();
    collect(Path::new(ROOT), &mut files)?;
    files.sort();
    let mut generated = format!("static FILES: [Shipped; {}] = [\n", files.len());
    for path in &files {
        let shipped = shipped(path).map_err(|error| format!("{}: {error}", path.display()))?;
        generated.push_str(&shipped);
    }
    generated.push_str("];\n");
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

/// The value that a file becomes.
fn shipped(path: &Path) -> Result<String, Box<dyn Error>> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path)?;
    let mut file: Value = toml::from_str(&text)?;
    for rule in file["rule"].as_array_mut().into_iter().flatten() {
        if let Some(rule) = rule.as_object_mut() {
            rule.remove("example");
        }
    }
    let languages = file["languages"].as_array().into_iter().flatten();
    let languages: Vec<&str> = languages.filter_map(Value::as_str).collect();
    let mut value = String::new();
    writeln!(value, "Shipped {{ name: {name:?}, text: {text:?},")?;
    writeln!(
        value,
        "languages: &{languages:?}, tables: {:?},",
        file.to_string()
    )?;
    writeln!(value, "whole: OnceLock::new(), rules: OnceLock::new() }},")?;
    Ok(value)
}
