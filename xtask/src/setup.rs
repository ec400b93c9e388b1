//! The Python tools, in a virtual environment of their own.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use crate::layout;

const REQUIREMENTS: &str = include_str!("../requirements.txt");

/// Creates `.tools/venv`, or does nothing when it is there with the tools of this revision.
///
/// # Errors
/// When there is no Python 3 with `venv`, or the tools cannot be fetched.
pub(crate) fn run(shell: &Shell, _arguments: &[String]) -> Result<()> {
    let venv = layout::venv();
    let _alone = lock(&venv)?;
    if is_current(&venv) {
        return Ok(());
    }
    println!("setting up the Python tools in {}", venv.display());
    create(shell, &venv)?;
    fs::write(stamp(&venv), REQUIREMENTS).context("the environment cannot be marked as complete")
}

/// Two tasks that start together must not both install.
fn lock(venv: &Path) -> Result<File> {
    let beside = venv.with_extension("lock");
    fs::create_dir_all(beside.parent().unwrap_or(venv))?;
    let file = File::create(&beside).with_context(|| format!("{} cannot be made", beside.display()))?;
    file.lock()?;
    Ok(file)
}

/// Written last, so that an environment which was interrupted half-way is made anew.
fn stamp(venv: &Path) -> PathBuf {
    venv.join("unbreak-requirements.txt")
}

/// The interpreter is asked too: it is a link, and dangles after the system's Python moved.
fn is_current(venv: &Path) -> bool {
    let complete = fs::read_to_string(stamp(venv)).is_ok_and(|installed| installed == REQUIREMENTS);
    complete && venv.join("bin/python").exists()
}

fn create(shell: &Shell, venv: &Path) -> Result<()> {
    shell.remove_path(venv)?;
    cmd!(shell, "python3 -m venv {venv}").quiet().run().context(
        "needs Python 3 with its venv module (on Debian and Ubuntu: apt-get install python3-venv)",
    )?;
    let python = venv.join("bin/python");
    let requirements = layout::root().join("xtask/requirements.txt");
    cmd!(
        shell,
        "{python} -m pip install --quiet --disable-pip-version-check --requirement {requirements}"
    )
    .quiet()
    .run()
    .context("the Python tools could not be installed")
}
