//! Begins what contributors add most: each task writes files that build and work, and says what comes next.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use xshell::Shell;

use crate::layout;

const STRATEGY: &str = include_str!("../templates/strategy.rs");
const TOOL: &str = include_str!("../templates/tool.rs");
const OUTPUT: &str = include_str!("../templates/output.rs");
/// The template of `unbreak plugin new --kind rules`: shipped rules and plug-ins use the same language.
const RULES: &str = include_str!("../../crates/cli/templates/rules/rules.toml");

/// `PACKAGE`: begins `rules/migrations/pypi/PACKAGE.toml`.
///
/// # Errors
/// When the argument is not an id, or the file exists.
pub(crate) fn rule(_: &Shell, arguments: &[String]) -> Result<()> {
    let package = id(arguments, "new-rule PACKAGE")?;
    let file = layout::root()
        .join("crates/strategies/rules/migrations/pypi")
        .join(package)
        .with_extension("toml");
    let module = package.replace('-', "_");
    let lines = RULES.split_inclusive('\n');
    // A shipped file has the version of the program.
    let text: String = lines.filter(|line| !line.starts_with("version = ")).collect();
    create(
        &file,
        &text.replace("{{id}}", package).replace("{{library}}", &module),
    )?;
    println!("next: write the examples and the rules (docs/rules.md), then");
    println!("  RULE=python/{package} PACKAGES={package} cargo nextest run -p unbreak-strategies rule_files");
    Ok(())
}

/// `NAME`: begins a strategy and a case of it.
///
/// # Errors
/// When the argument is not an id, or the strategy exists.
pub(crate) fn strategy(_: &Shell, arguments: &[String]) -> Result<()> {
    let name = id(arguments, "new-strategy NAME")?;
    let root = layout::root().join("crates/strategies");
    let code = root.join("src").join(name).with_extension("rs");
    create(&code, &filled(STRATEGY, name))?;
    declare(&root.join("src/lib.rs"), "pub mod ", name)?;
    let case = root.join("tests/cases").join(name).join("first");
    let command = r#"echo "notes.txt:1: error: misspelt: teh"; exit 1"#;
    create(&case.join("before/notes.txt"), "over teh moon\n")?;
    create(&case.join("after/notes.txt"), "over the moon\n")?;
    let shown = serde_json::json!({ "command": ["sh", "-c", command], "tool": "sh" });
    create(&case.join("case.json"), &format!("{shown:#}\n"))?;
    let rules = format!(
        "strategies = [\"{name}\"]\n\n[[rule]]\nid = \"any/misspelt-word/correct\"\n\
         summary = \"Corrects a word that a checker reports.\"\nexample = \"{name}/first\"\n"
    );
    create(&root.join("built-in").join(name).with_extension("toml"), &rules)?;
    let test = |name: &str| format!("#[test]\nfn {name}() {{\n    check_all(\"{name}\");\n}}\n");
    let tests = root.join("tests/it/cases.rs");
    insert_after(
        &tests,
        &test("message_fix"),
        &format!("\n{}", test(&name.replace('-', "_"))),
    )?;
    println!("next: write the case, then the strategy:");
    println!("  cargo fmt");
    println!("  CAPTURE=1 cargo nextest run -p unbreak-strategies cases::{name}");
    println!("  cargo nextest run -p unbreak-strategies cases::{name}");
    Ok(())
}

/// `NAME`: begins a debug tool.
///
/// # Errors
/// When the argument is not an id, or the tool exists.
pub(crate) fn tool(_: &Shell, arguments: &[String]) -> Result<()> {
    let name = id(arguments, "new-tool NAME")?;
    let root = layout::root().join("crates/tools-debug/src");
    create(&root.join(name).with_extension("rs"), &filled(TOOL, name))?;
    declare(&root.join("lib.rs"), "pub mod ", name)?;
    println!(
        "next: change what it finds out; a file of tests goes to crates/tools-debug/tests/it. To try it:"
    );
    println!("  cargo run -p unbreak -- tool {name} --json '{{\"command\": [\"false\"]}}'");
    Ok(())
}

/// `NAME`: begins an output format of `unbreak parse`.
///
/// # Errors
/// When the argument is not an id, or the format exists.
pub(crate) fn output(_: &Shell, arguments: &[String]) -> Result<()> {
    let name = id(arguments, "new-output NAME")?;
    let cli = layout::root().join("crates/cli/src");
    let kind = type_name(name);
    create(
        &cli.join("render").join(name).with_extension("rs"),
        &filled(OUTPUT, name),
    )?;
    declare(&cli.join("render.rs"), "pub mod ", name)?;
    let parse = cli.join("commands/parse.rs");
    insert_after(
        &parse,
        "use crate::render::junit::Junit;\n",
        &format!("use crate::render::{name}::{kind};\n"),
    )?;
    insert_after(
        &parse,
        "    Junit,\n",
        &format!("    /// One line for each diagnostic.\n    {kind},\n"),
    )?;
    insert_after(
        &parse,
        "            Self::Junit => Box::new(Junit::default()),\n",
        &format!("            Self::{kind} => Box::new({kind}),\n"),
    )?;
    println!("next: write the format; its tests go to crates/cli/tests/it/render.rs. To try it:");
    println!(
        "  echo 'a.c:1:2: error: x' | cargo run -p unbreak -- parse --format {}",
        name.replace('_', "-")
    );
    Ok(())
}

/// The only argument, if it can be an id.
fn id<'a>(arguments: &'a [String], usage: &str) -> Result<&'a str> {
    let [name] = arguments else {
        bail!("usage: cargo xtask {usage}");
    };
    let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_');
    ensure!(
        name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_id),
        "'{name}' is not an id: lower-case letters, digits, '-' and '_'"
    );
    Ok(name)
}

fn filled(template: &str, name: &str) -> String {
    template
        .replace("{{id}}", name)
        .replace("{{Type}}", &type_name(name))
}

/// `count_failures` → `CountFailures`.
fn type_name(name: &str) -> String {
    let words = name.split(['_', '-']).filter(|word| !word.is_empty());
    words
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect()
}

fn create(file: &PathBuf, text: &str) -> Result<()> {
    ensure!(!file.exists(), "{} exists", file.display());
    fs::create_dir_all(file.parent().unwrap_or(file))?;
    fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))?;
    println!("wrote {}", file.display());
    Ok(())
}

/// Adds a module to a list of them, at the end of the last line that begins like it.
fn declare(file: &Path, begin: &str, name: &str) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let last = text.lines().rfind(|line| line.starts_with(begin));
    let last = last.with_context(|| format!("{} declares no module", file.display()))?;
    insert_after(
        file,
        &format!("{last}\n"),
        &format!("{begin}{};\n", name.replace('-', "_")),
    )
}

fn insert_after(file: &Path, place: &str, addition: &str) -> Result<()> {
    let text = fs::read_to_string(file)?;
    let at = text
        .find(place)
        .with_context(|| format!("{} has no {place:?}", file.display()))?;
    let (before, after) = text.split_at(at + place.len());
    fs::write(file, format!("{before}{addition}{after}"))?;
    println!("added to {}: {}", file.display(), addition.trim());
    Ok(())
}
