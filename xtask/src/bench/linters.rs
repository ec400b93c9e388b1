//! `bench linters`: how many findings of linters in released projects are left, beside the linters' own fixes.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use tempfile::TempDir;
use xshell::{Shell, cmd};

use super::faults::{self, Registry};
use super::program::Program;
use crate::layout;

/// Counts the findings.
const SCRIPT: &str = "xtask/src/bench/linters/linters.py";

/// The projects.
const LIST: &str = include_str!("linters/projects.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Project {
    name: String,
    version: String,
    registry: Registry,
    linter: String,
}

#[derive(Deserialize)]
struct Projects {
    project: Vec<Project>,
}

/// Prints, for each project, the findings at first, after the linter's own fixes, and after `unbreak run` without and
/// with `--yes`.
///
/// # Errors
/// When a project cannot be fetched, or something cannot be run.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let (mut only, mut binary) = (String::new(), None);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let value = words.next().with_context(|| format!("{word} needs a value"))?;
        match word.as_str() {
            "--only" => only.clone_from(value),
            "--bin" => binary = Some(PathBuf::from(value)),
            other => bail!("unknown argument {other}; expected --only TEXT, --bin FILE"),
        }
    }
    let program = Program::named_or_built(shell, binary.as_deref())?;
    let _tools = shell.push_env("PATH", layout::path_with_tools()?);
    let place = layout::target_directory().join("bench/faults");
    shell.create_dir(&place)?;
    let projects: Projects = toml::from_str(LIST).context("projects.toml")?;
    let mut wanted = Vec::new();
    for project in projects.project {
        let label = format!("{} {}", project.name, project.linter);
        if label.contains(&only) {
            let directory =
                faults::released(shell, project.registry, &project.name, &project.version, &place)?;
            wanted.push(format!("{}={}", project.linter, directory.display()));
        }
    }
    // Cargo would take a crate below the repository for a part of it.
    let work = TempDir::new()?;
    let (program, script, work) = (program.path(), layout::root().join(SCRIPT), work.path());
    cmd!(shell, "python3 {script} {program} {work} {wanted...}")
        .quiet()
        .run()?;
    Ok(())
}
