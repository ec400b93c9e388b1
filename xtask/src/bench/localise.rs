//! `bench localise`: in how many mutants of two libraries the function at fault is among the first.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use xshell::{Shell, cmd};

use super::program::Program;
use crate::{layout, setup};

/// Pure-Python libraries whose source distributions hold their tests: name, version, package.
const LIBRARIES: [(&str, &str, &str); 2] = [("toolz", "1.2.0", "toolz"), ("boltons", "26.2.0", "boltons")];

const MUTATE: &str = include_str!("localise/mutate.py");

/// The arguments of the task.
struct Wanted {
    /// Mutants of each library.
    mutants: usize,
    seed: u64,
    binary: Option<PathBuf>,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self {
            mutants: 40,
            seed: 1,
            binary: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word} needs a value"));
            match word.as_str() {
                "--mutants" => wanted.mutants = value()?.parse().context("--mutants needs a number")?,
                "--seed" => wanted.seed = value()?.parse().context("--seed needs a number")?,
                "--bin" => wanted.binary = Some(PathBuf::from(value()?)),
                other => bail!("unknown argument {other}; expected --mutants N, --seed N, --bin FILE"),
            }
        }
        Ok(wanted)
    }
}

/// A library with one small change.
#[derive(Debug, Deserialize)]
struct Mutant {
    file: String,
    function: String,
    line: u32,
    text: String,
}

/// The number of cases in which the function at fault was among the first.
#[derive(Debug, Default, Clone, Copy)]
struct Score {
    tried: usize,
    top1: usize,
    top5: usize,
}

impl Score {
    fn add(&mut self, rank: Option<usize>) {
        self.tried += 1;
        self.top1 += usize::from(rank == Some(0));
        self.top5 += usize::from(rank.is_some_and(|rank| rank < 5));
    }

    fn show(&self, name: &str) {
        let percent = |count: usize| count * 100 / self.tried.max(1);
        println!(
            "  {name:<28} top-1 {:>3} %  top-5 {:>3} %  of {}",
            percent(self.top1),
            percent(self.top5),
            self.tried
        );
    }
}

/// Makes mutants that some tests notice and others do not, and asks `localise_fault` about each, with
/// the stacks of the failures and without.
///
/// # Errors
/// When the libraries cannot be fetched, or something cannot be built or run.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    setup::python(shell)?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let mut all = [Score::default(); 2];
    for (name, version, package) in LIBRARIES {
        let library = fetch(shell, name, version)?;
        let mut scores = [Score::default(); 2];
        for mutant in mutants(shell, &library.join(package), wanted.seed)? {
            if scores[0].tried == wanted.mutants {
                break;
            }
            if let Some(ranks) = attempt(shell, program.path(), &library, &mutant)? {
                for (at, rank) in ranks.into_iter().enumerate() {
                    scores[at].add(rank);
                    all[at].add(rank);
                }
            }
        }
        println!("{name} {version}, seed {}", wanted.seed);
        scores[0].show("coverage and stack");
        scores[1].show("coverage alone");
    }
    println!("both");
    all[0].show("coverage and stack");
    all[1].show("coverage alone");
    Ok(())
}

/// The source distribution, unpacked.
fn fetch(shell: &Shell, name: &str, version: &str) -> Result<PathBuf> {
    let place = layout::target_directory().join("bench/localise");
    let library = place.join(format!("{name}-{version}"));
    if library.is_dir() {
        return Ok(library);
    }
    shell.create_dir(&place)?;
    let _there = shell.push_dir(&place);
    let python = python();
    cmd!(shell, "{python} -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: {name}=={version}")
        .quiet()
        .run()
        .with_context(|| format!("{name} cannot be fetched"))?;
    cmd!(shell, "tar xzf {name}-{version}.tar.gz").quiet().run()?;
    Ok(library)
}

fn python() -> PathBuf {
    layout::venv().join("bin/python")
}

fn mutants(shell: &Shell, package: &Path, seed: u64) -> Result<Vec<Mutant>> {
    let script = tempfile::NamedTempFile::new()?;
    fs::write(script.path(), MUTATE)?;
    let (python, script, seed) = (python(), script.path(), seed.to_string());
    let lines = cmd!(shell, "{python} {script} {package} {seed}").quiet().read()?;
    lines
        .lines()
        .map(|line| serde_json::from_str(line).context("a line is not a mutant"))
        .collect()
}

/// The ranks of the function at fault, with the stacks and without; nothing when no test notices, or
/// every one does.
fn attempt(
    shell: &Shell,
    binary: &Path,
    library: &Path,
    mutant: &Mutant,
) -> Result<Option<[Option<usize>; 2]>> {
    let scratch = tempfile::tempdir()?;
    let project = scratch.path().join("project");
    cmd!(shell, "cp -r {library} {project}").quiet().run()?;
    shell.write_file(project.join(&mutant.file), &mutant.text)?;
    let _there = shell.push_dir(&project);
    let _state = shell.push_env("UNBREAK_STATE_DIR", scratch.path().join("state"));
    let _path = shell.push_env("PYTHONPATH", &project);
    let _fresh = shell.push_env("PYTHONDONTWRITEBYTECODE", "1");
    let mut ranks = [None, None];
    for (at, without_trace) in [false, true].into_iter().enumerate() {
        let found = localise(shell, binary, without_trace)?;
        if found["passed"] == 0 || found["failed"] == 0 {
            return Ok(None);
        }
        let suspects = found["suspects"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        ranks[at] = suspects.iter().position(|one| {
            one["file"] == mutant.file.as_str() && one["function"] == mutant.function.as_str()
        });
    }
    let shown = |rank: Option<usize>| rank.map_or_else(|| "-".to_owned(), |rank| (rank + 1).to_string());
    println!(
        "    {:>4} {:>4}  {}:{} {}",
        shown(ranks[0]),
        shown(ranks[1]),
        mutant.file,
        mutant.line,
        mutant.function
    );
    Ok(Some(ranks))
}

fn localise(shell: &Shell, binary: &Path, without_trace: bool) -> Result<Value> {
    let python = python();
    // A mutant may loop for ever; the library's own options may require plug-ins.
    let command = [
        python.to_string_lossy().as_ref(),
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "--override-ini",
        "addopts=",
    ]
    .map(str::to_owned);
    let input = json!({
        "command": command, "timeout_seconds": 120, "limit": 100_000, "without_trace": without_trace,
    });
    let input = input.to_string();
    let output = cmd!(shell, "{binary} tool localise_fault --json {input}")
        .quiet()
        .read()?;
    serde_json::from_str(&output).context("the tool's output is not JSON")
}
