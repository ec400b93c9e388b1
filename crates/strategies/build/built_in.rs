//! Writes down the rules that are Rust: a constant for the id of each, which the code that makes a fix names, and
//! a table of what each says of itself. An id that no file has does not compile; one that no code names is a
//! warning.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;
use serde_json::Value;

const ROOT: &str = "built-in";

/// The cases that examples are taken from.
const CASES: &str = "tests/cases";

/// Endings of outputs and other parts of a case that are longer than this are not shown.
const MOST_SHOWN: usize = 1_500;

/// A file: the rules of one or several strategies.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    strategies: Vec<String>,
    /// The feature of the code, where it does not follow from the language; empty if it is always there.
    feature: Option<String>,
    rule: Vec<Entry>,
}

/// A rule, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// LANGUAGE/FAULT/ANSWER.
    id: String,
    summary: String,
    /// The languages, where they do not follow from the id.
    languages: Option<Vec<String>>,
    /// Facts and codes that it answers.
    #[serde(default)]
    answers: Vec<String>,
    /// `safe` or `ask`: the best class that its changes can have.
    #[serde(default = "safe")]
    safety: String,
    /// The case below `tests/cases` that shows it.
    example: Option<String>,
    /// The test that shows it, where no case can.
    tested: Option<String>,
}

fn safe() -> String {
    "safe".to_owned()
}

/// The part of a module tree that holds constants.
#[derive(Default)]
struct Module {
    modules: BTreeMap<String, Module>,
    constants: BTreeMap<String, String>,
}

/// Writes the table and the constants to the file that `rule` includes.
pub(crate) fn write_down() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={ROOT}");
    let mut paths: Vec<PathBuf> = fs::read_dir(ROOT)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<_>>()?;
    paths.sort();
    let mut table = String::from("pub(super) static ALL: &[BuiltIn] = &[\n");
    let mut constants = Module::default();
    for path in &paths {
        add(path, &mut table, &mut constants).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    table.push_str("];\n");
    constants.write(&mut table)?;
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("built_in.rs"), table)?;
    Ok(())
}

/// Adds the rules of a file.
fn add(path: &Path, table: &mut String, constants: &mut Module) -> Result<(), Box<dyn Error>> {
    let group: Group = toml::from_str(&fs::read_to_string(path)?)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    for rule in group.rule {
        let parts: Vec<&str> = rule.id.split('/').collect();
        let &[family, fault, answer] = parts.as_slice() else {
            return Err(format!("'{}' is not LANGUAGE/FAULT/ANSWER", rule.id).into());
        };
        let feature = group.feature.as_deref().or_else(|| feature_of(family));
        if feature.is_some_and(|feature| !feature.is_empty() && !has_feature(feature)) {
            continue;
        }
        if rule.example.is_none() == rule.tested.is_none() {
            return Err(format!("'{}' has neither an example nor a test, or both", rule.id).into());
        }
        if !["safe", "ask"].contains(&rule.safety.as_str()) {
            return Err(format!("the safety of '{}' is neither 'safe' nor 'ask'", rule.id).into());
        }
        constants.add(family, fault, answer, &rule.id)?;
        let languages = rule.languages.unwrap_or_else(|| languages_of(family));
        let example = rule.example.as_deref().map(shown).transpose()?;
        writeln!(
            table,
            "BuiltIn {{ id: {:?}, group: {name:?}, strategies: &{:?}, summary: {:?}, languages: &{languages:?}, \
             answers: &{:?}, is_safe: {}, example: {} }},",
            rule.id,
            group.strategies,
            rule.summary,
            rule.answers,
            rule.safety == "safe",
            example.map_or_else(|| "None".to_owned(), |example| format!("Some({example})")),
        )?;
    }
    Ok(())
}

/// The languages that the first part of an id stands for.
fn languages_of(family: &str) -> Vec<String> {
    let languages: &[&str] = match family {
        "any" => &[],
        "c" => &["c", "cpp"],
        "script" => &["javascript", "typescript"],
        own => &[own],
    };
    languages.iter().map(|&language| language.to_owned()).collect()
}

