//! Writes down what the program's own parsers say of themselves, so that no start has to read it.
//!
//! `formats/FAMILY/TOOL.toml` becomes a value of a static: the description and the triggers as they are needed
//! at every start, and the tables of patterns as text that is read when a trigger is first met.
//! `src/FAMILY/TOOL.toml`, the description of a parser that is written in Rust, becomes a static of its own.

#[path = "src/format/grammar/literals.rs"]
mod literals;
#[path = "src/format/grammar/page.rs"]
mod page;
#[path = "src/format/grammar/shorthand.rs"]
mod shorthand;
#[path = "src/format/grammar/triggers.rs"]
mod triggers;

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Map, Value};

const ROOT: &str = "formats";
/// The folder of the parsers written in Rust, with a description beside each.
const SOURCES: &str = "src";
/// Where a format stands that says nothing of it: before the parsers that know a shape but not the tool.
const PRIORITY: i64 = 5;
/// The same for one that was never tried on its tool's output: after all that were.
const DOCUMENTED_PRIORITY: i64 = -7;
/// Keys that are read at every start, and not with the patterns.
const DESCRIPTION: [&str; 10] = [
    "docs",
    "example",
    "inner",
    "languages",
    "links",
    "priority",
    "summary",
    "understands",
    "version",
    "versions",
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={ROOT}");
    println!("cargo::rerun-if-changed={SOURCES}");
    let formats = written(ROOT, format)?;
    // Without formats there is nothing to name.
    let names = match formats.is_empty() {
        true => "",
        false => {
            "use std::{borrow::Cow, sync::OnceLock};\nuse unbreak_core::{Descriptor, Example, Stability};\n"
        }
    };
    let (count, values) = (formats.len(), formats.concat());
    let generated = format!("{names}pub(super) static FORMATS: [Embedded; {count}] = [\n{values}];\n");
    let directory = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(directory.join("formats.rs"), generated)?;
    fs::write(
        directory.join("described.rs"),
        written(SOURCES, described)?.concat(),
    )?;
    Ok(())
}

/// Writes the Rust that a file becomes.
type Write = fn(&Path, &mut Map<String, Value>) -> Result<String, Box<dyn Error>>;

/// The Rust that the files below a folder become, those of the families that are on.
fn written(root: &str, write: Write) -> Result<Vec<String>, Box<dyn Error>> {
    let mut all = Vec::new();
    for family in entries(Path::new(root))? {
        let name = family
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_uppercase();
        if env::var_os(format!("CARGO_FEATURE_{name}")).is_none() {
            continue;
        }
        let files = entries(&family)?.into_iter();
        for path in files.filter(|path| path.extension().is_some_and(|it| it == "toml")) {
            let text = fs::read_to_string(&path)?;
            let mut file = toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            all.push(write(&path, &mut file).map_err(|error| format!("{}: {error}", path.display()))?);
        }
    }
    Ok(all)
}

fn entries(directory: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let paths = fs::read_dir(directory)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<Result<Vec<_>, _>>()?;
    paths.sort();
    Ok(paths)
}

/// The value that a format's file becomes.
fn format(path: &Path, file: &mut Map<String, Value>) -> Result<String, Box<dyn Error>> {
    let (triggers, placed) = triggers(file)?;
    let (descriptor, documented) = descriptor(file)?;
    let default = if documented { DOCUMENTED_PRIORITY } else { PRIORITY };
    let priority = priority(file, default);
    let is_inner = file.get("inner") == Some(&Value::Bool(true));
    let path = path.display().to_string().replace('\\', "/");
    file.retain(|key, _| !DESCRIPTION.contains(&key.as_str()));
    let tables = Value::Object(std::mem::take(file)).to_string();
    Ok(format!(
        "Embedded {{ descriptor: {descriptor}, triggers: &{triggers:?}, placed: {placed:?},
        priority: {priority}, is_inner: {is_inner}, path: {path:?}, tables: {tables:?}, forms: OnceLock::new() }},\n"
    ))
}

