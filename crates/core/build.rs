//! Checks the files of tool facts and writes them down as JSON.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use regex_syntax::parse;

#[path = "src/tool_facts/file.rs"]
#[expect(dead_code, reason = "the values are read at run time")]
mod file;
#[path = "src/pattern/spelling.rs"]
#[expect(unreachable_pub, reason = "the file belongs to the library")]
mod spelling;

use spelling::{in_ascii, literal};

const FOLDER: &str = "tool-facts";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={FOLDER}");
    let mut paths = fs::read_dir(FOLDER)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    let families = paths
        .iter()
        .map(|path| family(path).map_err(|error| format!("{}: {error}", path.display())))
        .collect::<Result<Vec<_>, _>>()?;
    let folder = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(folder.join("tool-facts.json"), serde_json::to_string(&families)?)?;
    Ok(())
}

fn family(path: &Path) -> Result<toml::Table, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let family: file::Family = toml::from_str(&text)?;
    check(&family)?;
    Ok(toml::from_str(&text)?)
}

/// Returns whether every expression is valid and can be looked for by words, and every name of an expression exists.
fn check(family: &file::Family) -> Result<(), Box<dyn Error>> {
    let mut wordless = Vec::new();
    for tool in &family.tools {
        let marks = tool.marks.values().flatten();
        for mark in marks {
            parse(&in_ascii(mark.pattern()))?;
            if matches!(mark, file::Mark::Pattern(_)) && mark.words().contains(&"") {
                wordless.push(mark.pattern());
            }
        }
        let packages = tool
            .install
            .iter()
            .filter_map(|install| install.packages.as_ref());
        if let Some(unknown) = packages
            .into_iter()
            .find(|name| !family.package_names.contains_key(*name))
        {
            return Err(format!("`package-names` has no `{unknown}`").into());
        }
    }
    if !wordless.is_empty() {
        let wordless = wordless.join("\n");
        return Err(format!("these need `words`, since no text is in every match:\n{wordless}").into());
    }
    for name in family.package_names.values() {
        parse(name)?;
    }
    Ok(())
}