/// The feature that the code for a family of languages belongs to.
fn feature_of(family: &str) -> Option<&'static str> {
    match family {
        "any" | "python" => None,
        "c" => Some("c"),
        _ => Some("languages"),
    }
}

fn has_feature(name: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{}", name.to_uppercase())).is_some()
}

/// A case as the value that shows it: its name, what is printed, and the files before and after.
fn shown(case: &str) -> Result<String, Box<dyn Error>> {
    let (folder, name) = case.split_once('/').ok_or("an example is FOLDER/NAME")?;
    let folder = Path::new(CASES).join(folder);
    let (output, files) = match folder.join(name) {
        project if project.is_dir() => of_project(&project)?,
        _ => (String::new(), of_pair(&folder, name)?),
    };
    if files.is_empty() && !runs_a_command(&folder.join(name))? {
        return Err(format!("the case '{case}' changes no file").into());
    }
    Ok(format!(
        "Shown {{ title: {:?}, prints: {:?}, files: &{files:?} }}",
        name.replace('_', " "),
        shortened(&output)
    ))
}

/// Returns whether a case expects a command in place of a change.
fn runs_a_command(project: &Path) -> Result<bool, Box<dyn Error>> {
    let case: Value = serde_json::from_str(&fs::read_to_string(project.join("case.json"))?)?;
    Ok(case["runs"].is_string())
}

/// A file with its texts before and after.
type Pair = (String, String, String);

fn of_project(project: &Path) -> Result<(String, Vec<Pair>), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={}", project.display());
    let output = fs::read_to_string(project.join("output.txt")).unwrap_or_default();
    let mut paths = Vec::new();
    if project.join("after").is_dir() {
        super::collect(&project.join("after"), &mut paths)?;
    }
    paths.sort();
    let pairs = paths.iter().map(|path| {
        let file = path.strip_prefix(project.join("after"))?;
        let before = fs::read_to_string(project.join("before").join(file)).unwrap_or_default();
        Ok((file.display().to_string(), before, fs::read_to_string(path)?))
    });
    Ok((output, pairs.collect::<Result<_, Box<dyn Error>>>()?))
}

/// `NAME.before.ENDING` and `NAME.after.ENDING`.
fn of_pair(folder: &Path, name: &str) -> Result<Vec<Pair>, Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if let Some(ending) = file.strip_prefix(&format!("{name}.before.")) {
            let after = folder.join(format!("{name}.after.{ending}"));
            println!("cargo::rerun-if-changed={}", path.display());
            println!("cargo::rerun-if-changed={}", after.display());
            let texts = (fs::read_to_string(&path)?, fs::read_to_string(after)?);
            return Ok(vec![(format!("main.{ending}"), texts.0, texts.1)]);
        }
    }
    Err(format!("there is no case '{name}' in {}", folder.display()).into())
}

/// The end of an output, from the beginning of a line.
fn shortened(output: &str) -> &str {
    let output = output.trim_end();
    let start = output.floor_char_boundary(output.len().saturating_sub(MOST_SHOWN));
    match output[start..].find('\n') {
        Some(end) if start > 0 => &output[start + end + 1..],
        _ => &output[start..],
    }
}

impl Module {
    fn add(&mut self, family: &str, fault: &str, answer: &str, id: &str) -> Result<(), Box<dyn Error>> {
        let name = |part: &str| part.replace('-', "_");
        let module = self.modules.entry(name(family)).or_default();
        let module = module.modules.entry(name(fault)).or_default();
        let constant = name(answer).to_uppercase();
        match module.constants.insert(constant, id.to_owned()) {
            Some(_) => Err(format!("two rules are called '{id}'").into()),
            None => Ok(()),
        }
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        for (name, module) in &self.modules {
            writeln!(text, "pub(crate) mod {name} {{")?;
            module.write(text)?;
            text.push_str("}\n");
        }
        for (name, id) in &self.constants {
            writeln!(
                text,
                "pub(crate) const {name}: unbreak_core::RuleId = unbreak_core::RuleId::new({id:?});"
            )?;
        }
        Ok(())
    }
}
