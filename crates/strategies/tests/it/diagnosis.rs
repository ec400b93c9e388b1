//! Diagnoses: the tables, and outputs of tools on described machines.
//!
//! A file of `cases/diagnosis` has a command's output, the project's files, the machine as far as it matters,
//! and the diagnoses that are expected. Outputs that only resemble a fault of the environment expect none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use unbreak_core::confinement::{Barrier, Confinement, SandboxMode};
use unbreak_core::{Command, Diagnosis, ExitState, FixContext, Listener, Machine, RelPath, Workspace as _};
use unbreak_strategies::diagnosis;

use crate::case::{NEUTRAL_ROOT, diagnose};
use crate::world::{Processes, Tree};

#[test]
fn the_tables_hold_what_they_say() {
    diagnosis::check().unwrap();
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DiagnosisCase {
    command: Vec<String>,
    #[serde(default = "failure")]
    exit: i32,
    output: String,
    #[serde(default)]
    files: BTreeMap<String, String>,
    #[serde(default)]
    machine: DescribedMachine,
    #[serde(default)]
    expect: Vec<Expected>,
}

fn failure() -> i32 {
    1
}

/// A diagnosis in short, with its first command.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    kind: String,
    subject: String,
    #[serde(default)]
    command: Option<String>,
    #[serde(default)]
    needs: Option<String>,
}

/// A machine with what its fields say, and nothing else.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct DescribedMachine {
    programs: BTreeSet<String>,
    variables: BTreeMap<String, String>,
    /// The ports that process 4242 listens on, with its program.
    ports: BTreeMap<String, String>,
    free: Option<u64>,
}

static CONFINEMENT: Confinement = Confinement {
    mode: SandboxMode::Off,
    by: Barrier::None,
    network: true,
    unconfined: Vec::new(),
};

impl Machine for DescribedMachine {
    fn program(&self, name: &str) -> Option<PathBuf> {
        self.programs
            .contains(name)
            .then(|| Path::new("/usr/bin").join(name))
    }

    fn programs(&self) -> BTreeSet<String> {
        self.programs.clone()
    }

    fn exists(&self, path: &Path) -> bool {
        path.exists()
    }

    fn entries(&self, directory: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect()
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.variables.get(name).cloned()
    }

    fn listener(&self, port: u16) -> Option<Listener> {
        let program = self.ports.get(&port.to_string())?.clone();
        Some(Listener {
            process: Some(4242),
            program: Some(program),
        })
    }

    fn free_space(&self, _directory: &Path) -> Option<u64> {
        Some(self.free.unwrap_or(1 << 40))
    }

    fn memory(&self) -> Option<u64> {
        Some(8 << 30)
    }

    fn confinement(&self) -> &Confinement {
        &CONFINEMENT
    }
}

impl DiagnosisCase {
    async fn diagnoses(&self) -> Vec<Diagnosis> {
        let tree = Tree::new();
        for (name, text) in &self.files {
            tree.write(&RelPath::new(name).unwrap(), text);
        }
        let output = self.output.replace(NEUTRAL_ROOT, tree.root().to_str().unwrap());
        let command = Command::new(self.command[0].clone(), &self.command[1..]);
        let diagnostics = diagnose(&tree, &command, &output);
        let (runner, allowed) = (Processes::in_tree(&tree), BTreeSet::new());
        let mut context = FixContext::new(&tree, &runner, &command, &allowed);
        context.diagnostics = &diagnostics;
        context.output = &output;
        context.machine = Some(&self.machine);
        diagnosis::diagnose(&context, ExitState::Code(self.exit)).await
    }
}

impl Expected {
    fn of(diagnosis: &Diagnosis) -> Self {
        let first = diagnosis.remedies.first();
        Self {
            kind: diagnosis.kind.to_string(),
            subject: diagnosis.subject.clone(),
            command: first.map(|remedy| remedy.command.clone()),
            needs: first.and_then(|remedy| remedy.needs.clone()),
        }
    }

    /// A case may leave out the command, where it holds a path of this machine.
    fn fits(&self, found: &Self) -> bool {
        let is_same = (&self.kind, &self.subject) == (&found.kind, &found.subject);
        is_same && (self.command.is_none() || (&self.command, &self.needs) == (&found.command, &found.needs))
    }
}

#[test]
fn outputs_are_diagnosed_and_lookalikes_are_not() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/diagnosis");
    let files = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let mut wrong = Vec::new();
    for file in files {
        let case: DiagnosisCase = toml::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let found: Vec<Expected> = runtime
            .block_on(case.diagnoses())
            .iter()
            .map(Expected::of)
            .collect();
        let is_right = found.len() == case.expect.len()
            && case
                .expect
                .iter()
                .zip(&found)
                .all(|(expected, found)| expected.fits(found));
        if !is_right {
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            wrong.push(format!("{name}: expected {:#?}, found {found:#?}", case.expect));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
