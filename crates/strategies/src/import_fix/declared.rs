//! The dependencies that a project declares.

use toml::{Table, Value};
use unbreak_core::{RelPath, Workspace};

/// A requirement as the project states it: `PyYAML>=6`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Requirement(pub(super) String);

impl Requirement {
    /// The distribution's name, normalised (PEP 503).
    pub(super) fn distribution(&self) -> String {
        let is_part = |c: &char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let name: String = self.0.trim().chars().take_while(is_part).collect();
        normalise(&name)
    }
}

/// A distribution's name in the form in which names are compared (PEP 503).
pub(super) fn normalise(name: &str) -> String {
    let parts = name.split(['-', '_', '.']).filter(|part| !part.is_empty());
    parts.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// What the project's `pyproject.toml`, `setup.cfg` and `requirements*.txt` ask for, extras and
/// groups included.
pub(super) fn declared(workspace: &dyn Workspace) -> Vec<Requirement> {
    let read = |name: &str| {
        let file = RelPath::new(name).ok()?;
        workspace.read_text(&file).ok()
    };
    let mut found = Vec::new();
    if let Some(table) = read("pyproject.toml").and_then(|text| text.parse::<Table>().ok()) {
        found.extend(of_pyproject(&table));
    }
    found.extend(read("setup.cfg").iter().flat_map(|text| of_setup_cfg(text)));
    for file in workspace.files().iter() {
        let name = file.file_name();
        if name.starts_with("requirements") && name.ends_with(".txt") {
            let text = workspace.read_text(file).unwrap_or_default();
            found.extend(text.lines().filter_map(of_line));
        }
    }
    found
}

fn of_pyproject(table: &Table) -> Vec<Requirement> {
    let at = |path: &[&str]| {
        path.iter().try_fold(None, |value: Option<&Value>, key| {
            let next = match value {
                None => table.get(*key),
                Some(value) => value.get(key),
            };
            next.map(Some)
        })
    };
    let lists = [
        at(&["project", "dependencies"])
            .flatten()
            .into_iter()
            .collect::<Vec<_>>(),
        values(at(&["project", "optional-dependencies"]).flatten()),
        values(at(&["dependency-groups"]).flatten()),
    ];
    let texts = lists.into_iter().flatten().filter_map(Value::as_array).flatten();
    let mut found: Vec<Requirement> = texts.filter_map(Value::as_str).filter_map(of_line).collect();
    let poetry = [
        at(&["tool", "poetry", "dependencies"]).flatten(),
        at(&["tool", "poetry", "dev-dependencies"]).flatten(),
    ];
    let groups = values(at(&["tool", "poetry", "group"]).flatten());
    let groups = groups.into_iter().map(|group| group.get("dependencies"));
    let tables = poetry
        .into_iter()
        .chain(groups)
        .flatten()
        .filter_map(Value::as_table);
    let names = tables.flat_map(Table::keys).filter(|name| *name != "python");
    found.extend(names.map(|name| Requirement(name.clone())));
    found
}

fn values(table: Option<&Value>) -> Vec<&Value> {
    let table = table.and_then(Value::as_table);
    table.map_or_else(Vec::new, |table| table.values().collect())
}

/// `install_requires` and the extras: indented lines below a key.
fn of_setup_cfg(text: &str) -> Vec<Requirement> {
    let mut found = Vec::new();
    let mut section = "";
    let mut key = "";
    for line in text.lines() {
        let is_indented = line.starts_with([' ', '\t']);
        if line.starts_with('[') {
            section = line.trim();
        } else if let (false, Some((name, value))) = (is_indented, line.split_once('=')) {
            key = name.trim();
            if is_requirements(section, key) {
                found.extend(of_line(value));
            }
        } else if is_indented && is_requirements(section, key) {
            found.extend(of_line(line));
        }
    }
    found
}

fn is_requirements(section: &str, key: &str) -> bool {
    section == "[options.extras_require]" || (section == "[options]" && key == "install_requires")
}

/// One requirement of a line; comments and options (`-r`, `--hash`) are none.
fn of_line(line: &str) -> Option<Requirement> {
    let line = line.split(" #").next().unwrap_or_default().trim();
    let starts_well = line.chars().next().is_some_and(char::is_alphanumeric);
    starts_well.then(|| Requirement(line.trim_end_matches('\\').trim().to_owned()))
}
