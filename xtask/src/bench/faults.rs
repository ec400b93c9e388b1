//! `bench faults`: how many realistic faults in real projects are repaired, one or several at a time.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use tempfile::TempDir;
use xshell::{Shell, cmd};

use super::program::Program;
use crate::layout;

/// Makes the faults and scores what becomes of them.
const SCRIPT: &str = "xtask/src/bench/faults/faults.py";

/// The projects.
const LIST: &str = include_str!("faults/projects.toml");

/// Where a project comes from.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Registry {
    PyPi,
    Npm,
    Crates,
}

/// A project whose command passes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Project {
    name: String,
    version: String,
    registry: Registry,
    language: String,
    /// The files to break, as glob patterns with commas between them.
    files: String,
    command: String,
    /// Packages that its tests use, with spaces between them.
    #[serde(default)]
    needs: String,
    /// Where the project lies in what the registry has.
    #[serde(default)]
    directory: PathBuf,
}

#[derive(Debug, Deserialize)]
struct Projects {
    project: Vec<Project>,
}

/// The arguments of the task.
#[derive(Default)]
struct Wanted {
    only: String,
    binary: Option<PathBuf>,
    /// What the script is told.
    script: Vec<String>,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self::default();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let value = words.next().with_context(|| format!("{word} needs a value"))?;
            match word.as_str() {
                "--only" => wanted.only.clone_from(value),
                "--bin" => wanted.binary = Some(PathBuf::from(value)),
                "--faults" | "--seed" | "--together" | "--kind" | "--history" | "--flags" | "--diffs" => {
                    wanted.script.push(format!("{word}={value}"));
                }
                other => bail!(
                    "unknown argument {other}; expected --faults N, --seed N, --together N, --kind REGEX, --history commit|edit|none, --flags TEXT, --diffs DIRECTORY, --only TEXT, --bin FILE"
                ),
            }
        }
        Ok(wanted)
    }
}

/// Prints each run with its outcome, and the counts for each project and for all.
///
/// # Errors
/// When a project cannot be fetched, its command fails before anything is broken, or something cannot be run.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    let projects: Projects = toml::from_str(LIST).context("projects.toml")?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let place = layout::target_directory().join("bench/faults");
    shell.create_dir(&place)?;
    let python = environment(shell, &place, &projects)?;
    let path = layout::path_with_tools()?;
    let mut first = python.as_os_str().to_owned();
    first.push(":");
    first.push(path);
    let _path = shell.push_env("PATH", first);
    let script = layout::root().join(SCRIPT);
    let mut all: BTreeMap<String, u32> = BTreeMap::new();
    for project in projects
        .project
        .iter()
        .filter(|project| format!("{} {}", project.language, project.name).contains(&wanted.only))
    {
        println!("{} {}", project.name, project.version);
        let scratch = TempDir::new()?;
        let work = scratch.path().join(&project.name);
        let fetched = fetched(shell, project, &place)?;
        cmd!(shell, "cp -a {fetched} {work}").quiet().run()?;
        let _there = shell.push_dir(&work);
        if work.join("Cargo.toml").is_file() {
            cmd!(shell, "cargo fetch --quiet").quiet().run()?;
        }
        let (program, further, judge) = (program.path(), &wanted.script, scratch.path().join("judge"));
        let Project {
            name,
            language,
            files,
            command,
            ..
        } = project;
        let said = cmd!(
            shell,
            "python3 {script} --program {program} --name {name} --language {language} --files {files} --judge {judge} {further...} -- sh -c {command}"
        )
        .quiet()
        .read()?;
        let (shown, score) = said.rsplit_once('\n').unwrap_or(("", &said));
        println!("{shown}");
        let score: BTreeMap<String, u32> = serde_json::from_str(score).context("no score")?;
        println!("  {}", account(&score));
        for (outcome, count) in score {
            *all.entry(outcome).or_default() += count;
        }
    }
    println!("all: {}", account(&all));
    Ok(())
}

/// The programs of a virtual environment with all that the tests in Python use.
fn environment(shell: &Shell, place: &Path, projects: &Projects) -> Result<PathBuf> {
    let programs = place.join("venv/bin");
    let needs: Vec<&str> = projects
        .project
        .iter()
        .filter(|project| matches!(project.registry, Registry::PyPi))
        .flat_map(|project| project.needs.split_whitespace())
        .collect();
    if !programs.join("pytest").exists() {
        let venv = place.join("venv");
        cmd!(shell, "python3 -m venv {venv}").quiet().run()?;
        let pip = programs.join("pip");
        cmd!(
            shell,
            "{pip} install --quiet --disable-pip-version-check pytest {needs...}"
        )
        .quiet()
        .run()?;
    }
    Ok(programs)
}

fn account(score: &BTreeMap<String, u32>) -> String {
    let total: u32 = score.values().sum();
    let counts: Vec<String> = score
        .iter()
        .map(|(outcome, count)| format!("{count} {outcome}"))
        .collect();
    format!("{total} faults: {}", counts.join(", "))
}

/// The project as its registry has it, fetched once.
fn fetched(shell: &Shell, project: &Project, place: &Path) -> Result<PathBuf> {
    let released = released(shell, project.registry, &project.name, &project.version, place)?;
    if let (Registry::Npm, false) = (project.registry, released.join("node_modules").is_dir()) {
        let _inside = shell.push_dir(&released);
        // Else what its authors work with is installed as well.
        cmd!(shell, "npm pkg delete devDependencies").quiet().run()?;
        let needs = project.needs.split_whitespace();
        cmd!(
            shell,
            "npm install --silent --no-audit --no-fund --ignore-scripts --no-save {needs...}"
        )
        .quiet()
        .run()?;
    }
    Ok(released.join(&project.directory))
}

/// The directory of a release as its registry has it, fetched once.
pub(super) fn released(
    shell: &Shell,
    registry: Registry,
    name: &str,
    version: &str,
    place: &Path,
) -> Result<PathBuf> {
    let directory = place.join(format!("{name}-{version}"));
    let inner = match registry {
        Registry::Crates => directory.join("vendor").join(name),
        Registry::PyPi | Registry::Npm => directory.clone(),
    };
    if inner.is_dir() {
        return Ok(inner);
    }
    let _there = shell.push_dir(place);
    match registry {
        Registry::PyPi => {
            let archive = format!("{name}-{version}.tar.gz");
            cmd!(shell, "python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: {name}=={version}").quiet().run()?;
            cmd!(shell, "tar xzf {archive} --no-same-owner").quiet().run()?;
        }
        Registry::Npm => {
            cmd!(shell, "npm pack --silent {name}@{version}")
                .quiet()
                .ignore_stdout()
                .run()?;
            shell.create_dir(&directory)?;
            cmd!(
                shell,
                "tar xzf {name}-{version}.tgz -C {directory} --strip-components=1 --no-same-owner"
            )
            .quiet()
            .run()?;
        }
        Registry::Crates => {
            shell.create_dir(directory.join("src"))?;
            fs::write(directory.join("src/lib.rs"), "")?;
            let manifest = format!(
                "[package]\nname = \"faults\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{name} = \"={version}\"\n\n[workspace]\nexclude = [\"vendor\"]\n"
            );
            fs::write(directory.join("Cargo.toml"), manifest)?;
            let _inside = shell.push_dir(&directory);
            cmd!(shell, "cargo vendor --quiet")
                .quiet()
                .ignore_stdout()
                .run()?;
        }
    }
    Ok(inner)
}
