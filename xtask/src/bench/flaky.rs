//! `bench flaky`: how many flakes a sequential check finds, its cost for clean tests, and whether
//! the causes of flaky tests are named.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use xshell::{Shell, cmd};

const SUITE: &str = include_str!("flaky/test_causes.py");

/// Prints both; the number of times that causes are asked for may follow.
///
/// # Errors
/// When something cannot be built or run.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let times = arguments.first().map_or("1", String::as_str);
    let times: u32 = times.parse().context("the number of times is not a number")?;
    rates(shell)?;
    cmd!(shell, "cargo build --locked --package unbreak")
        .quiet()
        .run()?;
    let mut score = Score::default();
    for time in 1..=times {
        score.add(&causes(shell)?, time)?;
    }
    score.print();
    Ok(())
}

fn rates(shell: &Shell) -> Result<()> {
    let build = "build --locked --release --package unbreak-tools-debug --no-default-features --features flake_check --example flake_rates";
    let build = build.split(' ');
    cmd!(shell, "cargo {build...}").quiet().run()?;
    cmd!(shell, "target/release/examples/flake_rates").quiet().run()?;
    Ok(())
}

/// The reported causes for the tests in the suite.
fn causes(shell: &Shell) -> Result<Value> {
    let directory = tempfile::tempdir()?;
    std::fs::write(directory.path().join("test_causes.py"), SUITE)?;
    let state = directory.path().join("state");
    let (unbreak, pytest) = (tool("target/debug/unbreak")?, tool(".tools/venv/bin/pytest")?);
    let place = directory.path();
    let words = "flaky --quiet --format json --runs 12 --why".split(' ');
    let said = cmd!(
        shell,
        "{unbreak} {words...} --directory {place} -- {pytest} -q -p no:cacheprovider"
    )
    .env("UNBREAK_STATE_DIR", state)
    .ignore_status()
    .output()?;
    serde_json::from_slice(&said.stdout).context("the flake check gave no report")
}

fn tool(path: &str) -> Result<std::path::PathBuf> {
    match Path::new(path).exists() {
        true => Ok(std::path::absolute(path)?),
        false => bail!("{path} is missing: run `cargo xtask setup`"),
    }
}

/// The cause that the name of a test states.
fn expected(test: &str) -> Option<&'static str> {
    let causes = ["order", "time", "randomness", "hash_seed", "race", "network"];
    let name = test.rsplit("::").next().unwrap_or(test);
    causes
        .into_iter()
        .find(|cause| name.starts_with(&format!("test_{cause}_")))
}

#[derive(Default)]
struct Score {
    /// For each cause, how often it was named, was the only one named, and should have been named.
    named: BTreeMap<&'static str, (u32, u32)>,
    /// Solid tests that were called flaky.
    wronged: u32,
    solid: u32,
}

impl Score {
    fn add(&mut self, report: &Value, time: u32) -> Result<()> {
        let tests = report["tests"].as_array().context("the report names no tests")?;
        let said: BTreeMap<&str, &Value> = tests
            .iter()
            .filter_map(|test| Some((test["test"].as_str()?, test)))
            .collect();
        for name in names() {
            let test = said
                .iter()
                .find(|(test, _)| test.rsplit("::").next() == Some(name));
            let causes = test.map_or(&Value::Null, |(_, test)| &test["causes"]);
            let Some(cause) = expected(name) else {
                self.solid += 1;
                continue;
            };
            let (right, all) = self.named.entry(cause).or_default();
            *all += 1;
            match *causes == serde_json::json!([cause]) {
                true => *right += 1,
                false => println!("{name}: {causes} in round {time}"),
            }
        }
        for (test, report) in said {
            if expected(test).is_none() && report["flaky"] == true {
                self.wronged += 1;
                println!(
                    "{test} is solid, and called flaky in round {time}: {}",
                    report["why"]
                );
            }
        }
        println!("round {time}: {} runs", report["runs"]);
        Ok(())
    }

    fn print(&self) {
        for (cause, (right, all)) in &self.named {
            println!("{cause}: {right} of {all} named right");
        }
        println!("{} of {} solid tests called flaky", self.wronged, self.solid);
    }
}

/// The names of the suite's tests.
fn names() -> impl Iterator<Item = &'static str> {
    let lines = SUITE
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("def "));
    let names = lines.filter_map(|line| line.split('(').next());
    names.filter(|name| name.starts_with("test_"))
}
