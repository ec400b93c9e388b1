//! Measures whether the command runs the lines that the fixes wrote.
//!
//! Most fixes need no measurement: the stack of the failure shows that the line runs, or the evidence is
//! enough without it. For the others the command runs once more: with the coverage that the runtimes have
//! themselves (Python, Node), or, for compiled languages, with probes in a copy of the tree.

mod probe;
mod script;
mod shim;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use unbreak_core::policy::safety::{self, Standing};
use unbreak_core::policy::verdict::Observation;
use unbreak_core::{Command, Edit, LineMap, RelPath, TestedBy, Workspace as _};

use super::Rounds;
use super::proof;
use super::restore::difference;
use super::result::Kept;
use crate::commit::Change;
use crate::error::AgentError;

/// The hook that Python reads when it starts.
const PYTHON: &str = include_str!("coverage/unbreak_lines.py");

/// Lines of files by their absolute paths.
type Lines = BTreeMap<String, BTreeSet<u32>>;

impl Rounds<'_, '_, '_> {
    /// Runs the command once more if that can show that a test runs the lines of a fix. While the command fails, this
    /// is asked only for fixes with which a test passes that had failed.
    pub(super) async fn measure(&mut self, last: &Observation) -> Result<(), AgentError> {
        let written: Vec<Lines> = self.kept.iter().map(|kept| self.written(kept)).collect();
        let has_tests = last.counts_tests();
        let witness = |kept: &Kept| match has_tests {
            true => proof::shown_by_tests(&kept.diagnostic),
            false => TestedBy::Executed,
        };
        let asks = !self.setting.options.assume_yes;
        let gains = |kept: &Kept| {
            let helps = last.passes() || kept.has_helped_a_test(last);
            let is_worth_it = has_tests || asks || kept.standing() == Standing::Guess;
            let may_be_contested = witness(kept) == TestedBy::Covered && kept.may_be_contested();
            helps && is_worth_it && (may_be_contested || kept.would_gain(witness(kept)))
        };
        let open = self.kept.iter().zip(&written).filter(|(kept, _)| gains(kept));
        let mut wanted = Lines::new();
        for (file, lines) in open.flat_map(|(_, lines)| lines) {
            wanted.entry(file.clone()).or_default().extend(lines);
        }
        if wanted.is_empty() || !self.may_verify() {
            return Ok(());
        }
        let reached = self.reached(wanted, last).await?;
        for (kept, lines) in self.kept.iter_mut().zip(&written) {
            if !last.passes() && !kept.has_helped_a_test(last) {
                continue;
            }
            let ran = |(file, lines): (&String, &BTreeSet<u32>)| {
                reached.get(file).is_some_and(|reached| lines.is_subset(reached))
            };
            if !lines.is_empty() && lines.iter().all(ran) {
                kept.proof.tested_by = kept.proof.tested_by.max(witness(kept));
            }
        }
        Ok(())
    }

    /// The lines of `wanted` that the command runs; empty if it does not end as it did before.
    async fn reached(&mut self, wanted: Lines, last: &Observation) -> Result<Lines, AgentError> {
        let (noted, built): (Lines, Lines) = wanted
            .into_iter()
            .partition(|(file, _)| is_measured(Path::new(file)));
        let mut reached = match noted.is_empty() {
            true => Lines::new(),
            false => self.noted(&noted, last).await?,
        };
        // A copy with probes has to pass.
        if !built.is_empty() && last.passes() {
            reached.extend(self.probed(&built).await);
        }
        Ok(reached)
    }

    /// The lines of `wanted` that the runtimes record.
    async fn noted(&mut self, wanted: &Lines, last: &Observation) -> Result<Lines, AgentError> {
        let directory = self.setting.scratch.join("lines");
        let Some(command) = instrumented(self.oracle.command, &directory, wanted) else {
            return Ok(Lines::new());
        };
        let seen = self.oracle.ask_as(&command, &mut self.narrator).await?;
        let is_as_before = seen.exit == last.exit && seen.errors.len() == last.errors.len();
        if !is_as_before {
            return Ok(Lines::new());
        }
        let texts = wanted
            .keys()
            .filter_map(|file| Some((file.clone(), fs::read_to_string(file).ok()?)));
        Ok(read(&directory, &texts.collect(), wanted))
    }

    /// The lines that a fix wrote, with their present numbers.
    fn written(&self, kept: &Kept) -> Lines {
        let mut written = Lines::new();
        for change in &kept.changes {
            let tree = self.setting.tree;
            let Ok(now) = tree.read_text(&change.file) else {
                continue;
            };
            let path = tree.root().join(change.file.as_str());
            if is_measured(&path) || probe::takes_probes(&path) {
                let lines = present_lines(change, &kept.fix.edits, &now);
                written.insert(path.to_string_lossy().into_owned(), lines);
            }
        }
        written.retain(|_, lines| !lines.is_empty());
        written
    }
}

