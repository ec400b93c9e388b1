//! `bench decoys`: projects in which a rule's favourite answer is wrong, but passes the user's
//! command.
//!
//! A stricter judge, which the program under test never sees, decides what is right. To validate a
//! decoy, the favourite is written into the project: the command has to pass with it, and the
//! stricter judge has to fail.

mod decoy;
mod judge;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use xshell::Shell;

use self::decoy::Decoy;
use self::judge::{Ending, Judged};
use super::program::Program;
use super::projects::{self, Named};
use crate::{layout, setup};

/// The arguments of the task.
#[derive(Debug)]
struct Wanted {
    binary: Option<PathBuf>,
    /// Only decoys whose `FAMILY/NAME` contains this.
    only: String,
    jobs: usize,
    /// Whether to print the changes that were kept.
    diffs: bool,
    /// Whether to look at the decoys alone, without the program.
    check: bool,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self {
            binary: None,
            only: String::new(),
            jobs: 2,
            diffs: false,
            check: false,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word} needs a value"));
            match word.as_str() {
                "--bin" => wanted.binary = Some(PathBuf::from(value()?)),
                "--only" => wanted.only.clone_from(value()?),
                "--jobs" => wanted.jobs = value()?.parse().context("--jobs needs a number")?,
                "--diffs" => wanted.diffs = true,
                "--check" => wanted.check = true,
                other => bail!(
                    "unknown argument {other}; expected --bin FILE, --only TEXT, --jobs N, --diffs, --check"
                ),
            }
        }
        Ok(wanted)
    }
}

/// The results of one decoy without and with `--yes`.
type Pair = [Judged; 2];

/// Runs every decoy without and with `--yes`, and prints the changes that were kept.
///
/// # Errors
/// When a decoy is not valid, or a wrong change was kept as safe.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    setup::run(shell, &[])?;
    let decoys: Vec<Named<Decoy>> = projects::read(&layout::root().join("xtask/decoys"), &wanted.only)?;
    check(&decoys, wanted.jobs)?;
    println!(
        "{} decoys: each favourite passes the command and fails the closer judge",
        decoys.len()
    );
    if wanted.check {
        return Ok(());
    }
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let tried = projects::each(&decoys, wanted.jobs, |decoy| pair(&program, &decoy.project));
    let mut pairs = Vec::new();
    for (decoy, pair) in decoys.iter().zip(tried) {
        let pair: Pair = pair.with_context(|| format!("{}/{} cannot be tried", decoy.family, decoy.name))?;
        tell(decoy, &pair, wanted.diffs);
        pairs.push((decoy.family.as_str(), pair));
    }
    summarise(&pairs)
}

fn pair(program: &Program, decoy: &Decoy) -> Result<Pair> {
    Ok([
        judge::attempt(program, decoy, false)?,
        judge::attempt(program, decoy, true)?,
    ])
}

fn check(decoys: &[Named<Decoy>], jobs: usize) -> Result<()> {
    let checked = projects::each(decoys, jobs, |decoy| decoy.project.check());
    let mut unsound = 0;
    for (decoy, checked) in decoys.iter().zip(checked) {
        if let Err(why) = checked {
            println!("{}/{} is not a decoy: {why:#}", decoy.family, decoy.name);
            unsound += 1;
        }
    }
    match unsound {
        0 => Ok(()),
        _ => bail!("{unsound} of {} decoys do not deceive", decoys.len()),
    }
}

fn tell(decoy: &Named<Decoy>, pair: &Pair, diffs: bool) {
    for (judged, flag) in pair.iter().zip(["without --yes", "with --yes"]) {
        let is_wrong = judged.ending == Ending::Wrong;
        if is_wrong || (diffs && judged.ending != Ending::Alone) {
            println!(
                "\n{}/{} {flag}: {}",
                decoy.family,
                decoy.name,
                judged.ending.name()
            );
            println!("  the fault: {}", decoy.project.fault);
            for kept in &judged.kept {
                println!("  kept: {kept}");
            }
        }
        if diffs && judged.ending != Ending::Alone {
            println!("{}", judged.diff);
        }
    }
}

/// The number of decoys of a family by result.
#[derive(Debug, Default)]
struct Row {
    decoys: usize,
    wrong_as_safe: usize,
    wrong_with_yes: usize,
    right: [usize; 2],
    alone: [usize; 2],
    partly: [usize; 2],
}

impl Row {
    fn add(&mut self, pair: &Pair) {
        self.decoys += 1;
        let is_wrong = |judged: &Judged| judged.ending == Ending::Wrong;
        let is_safe = is_wrong(&pair[0]) || pair.iter().any(|judged| is_wrong(judged) && judged.all_safe);
        self.wrong_as_safe += usize::from(is_safe);
        self.wrong_with_yes += usize::from(is_wrong(&pair[1]));
        for (rank, judged) in pair.iter().enumerate() {
            self.right[rank] += usize::from(judged.ending == Ending::Right);
            self.alone[rank] += usize::from(judged.ending == Ending::Alone);
            self.partly[rank] += usize::from(judged.ending == Ending::Partly);
        }
    }

    fn print(&self, family: &str) {
        let two = |[without, with]: [usize; 2]| format!("{without} / {with}");
        println!(
            "{family:<16}{:>7}{:>12}{:>12}{:>12}{:>12}{:>12}",
            self.decoys,
            self.wrong_as_safe,
            self.wrong_with_yes,
            two(self.right),
            two(self.partly),
            two(self.alone)
        );
    }
}

fn summarise(pairs: &[(&str, Pair)]) -> Result<()> {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut all = Row::default();
    for (family, pair) in pairs {
        rows.entry(family).or_default().add(pair);
        all.add(pair);
    }
    println!("\nkept without / with --yes; partly: right as far as it goes, and the command still fails");
    println!(
        "{:<16}{:>7}{:>12}{:>12}{:>12}{:>12}{:>12}",
        "family", "decoys", "wrong, safe", "wrong, yes", "right", "partly", "left alone"
    );
    for (family, row) in &rows {
        row.print(family);
    }
    all.print("all");
    match all.wrong_as_safe {
        0 => Ok(()),
        wrong => bail!("{wrong} wrong changes were kept as safe"),
    }
}
