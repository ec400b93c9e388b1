//! The documentation as a site: the documents of the repository, and pages made of what the program says of itself.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::{example, layout, setup};

const MDBOOK: &str = "0.5.4";

/// The documents that come first, in the order in which they are read; the others of `docs` follow.
const FIRST: [&str; 6] = [
    "README.md",
    "docs/evidence.md",
    "docs/guard.md",
    "docs/sandbox.md",
    "docs/mcp.md",
    "docs/models.md",
];

/// The documents for contributors, at the end.
const LAST: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Makes the site in `target/book/site`.
///
/// # Errors
/// When the program or mdBook cannot be built, or a document is missing.
pub(crate) fn run(shell: &Shell, _arguments: &[String]) -> Result<()> {
    cmd!(shell, "cargo build --locked --package unbreak")
        .quiet()
        .run()?;
    setup::example(shell)?;
    let book = layout::target_directory().join("book");
    shell.remove_path(&book)?;
    let source = book.join("src");
    shell.create_dir(source.join("reference"))?;
    shell.write_file(
        book.join("book.toml"),
        "[book]\ntitle = \"unbreak\"\nlanguage = \"en\"\n\n[build]\nbuild-dir = \"site\"\n",
    )?;

    let mut summary = String::from("# Summary\n\n");
    let documents = documents()?;
    for document in &documents {
        let title = copy(shell, &source, document, &documents)?;
        writeln!(summary, "- [{title}]({})", chapter(document))?;
    }
    summary.push_str("\n# Reference\n\n");
    for (name, title, text) in reference(shell)? {
        shell.write_file(
            source.join("reference").join(&name),
            format!("# {title}\n\n{text}"),
        )?;
        writeln!(summary, "- [{title}](reference/{name})")?;
    }
    shell.write_file(source.join("SUMMARY.md"), summary)?;

    let mdbook = mdbook(shell)?;
    cmd!(shell, "{mdbook} build {book}")
        .quiet()
        .run()
        .context("mdBook cannot build the site")?;
    println!("the site is {}", book.join("site/index.html").display());
    Ok(())
}

/// Every document, as a path from the repository's root.
fn documents() -> Result<Vec<String>> {
    let entries =
        fs::read_dir(layout::root().join("docs"))?.map(|entry| entry.map(|entry| entry.file_name()));
    let names = entries.collect::<std::io::Result<Vec<_>>>()?;
    let mut others: Vec<String> = names
        .iter()
        .map(|name| format!("docs/{}", name.display()))
        .collect();
    others.retain(|file| file.ends_with(".md") && !FIRST.contains(&file.as_str()));
    others.sort();
    let first = FIRST.map(str::to_owned).into_iter();
    Ok(first.chain(others).chain(LAST.map(str::to_owned)).collect())
}

/// The name of a document's chapter.
fn chapter(document: &str) -> String {
    match document {
        "README.md" => "introduction.md".to_owned(),
        _ => document.trim_start_matches("docs/").to_lowercase(),
    }
}

/// Copies a document into the book, where links between documents lead to chapters. Returns its title.
fn copy(shell: &Shell, source: &Path, document: &str, documents: &[String]) -> Result<String> {
    let file = layout::root().join(document);
    let mut text = fs::read_to_string(&file).with_context(|| format!("{document} is missing"))?;
    for other in documents {
        let beside = other.trim_start_matches("docs/");
        for link in [other.as_str(), beside, &format!("../{other}")] {
            text = text.replace(&format!("]({link}"), &format!("]({}", chapter(other)));
        }
    }
    shell.write_file(source.join(chapter(document)), &text)?;
    let title = text.lines().find_map(|line| line.strip_prefix("# "));
    Ok(title.unwrap_or(document).to_owned())
}

