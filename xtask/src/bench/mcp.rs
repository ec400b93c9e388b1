//! `bench mcp`: the cost of the MCP server, and the results of the protocol's own suite.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};
use xshell::{Shell, cmd};

use super::program::Program;
use crate::layout;

/// Calls after which the memory is looked at.
const CALLS: [u32; 3] = [100, 500, 1_000];

/// The number of starts from which the median is taken.
const STARTS: usize = 21;

/// The suite, and a Node that it runs on.
const SUITE: &str = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const NODE: &str = "node@22";

/// The suite's sets of scenarios.
const REVISIONS: [&str; 2] = ["2025-11-25", "2026-07-28"];

/// The names of the suite's own fixtures, which only its reference server has.
const FIXTURES: [&str; 11] = [
    "test_",
    "test://",
    "slow_compute",
    "failing_job",
    "greet",
    "protocol_error_job",
    "confirm_delete",
    "multi_input",
    "json_schema_2020_12_tool",
    // Messages of checks whose first step was a fixture.
    "Expected InputRequiredResult",
    "Prerequisite failed",
];

/// Prints the figures; with `--conformance` also runs the suite, which is fetched.
///
/// # Errors
/// When something cannot be built or fetched, or the server does not answer.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let (mut binary, mut wants_suite) = (None, false);
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--bin" => binary = words.next().map(PathBuf::from),
            "--conformance" => wants_suite = true,
            other => bail!("bench mcp takes --bin FILE and --conformance, not {other}"),
        }
    }
    let program = Program::named_or_built(shell, binary.as_deref())?;
    let scratch = tempfile::tempdir()?;
    costs(program.path(), scratch.path())?;
    if wants_suite {
        conformance(shell, program.path(), scratch.path())?;
    }
    Ok(())
}

/// The server for a scratch directory.
#[expect(clippy::disallowed_methods, reason = "it is talked to while it runs")]
fn command(binary: &Path, scratch: &Path) -> Command {
    let mut command = Command::new(binary);
    command.args(["mcp", "-C"]).arg(scratch);
    command.env("UNBREAK_STATE_DIR", scratch.join("state"));
    command
}

/// A server on its standard streams.
struct Server {
    process: Child,
    input: ChildStdin,
    output: BufReader<std::process::ChildStdout>,
    requests: u64,
}

impl Server {
    fn start(binary: &Path, scratch: &Path) -> Result<Self> {
        let mut process = command(binary, scratch)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().context("no standard input")?;
        let output = process.stdout.take().context("no standard output")?;
        Ok(Self {
            process,
            input,
            output: BufReader::new(output),
            requests: 0,
        })
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<String> {
        self.requests += 1;
        let request = json!({ "jsonrpc": "2.0", "id": self.requests, "method": method, "params": params });
        writeln!(self.input, "{request}")?;
        let mut line = String::new();
        ensure!(self.output.read_line(&mut line)? > 0, "the server has gone");
        let answer: Value = serde_json::from_str(&line)?;
        ensure!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
        Ok(line)
    }

    fn greet(&mut self) -> Result<()> {
        let hello = json!({
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "bench", "version": "1" },
        });
        self.request("initialize", &hello)?;
        writeln!(
            self.input,
            "{}",
            json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })
        )?;
        Ok(())
    }

    /// Kilobytes that the process holds.
    fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
        kilobytes
            .and_then(|number| number.trim().parse().ok())
            .context("the memory cannot be read")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn costs(binary: &Path, scratch: &Path) -> Result<()> {
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let began = Instant::now();
        let mut server = Server::start(binary, scratch)?;
        server.greet()?;
        starts.push(began.elapsed());
    }
    starts.sort();
    println!(
        "start to the first answer: {:.1} ms (median of {STARTS})",
        ms(starts[STARTS / 2])
    );

    let mut server = Server::start(binary, scratch)?;
    server.greet()?;
    let listed = server.request("tools/list", &json!({}))?;
    let bytes = listed.trim_end().len();
    println!("tools/list: {bytes} bytes, {} tokens of four bytes", bytes / 4);

    let output: String = (1..=50)
        .map(|line| format!("src/m{line}.py:{line}:1: F821 undefined name 'n{line}'\n"))
        .collect();
    let call = json!({ "name": "parse", "arguments": { "output": output } });
    let began = Instant::now();
    let mut done = 0;
    for calls in CALLS {
        while done < calls {
            server.request("tools/call", &call)?;
            done += 1;
        }
        println!("memory after {calls} calls of parse: {} kB", server.memory()?);
    }
    println!("a call of parse: {:.1} ms", ms(began.elapsed()) / f64::from(done));
    Ok(())
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

fn conformance(shell: &Shell, binary: &Path, scratch: &Path) -> Result<()> {
    let suite = layout::target_directory().join("conformance");
    fs::create_dir_all(&suite)?;
    let _there = shell.push_dir(&suite);
    if !suite.join("package.json").exists() {
        cmd!(shell, "npm init -y").quiet().ignore_stdout().run()?;
        cmd!(shell, "npm install --silent {NODE} {SUITE}").quiet().run()?;
    }
    let mut server = command(binary, scratch)
        .args(["--http", "0"])
        .stderr(Stdio::piped())
        .spawn()?;
    let ran = address(&mut server).and_then(|url| {
        for revision in REVISIONS {
            judge(shell, &suite, &url, revision)?;
        }
        Ok(())
    });
    let _ = server.kill();
    let _ = server.wait();
    ran
}

fn address(server: &mut Child) -> Result<String> {
    let errors = server.stderr.take().context("no standard error")?;
    let mut lines = BufReader::new(errors).lines();
    let url = lines.find_map(|line| Some(line.ok()?.strip_prefix("listening on ")?.to_owned()));
    url.context("the server does not listen")
}

/// Runs the scenarios of a revision, and prints the checks that failed for another reason than a fixture.
fn judge(shell: &Shell, suite: &Path, url: &str, revision: &str) -> Result<()> {
    let results = suite.join(format!("results-{revision}"));
    shell.remove_path(&results)?;
    let node = suite.join("node_modules/node/bin/node");
    let main = suite.join("node_modules/@modelcontextprotocol/conformance/dist/index.js");
    cmd!(
        shell,
        "{node} {main} server --url {url} --requirements {revision} --output-dir {results}"
    )
    .quiet()
    .ignore_stdout()
    .ignore_stderr()
    .ignore_status()
    .run()?;
    let (mut passed, mut fixtures, mut failed) = (0, 0, Vec::new());
    for checks in checks(&results)? {
        let checks: Vec<Value> = serde_json::from_str(&fs::read_to_string(checks)?)?;
        // A check that needs a fixture leaves the rest of its scenario without data.
        let said = Value::from(checks.clone()).to_string();
        let needs_fixture = FIXTURES.iter().any(|name| said.contains(name)) || said.contains("untestable");
        for check in checks {
            match check["status"].as_str() {
                Some("FAILURE") if needs_fixture => fixtures += 1,
                Some("FAILURE") => failed.push(format!("{}: {}", check["id"], check["errorMessage"])),
                _ => passed += 1,
            }
        }
    }
    println!(
        "conformance {revision}: {passed} checks pass, {fixtures} need the suite's fixtures, {} fail",
        failed.len()
    );
    failed.iter().for_each(|check| println!("  {check}"));
    Ok(())
}

fn checks(results: &Path) -> Result<Vec<PathBuf>> {
    let scenarios = fs::read_dir(results).context("the suite wrote no results")?;
    let files = scenarios.filter_map(|entry| Some(entry.ok()?.path().join("checks.json")));
    Ok(files.filter(|file| file.exists()).collect())
}
