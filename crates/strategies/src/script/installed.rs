//! The entry file of an installed package, and its exports.

use serde_json::Value;
use unbreak_core::{RelPath, Runner, Workspace};

use super::exports::Exports;
use super::loaded::Loaded;
use super::paths;

/// The conditions under which Node takes an entry of `exports`, for either way to load.
const CONDITIONS: [&[&str]; 2] = [
    &["import", "node", "module-sync", "default"],
    &["require", "node", "module-sync", "default"],
];

/// A package as one file of the project loads it.
pub(super) struct Installed {
    pub(super) exports: Exports,
    /// Whether the entry is an ES module.
    pub(super) is_module: bool,
    /// What Node loads, if it was asked and answered.
    pub(super) loaded: Option<Loaded>,
}

impl Installed {
    /// Finds the package as [`Self::find`] does, and asks Node for its exports.
    pub(super) async fn load(
        module: &str,
        from: &RelPath,
        workspace: &dyn Workspace,
        is_required: bool,
        runner: &dyn Runner,
    ) -> Option<Self> {
        let mut found = Self::find(module, from, workspace, is_required)?;
        found.loaded = Loaded::ask(module, from, is_required, runner).await;
        if let Some(loaded) = &found.loaded {
            found.exports = loaded.exports();
        }
        Some(found)
    }

    /// Finds the package in the nearest `node_modules`. `is_required` says which of its entries is loaded.
    pub(super) fn find(
        module: &str,
        from: &RelPath,
        workspace: &dyn Workspace,
        is_required: bool,
    ) -> Option<Self> {
        let mut directory = paths::directory(from.as_str());
        loop {
            let root = match directory {
                "" => format!("node_modules/{module}"),
                _ => format!("{directory}/node_modules/{module}"),
            };
            let manifest = RelPath::new(&format!("{root}/package.json")).ok()?;
            if let Ok(text) = workspace.read_text(&manifest) {
                return Self::read(&root, &serde_json::from_str(&text).ok()?, workspace, is_required);
            }
            if directory.is_empty() {
                return None;
            }
            directory = paths::directory(directory);
        }
    }

    fn read(root: &str, manifest: &Value, workspace: &dyn Workspace, is_required: bool) -> Option<Self> {
        let exported = manifest
            .get("exports")
            .map(|exports| exports.get(".").unwrap_or(exports));
        let entry = match exported {
            Some(exported) => target(exported, CONDITIONS[usize::from(is_required)])?,
            None => manifest.get("main").and_then(Value::as_str).unwrap_or("index.js"),
        };
        let entry = entry.trim_start_matches("./");
        let file = RelPath::new(&format!("{root}/{entry}")).ok()?;
        let text = workspace.read_text(&file).ok()?;
        let is_module = entry.ends_with(".mjs")
            || !entry.ends_with(".cjs") && manifest.get("type").and_then(Value::as_str) == Some("module");
        Some(Self {
            exports: Exports::of(&text),
            is_module,
            loaded: None,
        })
    }
}

/// The file that an entry of `exports` leads to.
fn target<'v>(exported: &'v Value, conditions: &[&str]) -> Option<&'v str> {
    match exported {
        Value::String(path) => Some(path),
        Value::Array(all) => all.iter().find_map(|one| target(one, conditions)),
        Value::Object(by_condition) => by_condition
            .iter()
            .filter(|(condition, _)| conditions.contains(&condition.as_str()))
            .find_map(|(_, one)| target(one, conditions)),
        _ => None,
    }
}
