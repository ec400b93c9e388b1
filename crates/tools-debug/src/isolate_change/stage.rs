//! Scratch work trees in which parts of the change are reverted.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use unbreak_core::{Command, Completed, ToolContext, ToolError};

use super::change::{Change, Piece, Side, chosen};
use crate::ddmin::Oracle;
use crate::failure::Failure;
use crate::subject;
use crate::work_tree::WorkTree;

/// A scratch work tree, and its content.
struct Slot {
    tree: WorkTree,
    root: PathBuf,
    /// Each file of the change as it was written last.
    written: Mutex<BTreeMap<PathBuf, Option<Side>>>,
}

/// The command, and work trees to run it in.
pub(super) struct Stage<'a> {
    change: &'a Change,
    command: Command,
    context: &'a ToolContext<'a>,
    slots: Vec<Slot>,
    inside: PathBuf,
}

impl<'a> Stage<'a> {
    /// Work trees with the commit `base`, on which the files of the change are then written.
    ///
    /// # Errors
    /// When they cannot be made.
    pub(super) fn new(
        change: &'a Change,
        command: Command,
        context: &'a ToolContext<'a>,
        trees: Vec<WorkTree>,
        base: &str,
        inside: PathBuf,
    ) -> Result<Self, ToolError> {
        let slots = trees
            .into_iter()
            .map(|tree| {
                tree.check_out(base)?;
                Ok(Slot {
                    root: tree.place(Path::new("")),
                    tree,
                    written: Mutex::new(BTreeMap::new()),
                })
            })
            .collect::<Result<Vec<_>, ToolError>>()?;
        Ok(Self {
            change,
            command: without_byte_code(command),
            context,
            slots,
            inside,
        })
    }

    /// The number of concurrent questions.
    pub(super) fn jobs(&self) -> usize {
        self.slots.len()
    }

    /// Warnings about missing content of the checked-out commit.
    pub(super) fn warnings(&self) -> Vec<String> {
        self.slots
            .first()
            .map(|slot| slot.tree.warnings())
            .unwrap_or_default()
    }

    /// The failure of the command with these pieces reverted; `None` when it passes.
    pub(super) async fn without(&self, slot: usize, pieces: &[Piece]) -> Result<Option<Failure>, ToolError> {
        self.slots[slot].write(self.change, pieces)?;
        let completed = self.run(slot).await?;
        Ok(Failure::of(&self.command, &completed, self.context.reader()?))
    }

    async fn run(&self, slot: usize) -> Result<Completed, ToolError> {
        let place = self.slots[slot].tree.place(&self.inside);
        let runner = self.context.runner.elsewhere(&place)?;
        let mut completed = subject::run(&*runner, &self.command).await?;
        subject::rename(&mut completed, &place, self.context.workspace.root());
        Ok(completed)
    }
}

/// Python takes cached byte code for current when size and second of its source are the same, which
/// they are here all the time.
fn without_byte_code(mut command: Command) -> Command {
    let variable = "PYTHONDONTWRITEBYTECODE".to_owned();
    command.env.entry(variable).or_insert_with(|| "1".to_owned());
    command
}

impl Slot {
    /// Writes the files of the change without these pieces.
    fn write(&self, change: &Change, pieces: &[Piece]) -> Result<(), ToolError> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let mut wanted: BTreeMap<PathBuf, Option<Side>> = BTreeMap::new();
        for file in &change.files {
            for side in file.old.iter().chain(&file.new) {
                wanted.entry(side.path.clone()).or_default();
            }
        }
        for file in 0..change.files.len() {
            if let Some(side) = change.without(file, pieces) {
                wanted.insert(side.path.clone(), Some(side));
            }
        }
        for (path, side) in &wanted {
            if written.get(path) != Some(side) {
                put(&self.root.join(path), side.as_ref()).map_err(|error| {
                    ToolError::Other(format!("{} cannot be written: {error}", path.display()))
                })?;
            }
        }
        *written = wanted;
        Ok(())
    }
}

fn put(path: &Path, side: Option<&Side>) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let Some(side) = side else { return Ok(()) };
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    fs::write(path, &side.bytes)?;
    let mode = if side.executable { 0o755 } else { 0o644 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// Whether taking pieces back makes the command pass.
pub(super) struct Passes<'a> {
    pub(super) stage: &'a Stage<'a>,
    pub(super) pieces: &'a [Piece],
}

#[async_trait]
impl Oracle for Passes<'_> {
    async fn holds(&self, slot: usize, numbers: &[usize]) -> Result<bool, ToolError> {
        let (all, some) = (self.pieces.len(), numbers.len());
        let told = format!("does it pass without {some} of {all} pieces of the change?");
        self.stage.context.tell(&told);
        let pieces = chosen(self.pieces, numbers);
        Ok(self.stage.without(slot, &pieces).await?.is_none())
    }
}
