//! `bench repair`: how many broken programs are repaired, by unbreak and by other installed programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use super::cases::{self, Case};
use super::peers::{self, Contestant};
use super::program::{Program, passes};
use super::wrong::{self, Kept};
use super::{fit, mutations};
use crate::{layout, setup};

/// The weight of a wrong change that is kept, in repairs.
const WRONG_WEIGHT: f64 = 10.0;

/// The arguments of the task.
#[derive(Debug, Default)]
struct Wanted {
    cases: Option<PathBuf>,
    source: Option<String>,
    limit: Option<usize>,
    /// Texts of each language with one token changed, instead of other cases.
    mutations: Option<usize>,
    seed: u64,
    /// The program itself; built when none is named.
    binary: Option<PathBuf>,
    no_peers: bool,
    misses: bool,
    /// Fit the weights of the rules instead, and whether to write them.
    fit: bool,
    write: bool,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self::default();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word} needs a value"));
            match word.as_str() {
                "--cases" => wanted.cases = Some(PathBuf::from(value()?)),
                "--source" => wanted.source = Some(value()?.clone()),
                "--limit" => wanted.limit = Some(value()?.parse().context("--limit needs a number")?),
                "--mutations" => {
                    wanted.mutations = Some(value()?.parse().context("--mutations needs a number")?);
                }
                "--seed" => wanted.seed = value()?.parse().context("--seed needs a number")?,
                "--bin" => wanted.binary = Some(PathBuf::from(value()?)),
                "--no-peers" => wanted.no_peers = true,
                "--misses" => wanted.misses = true,
                "--fit" => wanted.fit = true,
                "--write" => wanted.write = true,
                other => {
                    bail!(
                        "unknown argument {other}; expected --cases FILE, --mutations N, --seed N, --source NAME, --limit N, --bin FILE, --no-peers, --misses, --fit, --write"
                    )
                }
            }
        }
        if wanted.write && !wanted.fit {
            bail!("--write goes with --fit");
        }
        Ok(wanted)
    }

    fn cases(&self) -> Result<Vec<Case>> {
        let mut cases = match (&self.cases, self.mutations) {
            (Some(file), _) => cases::from_file(file)?,
            (None, Some(of_each)) => mutations::cases(of_each, self.seed)?,
            (None, None) => cases::own()?,
        };
        cases.retain(|case| self.source.as_ref().is_none_or(|source| &case.source == source));
        cases.truncate(self.limit.unwrap_or(usize::MAX));
        Ok(cases)
    }
}

/// The results of one contestant in the cases of one source.
#[derive(Debug, Default)]
struct Row {
    tried: usize,
    fixed: usize,
    exact: usize,
    /// Cases in which something was kept that is not part of the meant repair, as safe and otherwise.
    wrong_safe: usize,
    wrong_unsafe: usize,
    times: Vec<Duration>,
    missed: Vec<String>,
    wrong: Vec<String>,
}

/// Repairs every case with unbreak and with each peer that knows its kind, and prints a table. With `--fit`, fits the
/// weights of the rules.
///
/// # Errors
/// When the arguments are not understood, or something cannot be built or set up.
pub(crate) fn run_repair(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    setup::run(shell, &[])?;
    if wanted.fit {
        return fit::run(shell, wanted.write);
    }
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let _program = shell.push_env(peers::PROGRAM, program.path());
    let _tools = shell.push_env("PATH", layout::path_with_tools()?);
    let mut contestants = vec![peers::unbreak()];
    if !wanted.no_peers {
        contestants.extend(peers::installed(shell));
    }
    let mut rows: BTreeMap<(String, usize), Row> = BTreeMap::new();
    for case in wanted.cases()? {
        for (rank, contestant) in contestants.iter().enumerate() {
            if (contestant.knows)(&case.command) {
                let row = rows.entry((case.source.clone(), rank)).or_default();
                attempt(shell, &case, contestant, row)?;
            }
        }
    }
    print(&rows, &contestants);
    if wanted.misses {
        for ((source, rank), row) in &rows {
            for id in &row.missed {
                println!("{} missed {source}: {id}", contestants[*rank].name);
            }
            for id in &row.wrong {
                println!(
                    "{} kept something wrong in {source}: {id}",
                    contestants[*rank].name
                );
            }
        }
    }
    Ok(())
}

