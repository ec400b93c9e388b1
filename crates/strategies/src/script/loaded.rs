//! What Node gets when a file loads a package. Node itself is asked: the text of an entry file may be minified,
//! or only pass on what other files export.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::Deserialize;
use unbreak_core::{Command, RelPath, Runner};

use super::exports::Exports;
use super::paths;

/// The program that answers.
const PROBE: &str = include_str!("loaded.js");

/// A package that does not load in this time is not waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// A package, or one of its exports.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Part {
    /// Whether it is a function or a class.
    pub(super) callable: bool,
    /// Its properties, with those that it inherits.
    pub(super) members: BTreeSet<String>,
}

/// A package as Node loads it for one file.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Loaded {
    /// The value of `require`, or the namespace of `import`.
    pub(super) whole: Part,
    /// The exports that are not undefined.
    pub(super) exports: BTreeMap<String, Part>,
}

impl Loaded {
    /// Loads a package as a file does, by `require` or by `import`; `None` if Node cannot.
    pub(super) async fn ask(
        module: &str,
        from: &RelPath,
        is_required: bool,
        runner: &dyn Runner,
    ) -> Option<Self> {
        let how = if is_required { "require" } else { "import" };
        let mut command = Command::new("node", ["-e", PROBE, how, module]);
        command.directory = RelPath::new(paths::directory(from.as_str())).ok();
        command.timeout = Some(PATIENCE);
        let completed = runner.run(&command).await.ok()?;
        let output = completed.stdout_text();
        let answer = output.lines().rev().find(|line| line.starts_with('{'))?;
        serde_json::from_str(answer).ok()
    }

    /// The names of what it exports.
    pub(super) fn exports(&self) -> Exports {
        let mut names: BTreeSet<String> = self.exports.keys().cloned().collect();
        let has_default = names.remove("default");
        Exports { names, has_default }
    }
}
