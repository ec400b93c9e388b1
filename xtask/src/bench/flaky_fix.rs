//! `bench flaky-fix`: how often a useless edit is kept because a command passed by itself.
//!
//! Each command fails at random, or only the first time, or because of something that a run leaves
//! behind. A useless edit is available: a comment that the plug-in `remark` proposes for every
//! failure, or a built-in strategy's fix for an unrelated finding that is printed beside the
//! failure. The controls always fail and pass with the edit, so there it has to be credited.

pub(super) mod plugin;

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use unbreak_core::{Outcome, Report};
use xshell::Shell;

use self::plugin::Plugin;
use super::program::Program;
use super::projects::{self, Files, Named};
use crate::{layout, setup};

/// The family whose commands need the edit.
const CONTROL: &str = "control";

/// A command that passes at first says nothing about attribution: it is tried afresh at most this often.
const MOST_STARTS: usize = 60;

/// Useless edits in a hundred trials that are tolerated: 2 of 248.
const TOLERATED_PERCENT: f64 = 100.0 * 2.0 / 248.0;

/// A command and the edit at hand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Project {
    /// The condition that the command depends on, in one line.
    because: String,
    command: Vec<String>,
    files: Files,
    /// The plug-in's proposal; without one, a built-in strategy has the edit.
    remark: Option<Remark>,
}

/// The comment that the plug-in adds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Remark {
    file: String,
    text: Option<String>,
}

impl Project {
    fn flags(&self) -> Vec<String> {
        let Some(remark) = &self.remark else {
            return vec!["--yes".to_owned(), "--off=strategy:remark".to_owned()];
        };
        let file = format!("--option=strategy:remark.file={}", remark.file);
        let text = remark
            .text
            .iter()
            .map(|text| format!("--option=strategy:remark.text={text}"));
        ["--yes".to_owned(), file].into_iter().chain(text).collect()
    }
}

/// The arguments of the task.
#[derive(Debug)]
struct Wanted {
    binary: Option<PathBuf>,
    trials: usize,
    only: String,
    jobs: usize,
    diffs: bool,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self {
            binary: None,
            trials: 8,
            only: String::new(),
            jobs: 2,
            diffs: false,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word} needs a value"));
            match word.as_str() {
                "--bin" => wanted.binary = Some(PathBuf::from(value()?)),
                "--trials" => wanted.trials = value()?.parse().context("--trials needs a number")?,
                "--only" => wanted.only.clone_from(value()?),
                "--jobs" => wanted.jobs = value()?.parse().context("--jobs needs a number")?,
                "--diffs" => wanted.diffs = true,
                other => bail!(
                    "unknown argument {other}; expected --bin FILE, --trials N, --only TEXT, --jobs N, --diffs"
                ),
            }
        }
        ensure!(wanted.trials > 0, "--trials needs a number above 0");
        Ok(wanted)
    }
}

/// Tries every command this often, and prints in how many trials the edit was kept.
///
/// # Errors
/// When more useless edits were kept than are tolerated, or a control was not credited.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    setup::run(shell, &[])?;
    let projects: Vec<Named<Project>> = projects::read(&layout::root().join("xtask/flaky"), &wanted.only)?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let plugin = Plugin::install(shell, &program)?;
    let tried = projects::each(&projects, wanted.jobs, |named| {
        (0..wanted.trials)
            .map(|_| trial(&program, &plugin, &named.project))
            .collect::<Result<Vec<_>>>()
    });
    let mut score = Score::default();
    for (named, reports) in projects.iter().zip(tried) {
        let reports = reports.with_context(|| format!("{}/{} cannot be tried", named.family, named.name))?;
        score.add(named, &reports, wanted.diffs);
    }
    score.close()
}

/// Repairs a fresh copy of the project whose command fails the first time.
fn trial(program: &Program, plugin: &Plugin, project: &Project) -> Result<Report> {
    for _ in 0..MOST_STARTS {
        let scratch = tempfile::tempdir()?;
        let shell = projects::lay_out(scratch.path(), &project.files)?;
        plugin.lend(&shell);
        let report = program.repair(&shell, &project.flags(), &project.command)?;
        if report.outcome != Outcome::AlreadyPassing {
            return Ok(report);
        }
    }
    bail!("its command passed {MOST_STARTS} times")
}

/// The number of trials in which the edit was kept.
#[derive(Debug, Default)]
struct Score {
    useless: Count,
    controls: Count,
    /// Commands that kept failing while no edit was proposed: these trials do not count.
    untempted: Vec<String>,
}

#[derive(Debug, Default)]
struct Count {
    commands: usize,
    trials: usize,
    kept: usize,
}

impl Score {
    fn add(&mut self, named: &Named<Project>, reports: &[Report], diffs: bool) {
        let kept = reports.iter().filter(|report| !report.fixed.is_empty()).count();
        let count = match named.family == CONTROL {
            true => &mut self.controls,
            false => &mut self.useless,
        };
        count.commands += 1;
        count.trials += reports.len();
        count.kept += kept;
        let name = format!("{}/{}", named.family, named.name);
        println!("{name:<46}{kept:>3} of {:<4}{}", reports.len(), endings(reports));
        let is_wrong = (kept > 0) != (named.family == CONTROL);
        if is_wrong || diffs {
            println!("  {}", named.project.because);
        }
        if is_wrong {
            let worth_telling = |report: &&Report| report.fixed.is_empty() == (named.family == CONTROL);
            reports.iter().filter(worth_telling).take(1).for_each(tell);
        }
        if diffs {
            reports.iter().for_each(|report| println!("{}", report.diff));
        }
        if reports.iter().all(|report| !is_tempted(report)) {
            self.untempted.push(name);
        }
    }

    fn close(&self) -> Result<()> {
        let Self {
            useless, controls, ..
        } = self;
        println!(
            "\n{} of {} trials of {} commands kept a useless edit (at most {TOLERATED_PERCENT:.1} % may)",
            useless.kept, useless.trials, useless.commands
        );
        println!(
            "{} of {} trials of {} controls credited the edit",
            controls.kept, controls.trials, controls.commands
        );
        for name in &self.untempted {
            println!("no edit was tried: {name}");
        }
        ensure!(
            100.0 * useless.kept as f64 <= TOLERATED_PERCENT * useless.trials as f64,
            "too many useless edits were kept"
        );
        ensure!(
            controls.kept == controls.trials,
            "an edit that made the difference was not credited"
        );
        Ok(())
    }
}

/// Returns whether an edit was tried, or did not have to be because the command passed by itself.
fn is_tempted(report: &Report) -> bool {
    let was_tried = report.unresolved.iter().any(|result| result.attempts > 0);
    let passes = report.outcome == Outcome::PassesUnchanged;
    passes || was_tried || !report.fixed.is_empty() || !report.refused.is_empty()
}

fn tell(report: &Report) {
    for kept in &report.fixed {
        println!("  kept: {} `{}` {}", kept.strategy, kept.title, kept.verified);
    }
    for refused in &report.refused {
        println!(
            "  refused: {} `{}` {}",
            refused.strategy, refused.title, refused.reason
        );
    }
}

/// The results of the trials, each once with its number.
fn endings(reports: &[Report]) -> String {
    let mut endings: Vec<(String, usize)> = Vec::new();
    for report in reports {
        let ending = format!("{:?}", report.outcome);
        match endings.iter_mut().find(|(known, _)| *known == ending) {
            Some((_, count)) => *count += 1,
            None => endings.push((ending, 1)),
        }
    }
    let told: Vec<String> = endings
        .iter()
        .map(|(ending, count)| format!("{ending} {count}"))
        .collect();
    told.join(", ")
}
