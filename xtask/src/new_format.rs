//! Writes the file of a built-in format.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use xshell::Shell;

use crate::layout;

/// The template of `unbreak plugin new --kind declarative`: built-in formats and plug-ins use the
/// same language.
const TEMPLATE: &str = include_str!("../../crates/cli/templates/declarative/parser.toml");

/// `FAMILY/TOOL`: writes `crates/parsers/formats/FAMILY/TOOL.toml`, creates the folder of its
/// cases, and prints the next steps.
///
/// # Errors
/// When the argument is not of this shape, there is no such family, or the file is there already.
pub(crate) fn run(_: &Shell, arguments: &[String]) -> Result<()> {
    let [argument] = arguments else {
        bail!("usage: cargo xtask new-format FAMILY/TOOL");
    };
    let parsers = layout::root().join("crates/parsers");
    let Some((family, tool)) = argument.split_once('/') else {
        bail!(
            "'{argument}' names no family: one of {}",
            families(&parsers)?.join(", ")
        );
    };
    let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    if tool.is_empty() || !tool.chars().all(is_id) {
        bail!("'{tool}' is not an id: lower-case letters, digits, '-' and '_'");
    }
    let families = families(&parsers)?;
    if !families.iter().any(|known| known == family) {
        bail!("there is no family '{family}'; there are {}", families.join(", "));
    }
    let file = parsers
        .join("formats")
        .join(family)
        .join(tool)
        .with_extension("toml");
    let mut created = fs::File::create_new(&file).with_context(|| format!("{}", file.display()))?;
    let text = TEMPLATE.replace("{{id}}", tool);
    // A built-in format has the version of the program.
    let lines = text
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("version = "));
    created.write_all(lines.collect::<String>().as_bytes())?;
    let cases = parsers.join("tests/cases").join(tool);
    fs::create_dir_all(&cases)?;
    println!("wrote {}; docs/formats.md describes the language", file.display());
    println!("next, an output of the tool in {}:", cases.display());
    println!("  cargo xtask capture {tool}/NAME --in DIRECTORY -- COMMAND...");
    println!("  UPDATE_EXPECT={tool}/ cargo nextest run -p unbreak-parsers");
    Ok(())
}

/// The folders of formats.
fn families(parsers: &Path) -> Result<Vec<String>> {
    let entries = fs::read_dir(parsers.join("formats"))?;
    let names = entries.map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()));
    let mut names = names.collect::<Result<Vec<_>, _>>()?;
    names.sort();
    Ok(names)
}