fn attempt(shell: &Shell, case: &Case, contestant: &Contestant, row: &mut Row) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let project = scratch.path().join("project");
    for (file, text) in &case.files {
        shell.write_file(project.join(file), text)?;
    }
    let _there = shell.push_dir(&project);
    let _state = shell.push_env("UNBREAK_STATE_DIR", scratch.path().join("state"));
    if passes(shell, &case.command) {
        return Ok(());
    }
    let started = Instant::now();
    // The contestant's own report does not count: the case's command decides.
    let report = (contestant.repair)(shell, &case.command).ok().flatten();
    row.times.push(started.elapsed());
    row.tried += 1;
    let (does_pass, is_exact) = (passes(shell, &case.command), is_exact(shell, case, &project));
    row.fixed += usize::from(does_pass);
    row.exact += usize::from(does_pass && is_exact);
    if !does_pass {
        row.missed.push(case.id.clone());
    }
    match wrong::kept(case, &project, report.as_ref(), does_pass, is_exact) {
        Kept::Right => return Ok(()),
        Kept::WrongAsSafe => row.wrong_safe += 1,
        Kept::WrongOtherwise => row.wrong_unsafe += 1,
    }
    row.wrong.push(case.id.clone());
    Ok(())
}

/// Returns whether the texts are the intended ones.
fn is_exact(shell: &Shell, case: &Case, project: &Path) -> bool {
    let is_same = |(file, meant): (&String, &String)| {
        let Ok(found) = fs::read_to_string(project.join(file)) else {
            return false;
        };
        match case.compare.as_str() {
            "ast" => is_same_tree(shell, meant, &found),
            _ => bare(meant) == bare(&found),
        }
    };
    !case.expect.is_empty() && case.expect.iter().all(is_same)
}

fn is_same_tree(shell: &Shell, meant: &str, found: &str) -> bool {
    const COMPARE: &str =
        "import ast, sys; a, b = (ast.dump(ast.parse(t)) for t in sys.argv[1:]); sys.exit(a != b)";
    cmd!(shell, "python3 -c {COMPARE} {meant} {found}")
        .quiet()
        .ignore_stderr()
        .run()
        .is_ok()
}

/// A text without white space and the comments of C-like languages.
pub(super) fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else {
            bare.extend((!c.is_whitespace()).then_some(c));
            rest = &rest[c.len_utf8()..];
        }
    }
    bare
}

fn print(rows: &BTreeMap<(String, usize), Row>, contestants: &[Contestant]) {
    println!(
        "{:<16}{:<30}{:>6}{:>8}{:>8}{:>8}{:>8}{:>10}{:>8}{:>8}{:>8}",
        "source", "by", "cases", "fixed", "%", "exact", "%", "median", "W safe", "W other", "W %"
    );
    for ((source, rank), row) in rows {
        let mut times = row.times.clone();
        times.sort();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        println!(
            "{source:<16}{:<30}{:>6}{:>8}{:>8.1}{:>8}{:>8.1}{:>9.2}s{:>8}{:>8}{:>8.1}",
            contestants[*rank].name,
            row.tried,
            row.fixed,
            row.percent(row.fixed),
            row.exact,
            row.percent(row.exact),
            median.as_secs_f64(),
            row.wrong_safe,
            row.wrong_unsafe,
            row.percent(row.wrong())
        );
    }
    for (rank, contestant) in contestants.iter().enumerate() {
        print_score(
            contestant,
            rows.iter().filter(|((_, by), _)| *by == rank).map(|(_, row)| row),
        );
    }
}

impl Row {
    fn percent(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.tried.max(1) as f64
    }

    fn wrong(&self) -> usize {
        self.wrong_safe + self.wrong_unsafe
    }
}

/// The score of a contestant over all sources: exact repairs minus wrong ones, which count ten times.
fn print_score<'a>(contestant: &Contestant, rows: impl Iterator<Item = &'a Row>) {
    let (mut tried, mut exact, mut wrong) = (0, 0, 0);
    for row in rows {
        tried += row.tried;
        exact += row.exact;
        wrong += row.wrong();
    }
    if tried > 0 {
        let score = (exact as f64 - WRONG_WEIGHT * wrong as f64) / tried as f64;
        println!(
            "score of {}: {exact} exact - {WRONG_WEIGHT} x {wrong} wrong of {tried} = {:.1} %",
            contestant.name,
            100.0 * score
        );
    }
}
