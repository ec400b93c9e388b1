//! `bench faults`: how many realistic faults in real projects are repaired, each the last commit of its repository.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;
use xshell::{Shell, cmd};

use super::program::Program;
use crate::{layout, setup};

/// Makes the faults and scores what becomes of them.
const SCRIPT: &str = "xtask/src/bench/faults/faults.py";

/// Where a project comes from.
enum Source {
    PyPi,
    Npm {
        /// Packages that its tests need.
        needs: &'static str,
    },
    Crates {
        /// The directory of the crate that is the project.
        directory: &'static str,
    },
}

/// A project whose command passes.
struct Project {
    name: &'static str,
    version: &'static str,
    source: Source,
    language: &'static str,
    /// The files to break, as glob patterns with commas between them.
    files: &'static str,
    command: &'static str,
}

const PROJECTS: &[Project] = &[
    Project {
        name: "toolz",
        version: "1.2.0",
        source: Source::PyPi,
        language: "python",
        files: "toolz/*.py",
        command: "python -m pytest -q -x toolz/tests",
    },
    Project {
        name: "minimist",
        version: "1.2.8",
        source: Source::Npm { needs: "tape@5" },
        language: "javascript",
        files: "index.js",
        command: "node node_modules/.bin/tape test/*.js",
    },
    Project {
        name: "heck",
        version: "0.5.0",
        source: Source::Crates { directory: "" },
        language: "rust",
        files: "src/*.rs",
        command: "cargo test --quiet --offline",
    },
    Project {
        name: "lz4-sys",
        version: "1.11.1",
        source: Source::Crates { directory: "liblz4" },
        language: "c",
        files: "lib/lz4*.c,lib/lz4*.h,programs/*.c,programs/*.h",
        command: "make --silent --directory programs CFLAGS=-O0 lz4",
    },
];

/// The arguments of the task.
struct Wanted {
    /// Faults of each project.
    faults: String,
    seed: String,
    only: String,
    binary: Option<PathBuf>,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self {
            faults: "27".to_owned(),
            seed: "1".to_owned(),
            only: String::new(),
            binary: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || {
                words
                    .next()
                    .with_context(|| format!("{word} needs a value"))
                    .cloned()
            };
            match word.as_str() {
                "--faults" => wanted.faults = value()?,
                "--seed" => wanted.seed = value()?,
                "--only" => wanted.only = value()?,
                "--bin" => wanted.binary = Some(PathBuf::from(value()?)),
                other => bail!(
                    "unknown argument {other}; expected --faults N, --seed N, --only PROJECT, --bin FILE"
                ),
            }
        }
        Ok(wanted)
    }
}

/// Prints each fault with its outcome, and the counts for each project and for all.
///
/// # Errors
/// When a project cannot be fetched, its command fails before anything is broken, or something cannot be run.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    setup::python(shell)?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let _path = shell.push_env("PATH", layout::path_with_tools()?);
    let script = layout::root().join(SCRIPT);
    let mut all: BTreeMap<String, u32> = BTreeMap::new();
    for project in PROJECTS
        .iter()
        .filter(|project| project.name.contains(&wanted.only))
    {
        println!("{} {}", project.name, project.version);
        let scratch = TempDir::new()?;
        let _there = shell.push_dir(prepared(shell, project, scratch.path())?);
        let (program, faults, seed) = (program.path(), &wanted.faults, &wanted.seed);
        let (language, files, command) = (project.language, project.files, project.command);
        let said = cmd!(
            shell,
            "python3 {script} {program} {language} {faults} {seed} {files} -- sh -c {command}"
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

fn account(score: &BTreeMap<String, u32>) -> String {
    let total: u32 = score.values().sum();
    let counts: Vec<String> = score
        .iter()
        .map(|(outcome, count)| format!("{count} {outcome}"))
        .collect();
    format!("{total} faults: {}", counts.join(", "))
}

/// A fresh copy of the project in a repository of its own.
fn prepared(shell: &Shell, project: &Project, scratch: &Path) -> Result<PathBuf> {
    let place = layout::target_directory().join("bench/faults");
    shell.create_dir(&place)?;
    let fetched = fetched(shell, project, &place)?;
    let work = scratch.join(project.name);
    cmd!(shell, "cp -a {fetched} {work}").quiet().run()?;
    let _there = shell.push_dir(&work);
    fs::write(
        work.join(".gitignore"),
        "node_modules\ntarget\n*.o\n*.a\n__pycache__\n",
    )?;
    cmd!(shell, "git init --quiet").quiet().run()?;
    cmd!(shell, "git add --all").quiet().run()?;
    cmd!(
        shell,
        "git -c user.name=bench -c user.email=bench@localhost commit --quiet --message start"
    )
    .quiet()
    .run()?;
    Ok(work)
}

/// The project as its registry has it, fetched once.
fn fetched(shell: &Shell, project: &Project, place: &Path) -> Result<PathBuf> {
    let Project { name, version, .. } = project;
    let directory = place.join(format!("{name}-{version}"));
    let inner = match project.source {
        Source::Crates { directory: inner } => directory.join("vendor").join(name).join(inner),
        Source::PyPi | Source::Npm { .. } => directory.clone(),
    };
    if inner.is_dir() {
        return Ok(inner);
    }
    let _there = shell.push_dir(place);
    match project.source {
        Source::PyPi => {
            let python = layout::venv().join("bin/python");
            cmd!(shell, "{python} -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: {name}=={version}").quiet().run()?;
            cmd!(shell, "tar xzf {name}-{version}.tar.gz --no-same-owner")
                .quiet()
                .run()?;
        }
        Source::Npm { needs } => {
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
            let _inside = shell.push_dir(&directory);
            // Else what its authors work with is installed as well.
            cmd!(shell, "npm pkg delete devDependencies").quiet().run()?;
            cmd!(
                shell,
                "npm install --silent --no-audit --no-fund --ignore-scripts --no-save {needs}"
            )
            .quiet()
            .run()?;
        }
        Source::Crates { .. } => {
            shell.create_dir(directory.join("src"))?;
            fs::write(directory.join("src/lib.rs"), "")?;
            let manifest = format!(
                "[package]\nname = \"faults\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{name} = \"={version}\"\n\n[workspace]\n"
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
