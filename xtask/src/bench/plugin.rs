//! `bench plugin`: the cost of a call of a plug-in, and of many declarative parsers.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

use super::program::release_binary;
use crate::layout;

/// Bytes of the log that declarative parsers are tried on; one line in a hundred is a finding.
const LOG_BYTES: usize = 64 << 20;
/// The number of readings; the fastest counts, because the machine does other things too.
const ROUNDS: usize = 5;
/// The number of parsers that are compared with one.
const MANY: usize = 200;

/// Prints both.
///
/// # Errors
/// When something cannot be built or run.
pub(crate) fn run(shell: &Shell, _: &[String]) -> Result<()> {
    cmd!(
        shell,
        "cargo build --locked --release --package unbreak --package unbreak-plugin-haproxy"
    )
    .quiet()
    .run()?;
    let scratch = tempfile::tempdir()?;
    calls(shell, scratch.path())?;
    declarative(shell, scratch.path())
}

/// The kit prints the median of a call with a log of 64 KiB.
fn calls(shell: &Shell, scratch: &Path) -> Result<()> {
    let plugin = scratch.join("haproxy");
    fs::create_dir_all(&plugin)?;
    fs::copy(
        layout::root().join("plugins/haproxy/plugin.toml"),
        plugin.join("plugin.toml"),
    )?;
    let library = "libunbreak_plugin_haproxy.so";
    fs::copy(release_binary().with_file_name(library), plugin.join(library))?;
    let unbreak = release_binary();
    for (label, flag) in [("in process", Some("--in-process")), ("in a child", None)] {
        let told = cmd!(shell, "{unbreak} plugin check --no-build {flag...} {plugin}")
            .quiet()
            .read()?;
        let line = told.lines().find(|line| line.contains("64 KiB"));
        println!("{label:<26}{}", line.context("the check tells no cost")?);
    }
    Ok(())
}

/// Reads a log with one declarative parser and with many.
fn declarative(shell: &Shell, scratch: &Path) -> Result<()> {
    let log = scratch.join("log");
    fs::write(&log, a_log())?;
    let mut first = None;
    for number in [1, MANY] {
        let home = scratch.join(format!("plugins-{number}"));
        parsers(&home, number)?;
        let best = best(shell, &home, &log)?;
        let rate = LOG_BYTES as f64 / 1e6 / best.as_secs_f64();
        let one = *first.get_or_insert(rate);
        println!(
            "{:<26}{rate:.0} MB/s ({:+.1} %)",
            format!("{number} declarative"),
            (rate / one - 1.0) * 100.0
        );
    }
    Ok(())
}

fn best(shell: &Shell, home: &Path, log: &Path) -> Result<Duration> {
    let unbreak = release_binary();
    let _home = shell.push_env("UNBREAK_PLUGIN_DIR", home);
    let mut best = Duration::MAX;
    for _ in 0..ROUNDS {
        let started = Instant::now();
        // Its verdict is that there were findings.
        cmd!(shell, "{unbreak} --quiet parse {log}")
            .quiet()
            .ignore_stdout()
            .ignore_status()
            .run()?;
        best = best.min(started.elapsed());
    }
    Ok(best)
}

fn a_log() -> String {
    let mut log = String::with_capacity(LOG_BYTES + 128);
    let mut number = 0;
    while log.len() < LOG_BYTES {
        number += 1;
        // Writing to a string does not fail.
        let _ = match number % 100 {
            0 => writeln!(log, "src/module.acme:{number}:7: acme0 error: no rocket in sight"),
            _ => writeln!(
                log,
                "[{number}] compiled module and linked the objects of it into a library"
            ),
        };
    }
    log
}

fn parsers(home: &Path, number: usize) -> Result<()> {
    fs::create_dir_all(home)?;
    for index in 0..number {
        let text = format!(
            "id = \"acme{index}\"\n[[line]]\nmatch = '^(?P<file>\\S+):(?P<line>\\d+):(?P<column>\\d+): acme{index} (?P<severity>error|warning): (?P<message>.+)$'\n"
        );
        fs::write(home.join(format!("acme{index}.toml")), text)?;
    }
    Ok(())
}