/// Pages that the program's own descriptions become: file, title, text.
fn reference(shell: &Shell) -> Result<Vec<(String, &'static str, String)>> {
    let page = |name: &str, title, text| (format!("{name}.md"), title, text);
    Ok(vec![
        page("commands", "Commands and exit codes", commands(shell)?),
        page("configuration", "unbreak.toml", configuration(shell)?),
        page("parsers", "Parsers and formats", described(shell, "parsers")?),
        page("strategies", "Strategies", described(shell, "strategies")?),
        page("rules", "Rules", rules(shell)?),
        page("tools", "Debug tools", described(shell, "tools")?),
        page("events", "Events", events(shell)?),
    ])
}

fn ask(shell: &Shell, words: &[&str]) -> Result<String> {
    let unbreak = layout::target_directory().join("debug/unbreak");
    let _plain = shell.push_env("NO_COLOR", "1");
    let output = cmd!(shell, "{unbreak} {words...}").quiet().read();
    output.with_context(|| format!("unbreak {} fails", words.join(" ")))
}

fn ask_json(shell: &Shell, words: &[&str]) -> Result<Vec<Value>> {
    Ok(serde_json::from_str(&ask(shell, words)?)?)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

fn commands(shell: &Shell) -> Result<String> {
    let overview = ask(shell, &["help"])?;
    let listed = overview.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let mut page = format!("```text\n{overview}\n```\n");
    for name in names.filter(|name| !name.is_empty() && *name != "help") {
        let help = ask(shell, &["help", name])?;
        write!(page, "\n## {name}\n\n```text\n{help}\n```\n")?;
    }
    Ok(page)
}

/// The keys of the schema, as a table for each section.
fn configuration(shell: &Shell) -> Result<String> {
    let schema: Value = serde_json::from_str(&ask(shell, &["config", "schema"])?)?;
    let mut page = String::from(
        "Every key of `unbreak.toml`. `unbreak config schema` prints the whole as JSON schema, for editors.\n",
    );
    section(&mut page, "", &schema, &schema)?;
    Ok(page)
}

fn section(page: &mut String, name: &str, schema: &Value, root: &Value) -> Result<()> {
    let Some(properties) = schema["properties"].as_object() else {
        return Ok(());
    };
    let properties: BTreeMap<&String, &Value> = properties
        .iter()
        .map(|(key, value)| (key, resolved(value, root)))
        .collect();
    let (tables, keys): (Vec<_>, Vec<_>) = properties
        .into_iter()
        .partition(|(_, it)| it["properties"].is_object());
    if !keys.is_empty() {
        let heading = if name.is_empty() { "Top level" } else { name };
        write!(
            page,
            "\n## {heading}\n\n| Key | Type | Meaning |\n|---|---|---|\n"
        )?;
        for (key, value) in keys {
            let kind = match &value["type"] {
                Value::String(kind) => kind.clone(),
                Value::Array(kinds) => kinds
                    .iter()
                    .filter_map(Value::as_str)
                    .collect::<Vec<_>>()
                    .join(" or "),
                _ => String::new(),
            };
            writeln!(
                page,
                "| `{key}` | {kind} | {} |",
                cell(text(value, "description"))
            )?;
        }
    }
    for (key, value) in tables {
        let inner = if name.is_empty() {
            key.clone()
        } else {
            format!("{name}.{key}")
        };
        section(page, &inner, value, root)?;
    }
    Ok(())
}

/// The schema that a reference leads to.
fn resolved<'v>(value: &'v Value, root: &'v Value) -> &'v Value {
    let pointer = value["$ref"]
        .as_str()
        .and_then(|reference| reference.strip_prefix('#'));
    pointer.and_then(|pointer| root.pointer(pointer)).unwrap_or(value)
}

/// A text that fits into a cell of a table.
fn cell(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace('|', "\\|")
}

/// Plug-ins of one kind, each with its own documentation; headings are one level deeper.
fn described(shell: &Shell, kind: &str) -> Result<String> {
    let plugins = ask_json(shell, &["list", kind, "--format", "json"])?;
    let mut page = format!("{} in all.\n", plugins.len());
    for plugin in &plugins {
        let languages: Vec<&str> = plugin["languages"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        write!(page, "\n## {}\n\n{}", text(plugin, "id"), text(plugin, "summary"))?;
        if !languages.is_empty() {
            write!(page, " ({})", languages.join(", "))?;
        }
        if text(plugin, "stability") == "documented" {
            page.push_str("\n\nWritten from the tool's documentation: no real output was seen.");
        }
        page.push_str("\n\n");
        for line in text(plugin, "docs").trim().lines() {
            let deeper = if line.starts_with('#') { "##" } else { "" };
            writeln!(page, "{deeper}{line}")?;
        }
    }
    Ok(page)
}

fn rules(shell: &Shell) -> Result<String> {
    let rules = ask_json(shell, &["list", "rules", "--format", "json"])?;
    let mut page = format!(
        "{} in all. `unbreak explain RULE` shows the examples of one.\n",
        rules.len()
    );
    let mut files: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for rule in &rules {
        files.entry(text(rule, "file")).or_default().push(rule);
    }
    for (file, rules) in files {
        write!(
            page,
            "\n## {file}\n\n| Rule | What it changes | Safety | Since |\n|---|---|---|---|\n"
        )?;
        for rule in rules {
            let since = match text(rule, "source") {
                "" => text(rule, "since").to_owned(),
                source => format!(
                    "[{}]({source})",
                    Some(text(rule, "since"))
                        .filter(|it| !it.is_empty())
                        .unwrap_or("source")
                ),
            };
            let (id, safety) = (text(rule, "id"), text(rule, "safety"));
            writeln!(
                page,
                "| `{id}` | {} | {safety} | {since} |",
                cell(text(rule, "summary"))
            )?;
        }
    }
    Ok(page)
}

/// One event of each kind, from a run on the example.
fn events(shell: &Shell) -> Result<String> {
    let project = example::scratch()?;
    let state = tempfile::tempdir()?;
    let unbreak = layout::target_directory().join("debug/unbreak");
    let output = {
        let _there = shell.push_dir(project.path());
        let _tools = shell.push_env("PATH", layout::path_of_example()?);
        let _state = shell.push_env("UNBREAK_STATE_DIR", state.path());
        let check = example::CHECK;
        cmd!(shell, "{unbreak} run --quiet --format jsonl -- {check}")
            .quiet()
            .read()?
    };
    let mut page = String::from(
        "`unbreak run --format jsonl` writes each event as a line of JSON when it happens, and the report last. \
         These are the first of each kind in a run on the example project; long values are cut.\n",
    );
    let mut known: Vec<String> = Vec::new();
    for line in output.lines() {
        let mut event: Value = serde_json::from_str(line)?;
        let kind = ["event", "kind", "type"]
            .iter()
            .find_map(|key| event[*key].as_str());
        let kind = kind.unwrap_or("report").to_owned();
        if known.contains(&kind) {
            continue;
        }
        shorten(&mut event);
        write!(page, "\n## {kind}\n\n```json\n{event:#}\n```\n")?;
        known.push(kind);
    }
    Ok(page)
}

/// Cuts long texts and lists.
fn shorten(value: &mut Value) {
    const LONG: usize = 120;
    match value {
        Value::String(text) if text.chars().count() > LONG => {
            *text = text.chars().take(LONG).chain(['…']).collect();
        }
        Value::Array(items) => {
            items.truncate(1);
            items.iter_mut().for_each(shorten);
        }
        Value::Object(members) => members.values_mut().for_each(shorten),
        _ => {}
    }
}

/// mdBook, installed into `.tools` if the system has none.
fn mdbook(shell: &Shell) -> Result<PathBuf> {
    if cmd!(shell, "mdbook --version")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
    {
        return Ok("mdbook".into());
    }
    let root = layout::root().join(".tools/mdbook");
    let program = root.join("bin/mdbook");
    if !program.is_file() {
        println!("installing mdBook {MDBOOK} in {}", root.display());
        cmd!(
            shell,
            "cargo install mdbook --version {MDBOOK} --locked --no-default-features --features search --root {root}"
        )
        .quiet()
        .run()
        .context("mdBook cannot be installed")?;
    }
    Ok(program)
}