impl Kept {
    /// Returns whether a test by this check would improve its standing.
    fn would_gain(&self, witness: TestedBy) -> bool {
        self.proof.tested_by < witness && safety::of(&self.fix, witness) < self.standing()
    }
}

/// The first line of each place that edits wrote, as it is numbered in the present text. Where nothing stands there,
/// because lines were removed at the end of a block, the line before.
pub(super) fn present_lines(change: &Change, edits: &[Edit], now: &str) -> BTreeSet<u32> {
    let (Some(before), Some(after)) = (&change.before, &change.after) else {
        return BTreeSet::new();
    };
    let later = later(&change.file, after, now);
    let own = lines_of(&change.file, before, edits).into_iter();
    let present = own.filter_map(|line| later.moved(change.file.as_str(), line));
    let lines: Vec<&str> = now.lines().collect();
    let is_blank = |line: u32| {
        let at = usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1);
        lines.get(at).is_none_or(|line| line.trim().is_empty())
    };
    present
        .filter_map(|line| (1..=line).rev().find(|line| !is_blank(*line)))
        .collect()
}

/// The last line of the present text of a changed file that stands where a line stood before the change.
pub(super) fn present_end(change: &Change, edits: &[Edit], now: &str, line: u32) -> u32 {
    let (Some(before), Some(after)) = (&change.before, &change.after) else {
        return line;
    };
    let file = change.file.as_str();
    let line = own_map(&change.file, before, edits).last_after(file, line);
    later(&change.file, after, now).last_after(file, line)
}

/// Where the lines are now that a change left.
fn later(file: &RelPath, after: &str, now: &str) -> LineMap {
    let mut map = LineMap::default();
    map.add(file, after, [&difference(file, after, now)]);
    map
}

fn own_map(file: &RelPath, before: &str, edits: &[Edit]) -> LineMap {
    let mut map = LineMap::default();
    map.add(file, before, edits.iter().filter(|edit| &edit.file == file));
    map
}

/// The first line of each place that edits wrote.
fn lines_of(file: &RelPath, before: &str, edits: &[Edit]) -> Vec<u32> {
    let map = own_map(file, before, edits);
    map.written(file.as_str()).map(|lines| *lines.start()).collect()
}

/// Returns whether a runtime records which lines of a file it runs.
fn is_measured(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "py") || script::is_script(path)
}

/// The command with settings that make its runtimes record which lines they run.
fn instrumented(command: &Command, directory: &Path, wanted: &Lines) -> Option<Command> {
    let (hooks, shims) = (directory.join("hooks"), directory.join("shims"));
    let (python, node) = (directory.join("python"), directory.join("node"));
    for made in [&hooks, &shims, &python, &node] {
        fs::create_dir_all(made).ok()?;
    }
    fs::write(hooks.join("sitecustomize.py"), PYTHON).ok()?;
    let mut command = command.clone();
    let held = |name: &str| {
        let own = command.env.get(name).cloned();
        own.or_else(|| std::env::var(name).ok()).unwrap_or_default()
    };
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let before = |path: &Path, others: String| match others.is_empty() {
        true => text(path),
        false => format!("{}:{others}", text(path)),
    };
    let programs = held("PATH");
    shim::write(&shims, &hooks, &programs).ok()?;
    let variables = [
        ("PYTHONPATH", before(&hooks, held("PYTHONPATH"))),
        ("PATH", before(&shims, programs)),
        ("UNBREAK_LINES", serde_json::to_string(wanted).ok()?),
        ("UNBREAK_LINES_OUT", text(&python)),
        ("NODE_V8_COVERAGE", text(&node)),
    ];
    for (name, value) in variables {
        command.env.insert(name.to_owned(), value);
    }
    Some(command)
}

/// Reads the records of the runtimes.
fn read(directory: &Path, texts: &BTreeMap<String, String>, wanted: &Lines) -> Lines {
    let mut reached = Lines::new();
    let mut add = |lines: Lines| {
        for (file, lines) in lines {
            reached.entry(file).or_default().extend(lines);
        }
    };
    for report in reports(&directory.join("python")) {
        add(serde_json::from_slice(&report).unwrap_or_default());
    }
    for report in reports(&directory.join("node")) {
        add(script::read(&report, texts, wanted));
    }
    reached
}

fn reports(directory: &Path) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read(entry.path()).ok()).collect()
}
