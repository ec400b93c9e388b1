//! Whatever a file looks like by now, and whether or not an interpreter answers: a strategy does not
//! panic, and what it proposes fits the files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use async_trait::async_trait;
use proptest::prelude::*;
use proptest::sample::Index;
use unbreak_core::capability::CapabilityError;
use unbreak_core::fix::apply_edits;
use unbreak_core::{
    Analysis, Command, Completed, Confidence, Diagnostic, Fix, FixContext, RelPath, Runner, Workspace,
};

use super::case::{NEUTRAL_ROOT, diagnose, registry};
use super::world::files_below;

/// A project in memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct Memory(pub(crate) BTreeMap<RelPath, String>);

impl Workspace for Memory {
    fn root(&self) -> &Path {
        Path::new(NEUTRAL_ROOT)
    }

    fn read(&self, file: &RelPath) -> Result<Vec<u8>, CapabilityError> {
        let text = self
            .0
            .get(file)
            .ok_or_else(|| CapabilityError::NotFound(file.clone()))?;
        Ok(text.clone().into_bytes())
    }

    fn files(&self) -> Arc<[RelPath]> {
        self.0.keys().cloned().collect()
    }
}

/// Starts nothing.
struct Nobody;

#[async_trait]
impl Runner for Nobody {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        Err(CapabilityError::Denied(command.to_string()))
    }
}

/// A project of a case, and what a tool said of it.
#[derive(Debug)]
pub(crate) struct Captured {
    /// The path of the case, below the directory of all.
    pub(crate) name: String,
    pub(crate) project: Memory,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// The cases whose tools' output is captured.
pub(crate) static CASES: LazyLock<Vec<Captured>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let folders = [
        "data",
        "import_fix",
        "lint_fix",
        "message_fix",
        "name_fix",
        "project",
        "quick_fix",
        "server_fix",
        "suggested_fix",
        "type_fix",
    ]
    .map(|id| root.join(id));
    let cases = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut paths: Vec<_> = cases.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let load = |case: &std::path::PathBuf| {
        let before = case.join("before");
        let read = |file: &RelPath| std::fs::read_to_string(before.join(file.as_str())).unwrap();
        let project = Memory(
            files_below(&before)
                .iter()
                .map(|file| (file.clone(), read(file)))
                .collect(),
        );
        let output = std::fs::read_to_string(case.join("output.txt")).unwrap();
        let diagnostics = diagnose(&project, &Command::new("true", [""; 0]), &output);
        Captured {
            name: case.strip_prefix(&root).unwrap().to_str().unwrap().to_owned(),
            project,
            diagnostics,
        }
    };
    paths.iter().map(load).collect()
});

/// Takes some characters out of a file, and puts others in.
fn damage(project: &Memory, file: Index, at: Index, dropped: usize, added: &str) -> Memory {
    let mut project = project.clone();
    let names: Vec<RelPath> = project.0.keys().cloned().collect();
    if let Some(text) = project.0.get_mut(file.get(&names)) {
        let characters: Vec<char> = text.chars().collect();
        let start = at.index(characters.len() + 1);
        let end = (start + dropped).min(characters.len());
        *text = characters[..start]
            .iter()
            .chain(added.chars().collect::<Vec<_>>().iter())
            .chain(&characters[end..])
            .collect();
    }
    project
}

#[test]
fn checks_take_no_longer_than_the_runs_that_they_save() {
    let (seconds, milliseconds) = (Duration::from_secs, Duration::from_millis);
    let cases = [
        (None, None),
        (Some(milliseconds(20)), Some(seconds(10))),
        (Some(seconds(1)), Some(seconds(20))),
        (Some(seconds(600)), Some(seconds(60))),
    ];
    let (project, command, allowed) = (Memory::default(), Command::new("make", ["all"]), BTreeSet::new());
    for (command_time, patience) in cases {
        let mut context = FixContext::new(&project, &Nobody, &command, &allowed);
        context.command_time = command_time;
        assert_eq!(context.patience(), patience, "{command_time:?}");
    }
}

/// The proposals of all strategies except `syntax_fix`, which has its own tests, without starting a process.
pub(crate) fn proposals(project: &Memory, diagnostics: &[Diagnostic]) -> Vec<Fix> {
    let command = Command::new("python3", ["main.py"]);
    let allowed = BTreeSet::new();
    let mut context = FixContext::new(project, &Nobody, &command, &allowed);
    context.diagnostics = diagnostics;
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let registry = registry();
    let mut fixes = Vec::new();
    for diagnostic in diagnostics {
        let analysis = Analysis {
            id: 1,
            diagnostic: diagnostic.clone(),
            also: Vec::new(),
            root_cause: String::new(),
            candidates: Vec::new(),
            related_files: Vec::new(),
            confidence: Confidence::new(0.5),
        };
        for strategy in registry.strategies() {
            let is_other = strategy.descriptor().id == "syntax_fix";
            if !is_other && strategy.assess(diagnostic).is_some() {
                fixes.extend(
                    runtime
                        .block_on(strategy.propose(&analysis, &context))
                        .unwrap_or_default(),
                );
            }
        }
    }
    fixes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_survived(
        case: Index,
        file: Index,
        at: Index,
        dropped in 0..30_usize,
        added in r#"[ \n\t()\[\]:,."'a-zé\\]{0,6}"#,
    ) {
        let case = case.get(&CASES);
        let project = damage(&case.project, file, at, dropped, &added);
        for fix in proposals(&project, &case.diagnostics) {
            for (file, text) in &project.0 {
                let edits = fix.edits.iter().filter(|edit| &edit.file == file);
                prop_assert!(apply_edits(text, edits).is_ok(), "{} does not fit {file}", fix.title);
            }
        }
    }
}