/// The static that the description of a parser written in Rust becomes.
fn described(_: &Path, file: &mut Map<String, Value>) -> Result<String, Box<dyn Error>> {
    let known = |key: &str| DESCRIPTION.contains(&key) || matches!(key, "id" | "triggers");
    if let Some(key) = file.keys().find(|key| !known(key)) {
        return Err(format!("`{key}` is not part of a description").into());
    }
    let (descriptor, _) = descriptor(file)?;
    let id = file.get("id").and_then(Value::as_str).unwrap_or_default();
    let name = id.to_uppercase().replace('-', "_");
    let (triggers, priority) = (texts(file, "triggers"), priority(file, 0));
    Ok(format!(
        "/// `{id}`.
        pub(crate) static {name}: Described = Described {{ descriptor: {descriptor},
        triggers: &{triggers:?}, priority: {priority} }};\n"
    ))
}

fn priority(file: &Map<String, Value>, default: i64) -> i64 {
    file.get("priority").and_then(Value::as_i64).unwrap_or(default)
}

/// The `Descriptor` in Rust, and whether the format is only documented.
fn descriptor(file: &Map<String, Value>) -> Result<(String, bool), Box<dyn Error>> {
    let text_of = |key: &str| file.get(key).and_then(Value::as_str).unwrap_or_default();
    let page = page::page(
        text_of("docs"),
        text_of("understands"),
        text_of("versions"),
        &texts(file, "links"),
    );
    let examples = file.get("example").and_then(Value::as_array);
    let examples = examples.map(Vec::as_slice).unwrap_or_default();
    let source = |example: &Value| example["source"].as_str().unwrap_or_default().to_owned();
    let documented = examples
        .iter()
        .all(|example| source(example).starts_with("documented"));
    let stability = if documented { "Documented" } else { "Stable" };
    let languages = texts(file, "languages").into_iter();
    let languages: String = languages
        .map(|name| format!("Cow::Borrowed({name:?}),"))
        .collect();
    let mut value = String::new();
    writeln!(value, "Descriptor {{ id: Cow::Borrowed({:?}),", text_of("id"))?;
    writeln!(value, "version: Cow::Borrowed(env!(\"CARGO_PKG_VERSION\")),")?;
    writeln!(value, "summary: Cow::Borrowed({:?}),", text_of("summary"))?;
    writeln!(value, "docs: Cow::Borrowed({page:?}),")?;
    writeln!(value, "languages: Cow::Borrowed(&[{languages}]),")?;
    writeln!(value, "examples: Cow::Borrowed(&[")?;
    for example in examples {
        let text = |key: &str| example[key].as_str().unwrap_or_default().to_owned();
        let expected = example["expect"].to_string();
        let (title, input, source) = (text("title"), text("input"), text("source"));
        writeln!(
            value,
            "Example::from_source({title:?}, {input:?}, {expected:?}, {source:?}),"
        )?;
    }
    write!(value, "]), stability: Stability::{stability} }}")?;
    Ok((value, documented))
}

fn texts(file: &Map<String, Value>, key: &str) -> Vec<String> {
    let texts = file.get(key).and_then(Value::as_array).into_iter().flatten();
    texts.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The triggers, and as JSON those that count only in their place.
fn triggers(file: &Map<String, Value>) -> Result<(Vec<String>, String), Box<dyn Error>> {
    let Some(Value::Array(given)) = file.get("triggers") else {
        let derived = triggers::derived(&Value::Object(file.clone()))?;
        return Ok((derived, String::new()));
    };
    let text = |trigger: &Value| trigger["text"].as_str().or(trigger.as_str()).map(str::to_owned);
    let placed: Vec<&Value> = given.iter().filter(|trigger| trigger.is_object()).collect();
    let placed = match placed.is_empty() {
        true => String::new(),
        false => serde_json::to_string(&placed)?,
    };
    Ok((given.iter().filter_map(text).collect(), placed))
}
