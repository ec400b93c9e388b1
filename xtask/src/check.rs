//! The checks of CI, the cheap steps first and the tests last.

use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use xshell::{Shell, cmd};

use crate::test::Compiler;
use crate::{features, setup, test};

struct Step {
    name: &'static str,
    run: fn(&Shell, Compiler) -> Result<()>,
}

const LINTS: &str = "lints";
const TESTS: &str = "tests";

const STEPS: &[Step] = &[
    Step {
        name: "format",
        run: format,
    },
    Step {
        name: "spelling",
        run: spelling,
    },
    Step {
        name: "dependencies",
        run: dependencies,
    },
    Step {
        name: "advisories",
        run: advisories,
    },
    Step {
        name: LINTS,
        run: lints,
    },
    Step {
        name: "documentation",
        run: documentation,
    },
    Step {
        name: "features",
        run: features,
    },
    Step {
        name: TESTS,
        run: tests,
    },
];

/// Runs every step even if one fails, or only those named as arguments, and says how long each took.
///
/// # Errors
/// When steps fail, with all their names, or a name is not a step's.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let mut failed = Vec::new();
    let mut times = Vec::new();
    let steps = chosen(arguments)?;
    let has = |name: &str| steps.iter().any(|step| step.name == name);
    // Where both are wanted, one build serves both.
    let compiler = if has(LINTS) && has(TESTS) {
        Compiler::Clippy
    } else {
        Compiler::Rustc
    };
    if has(TESTS) {
        // It waits for the network: the earlier steps can use the processor meanwhile. The tests set up once more,
        // which waits for this one and reports what failed.
        thread::spawn(|| setup::run(&Shell::new()?, &[]));
    }
    for step in &steps {
        println!("\n== {}", step.name);
        let started = Instant::now();
        if let Err(error) = (step.run)(shell, compiler) {
            println!("{error:#}");
            failed.push(step.name);
        }
        times.push(format!("{} {} s", step.name, started.elapsed().as_secs()));
    }
    println!("\nSteps: {}", times.join(", "));
    if !failed.is_empty() {
        bail!("failed: {}", failed.join(", "));
    }
    Ok(())
}

fn chosen(names: &[String]) -> Result<Vec<&'static Step>> {
    if names.is_empty() {
        return Ok(STEPS.iter().collect());
    }
    let step = |name: &String| {
        let known = || STEPS.iter().map(|step| step.name).collect::<Vec<_>>().join(", ");
        let found = STEPS.iter().find(|step| step.name == name);
        found.with_context(|| format!("there is no step '{name}'; there are {}", known()))
    };
    names.iter().map(step).collect()
}

fn format(shell: &Shell, _: Compiler) -> Result<()> {
    Ok(cmd!(shell, "cargo fmt --all --check").run()?)
}

/// Only where the checker is installed: it is optional, and takes minutes to build.
fn spelling(shell: &Shell, _: Compiler) -> Result<()> {
    if !responds(shell, "typos") {
        println!("skipped: typos is not installed (cargo install --locked typos-cli)");
        return Ok(());
    }
    Ok(cmd!(shell, "typos").run()?)
}

fn dependencies(shell: &Shell, _: Compiler) -> Result<()> {
    Ok(cmd!(shell, "cargo deny --log-level error check bans licenses sources").run()?)
}

/// The database comes from the network; that it cannot be fetched says nothing about this tree.
fn advisories(shell: &Shell, _: Compiler) -> Result<()> {
    let output = cmd!(shell, "cargo deny --log-level error check advisories")
        .ignore_status()
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        return Ok(());
    }
    if said.contains("failed to fetch advisory database") {
        println!("skipped: the advisory database cannot be fetched from here");
        return Ok(());
    }
    bail!("{said}")
}

fn lints(shell: &Shell, compiler: Compiler) -> Result<()> {
    if matches!(compiler, Compiler::Clippy) {
        return test::build(shell, compiler);
    }
    Ok(cmd!(
        shell,
        "cargo clippy --locked --workspace --all-targets -- --deny warnings"
    )
    .run()?)
}

fn documentation(shell: &Shell, _: Compiler) -> Result<()> {
    let _strict = shell.push_env("RUSTDOCFLAGS", "--deny warnings");
    Ok(cmd!(shell, "cargo doc --locked --workspace --no-deps").run()?)
}

/// Every crate without its features and with parts of them.
fn features(shell: &Shell, _: Compiler) -> Result<()> {
    features::check(shell)?;
    without_http_client(shell)
}

/// Builds without a model contain no HTTP client.
fn without_http_client(shell: &Shell) -> Result<()> {
    let tree = cmd!(
        shell,
        "cargo tree --locked --package unbreak --no-default-features --edges normal --prefix none"
    )
    .quiet()
    .read()?;
    let is_there = tree.lines().any(|line| line.starts_with("ureq "));
    anyhow::ensure!(!is_there, "ureq is built in without default features");
    Ok(())
}

fn tests(shell: &Shell, compiler: Compiler) -> Result<()> {
    let profile: &[String] = &["--profile".to_owned(), "ci".to_owned()];
    let arguments = if test::has_nextest(shell) { profile } else { &[] };
    test::run_built_by(shell, compiler, arguments)
}

fn responds(shell: &Shell, program: &str) -> bool {
    cmd!(shell, "{program} --version")
        .quiet()
        .ignore_stdout()
        .ignore_stderr()
        .run()
        .is_ok()
}
