//! Broken programs with the repair that was meant: the project's own, or a file of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::layout;

/// One broken program.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Case {
    /// The group that it is counted in.
    pub(super) source: String,
    pub(super) id: String,
    /// Texts by path.
    pub(super) files: BTreeMap<String, String>,
    pub(super) command: Vec<String>,
    /// The files that the meant repair changes, as they are then; may be empty.
    #[serde(default)]
    pub(super) expect: BTreeMap<String, String>,
    /// How texts are compared: `ast` for Python's syntax trees, anything else without white space and
    /// comments.
    #[serde(default)]
    pub(super) compare: String,
}

/// The cases of a file, one JSON object a line.
///
/// # Errors
/// When it cannot be read, or a line is not a case.
pub(super) fn from_file(path: &Path) -> Result<Vec<Case>> {
    let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty()).zip(1..);
    lines
        .map(|(line, number)| {
            serde_json::from_str(line)
                .with_context(|| format!("line {number} of {} is not a case", path.display()))
        })
        .collect()
}

/// The cases of the strategies' tests for which a repair is expected.
///
/// # Errors
/// When one cannot be read.
pub(super) fn own() -> Result<Vec<Case>> {
    let all = layout::root().join("crates/strategies/tests/cases");
    let mut cases = programs_in_c(&all.join("c"))?;
    for strategy in folders(&all)? {
        for folder in folders(&strategy)? {
            let manifest = folder.join("case.json");
            if folder.join("after").is_dir() && manifest.is_file() {
                cases.push(own_case(&strategy, &folder)?);
            }
        }
    }
    Ok(cases)
}

/// Pairs of `NAME.before.c` and `NAME.after.c`; a first line may add to the compiler's arguments.
fn programs_in_c(folder: &Path) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for (name, broken) in texts(folder)? {
        let Some((id, ending)) = name.split_once(".before.") else {
            continue;
        };
        let Ok(meant) = fs::read_to_string(folder.join(format!("{id}.after.{ending}"))) else {
            continue;
        };
        let (compiler, standard) = match ending {
            "cpp" => ("g++", "-std=gnu++17"),
            _ => ("gcc", "-std=gnu11"),
        };
        let first = broken.lines().next().unwrap_or_default();
        let flags = first.strip_prefix("// flags: ").unwrap_or_default();
        let file = format!("main.{ending}");
        let words = [compiler, standard, "-fsyntax-only"].into_iter();
        let words = words.chain(flags.split_whitespace()).chain([file.as_str()]);
        cases.push(Case {
            source: "c".to_owned(),
            id: id.to_owned(),
            command: words.map(str::to_owned).collect(),
            files: [(file.clone(), broken)].into(),
            expect: [(file.clone(), meant)].into(),
            compare: "text".to_owned(),
        });
    }
    Ok(cases)
}

fn own_case(strategy: &Path, folder: &Path) -> Result<Case> {
    #[derive(Deserialize)]
    struct Manifest {
        command: Vec<String>,
    }
    let manifest = folder.join("case.json");
    let manifest: Manifest = serde_json::from_str(&fs::read_to_string(&manifest)?)
        .with_context(|| format!("{} cannot be read", manifest.display()))?;
    Ok(Case {
        source: name(strategy),
        id: name(folder),
        files: texts(&folder.join("before"))?,
        command: manifest.command,
        expect: texts(&folder.join("after"))?,
        compare: "text".to_owned(),
    })
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The directories in a directory, sorted.
fn folders(directory: &Path) -> Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = fs::read_dir(directory)
        .with_context(|| format!("{} cannot be read", directory.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    found.retain(|path| path.is_dir());
    found.sort();
    Ok(found)
}

/// Every text below a directory, by its path in there.
fn texts(directory: &Path) -> Result<BTreeMap<String, String>> {
    let mut texts = BTreeMap::new();
    let mut open = vec![directory.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let inside = path.strip_prefix(directory).unwrap_or(&path);
                texts.insert(inside.to_string_lossy().into_owned(), text);
            }
        }
    }
    Ok(texts)
}
