//! A case that is asked again and again, with other weights.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use unbreak_core::capability::CapabilityError;
use unbreak_core::fix::apply_edits;
use unbreak_core::{
    Analysis, Command, Completed, FileOp, Fix, FixStrategy, RelPath, Runner, SafetyClass, Workspace,
};
use unbreak_strategies::weights::fitting;

use crate::case::{analysis, registry};
use crate::cases::{Given, given};
use crate::world::{Processes, Tree, files_below};

/// How the proposals for a case stand.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Judged {
    /// Whether the first one is the expected one.
    pub(super) is_right: bool,
    /// The confidence of the right one less that of the best wrong one, if there are both.
    pub(super) distance: Option<f64>,
    /// The title and the confidence of the first one.
    first: Option<(String, f64)>,
    /// The weights that were read.
    reads: BTreeSet<usize>,
}

/// Runs each command once, and says the same from then on: strategies look and never change.
struct Remembered {
    processes: Processes,
    known: Mutex<Vec<(Command, Option<Completed>)>>,
}

impl Remembered {
    fn of(tree: &Tree) -> Self {
        Self {
            processes: Processes::in_tree(tree),
            known: Mutex::default(),
        }
    }
}

#[async_trait]
impl Runner for Remembered {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let known = self
            .known
            .lock()
            .unwrap()
            .iter()
            .find(|(known, _)| known == command)
            .cloned();
        let completed = match known {
            Some((_, completed)) => completed,
            None => {
                let completed = self.processes.run(command).await.ok();
                self.known
                    .lock()
                    .unwrap()
                    .push((command.clone(), completed.clone()));
                completed
            }
        };
        completed.ok_or_else(|| CapabilityError::Other(format!("{} did not run", command.program)))
    }
}

pub(super) struct Subject {
    given: Given,
    analysis: Analysis,
    /// The files that the expected fix changes, as they are then.
    after: BTreeMap<RelPath, String>,
    /// All that know something about the diagnostic.
    strategies: Vec<Arc<dyn FixStrategy>>,
    runner: Remembered,
    pub(super) judged: Judged,
}

impl Subject {
    pub(super) fn read(strategy: &str, folder: &Path) -> Self {
        let given = given(folder);
        let registry = registry();
        let own = registry.strategy(strategy).unwrap();
        let analysis = analysis(&**own, &given.diagnostics, &given.case.about);
        let knows = |strategy: &&Arc<dyn FixStrategy>| {
            let is_usual = !strategy.needs_model() && !strategy.is_last_resort();
            is_usual && strategy.assess(&analysis.diagnostic).is_some()
        };
        let strategies = registry.strategies().filter(knows).cloned().collect();
        Self {
            runner: Remembered::of(&given.tree),
            judged: Judged::default(),
            after: after(folder),
            given,
            analysis,
            strategies,
        }
    }

    /// The weights that the proposals depend on.
    pub(super) fn reads(&self) -> &BTreeSet<usize> {
        &self.judged.reads
    }

    pub(super) fn first(&self) -> Option<(String, f64)> {
        self.judged.first.clone()
    }

    /// Asks with the weights as they are now. The proposals are in the engine's order.
    pub(super) fn judge(&mut self) {
        let _ = fitting::take_read();
        let mut fixes: Vec<Fix> = Vec::new();
        for strategy in &self.strategies {
            // A strategy that cannot be replayed, because it talks to a service, has no part in this.
            let own = self
                .given
                .question()
                .fixes(&**strategy, &self.analysis, &self.runner);
            fixes.extend(own.unwrap_or_default());
        }
        let key = |fix: &Fix| (fix.safety, Reverse(fix.confidence), fix.size());
        fixes.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.strategy.cmp(&b.strategy)));
        let right: Vec<bool> = fixes.iter().map(|fix| self.is_right(fix)).collect();
        let best = |wanted: bool| {
            let of_kind = fixes.iter().zip(&right).filter(|(_, right)| **right == wanted);
            // What is safe is tried before all that is not, whatever the confidences are.
            let heights =
                of_kind.map(|(fix, _)| fix.confidence.get() + f64::from(fix.safety == SafetyClass::Safe));
            heights.reduce(f64::max)
        };
        self.judged = Judged {
            is_right: right
                .first()
                .map_or(self.after.is_empty() && self.given.case.runs.is_none(), |right| {
                    *right
                }),
            distance: best(true).zip(best(false)).map(|(right, wrong)| right - wrong),
            first: fixes.first().map(|fix| (fix.title.clone(), fix.confidence.get())),
            reads: fitting::take_read(),
        };
    }

    /// Returns whether a fix does what is expected and nothing else.
    fn is_right(&self, fix: &Fix) -> bool {
        let runs = fix.commands.first().map(ToString::to_string);
        let made = changed(&self.given.tree, fix);
        runs == self.given.case.runs && made.is_some_and(|made| made == self.after)
    }
}

/// The files in the case's `after`.
fn after(folder: &Path) -> BTreeMap<RelPath, String> {
    let root = folder.join("after");
    if !root.is_dir() {
        return BTreeMap::new();
    }
    let text = |file: &RelPath| std::fs::read_to_string(root.join(file.as_str())).unwrap();
    let files = files_below(&root).into_iter();
    files.map(|file| (file.clone(), text(&file))).collect()
}

/// The files that a fix changes, as they are then; those that it deletes are not among them.
fn changed(tree: &Tree, fix: &Fix) -> Option<BTreeMap<RelPath, String>> {
    let mut made = BTreeMap::new();
    for edit in &fix.edits {
        let edits = fix.edits.iter().filter(|other| other.file == edit.file);
        let text = tree.read_text(&edit.file).ok()?;
        made.insert(edit.file.clone(), apply_edits(&text, edits).ok()?);
    }
    for operation in &fix.files {
        match operation {
            FileOp::Create { file, content } => {
                made.insert(file.clone(), content.clone());
            }
            FileOp::Rename { from, to } => {
                made.insert(to.clone(), tree.read_text(from).ok()?);
            }
            _ => {}
        }
    }
    Some(made)
}
