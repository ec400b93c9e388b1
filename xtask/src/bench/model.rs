//! `bench model`: repairs with a simulated model of known quality, against a plain loop.
//!
//! A server on the loopback interface knows the right change of each program. It answers with it with a given
//! probability, and otherwise with one of fifteen kinds of wrong answers. The plain loop sends the error,
//! applies the answer, runs the tests, and does so three times.
//!
//! With `--base-url` the programs are repaired with the answers of a server that runs already, and nothing is
//! compared: see [`foreign`].

mod answers;
mod foreign;
mod plain;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use serde::Deserialize;
use unbreak_loopback::{ChatServer, Reply};
use xshell::Shell;

use self::answers::Simulation;
use self::foreign::Foreign;
use super::program::{Program, passes};
use super::projects::{self, Files, Named};
use crate::layout;

/// The probabilities of a right answer.
const QUALITIES: &[f64] = &[0.1, 0.3, 0.6];

/// The command that has to pass.
const COMMAND: &[&str] = &["python3", "-B", "-m", "unittest", "-q", "test_it"];

/// A program with one fault, and a model's possible answers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    file: String,
    /// The program without its fault.
    source: String,
    /// The right lines, the present ones, and a change that only looks right.
    right: String,
    wrong: String,
    plausible: String,
    test: String,
    /// A program that fails unless the repair is right in general.
    hidden: String,
}

impl Case {
    fn broken(&self) -> String {
        self.source.trim_start().replace(&self.right, &self.wrong)
    }

    fn files(&self) -> Files {
        let files = [
            (self.file.as_str(), self.broken()),
            ("test_it.py", self.test.trim_start().to_owned()),
        ];
        files.map(|(file, text)| (file.to_owned(), text)).into()
    }
}

#[derive(Debug)]
struct Wanted {
    binary: Option<PathBuf>,
    only: String,
    rounds: u64,
    seed: u64,
    samples: u32,
    base_url: Option<String>,
    model: String,
    answers: u64,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self {
            binary: None,
            only: String::new(),
            rounds: 2,
            seed: 1,
            samples: 4,
            base_url: None,
            model: "any".to_owned(),
            answers: 500,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word} needs a value"));
            match word.as_str() {
                "--bin" => wanted.binary = Some(PathBuf::from(value()?)),
                "--only" => wanted.only.clone_from(value()?),
                "--rounds" => wanted.rounds = value()?.parse().context("--rounds needs a number")?,
                "--seed" => wanted.seed = value()?.parse().context("--seed needs a number")?,
                "--samples" => wanted.samples = value()?.parse().context("--samples needs a number")?,
                "--base-url" => wanted.base_url = Some(value()?.clone()),
                "--model" => wanted.model.clone_from(value()?),
                "--answers" => wanted.answers = value()?.parse().context("--answers needs a number")?,
                other => bail!(
                    "unknown argument {other}; expected --bin FILE, --only TEXT, --rounds N, --seed N, --samples N, --base-url URL, \
                     --model NAME, --answers N"
                ),
            }
        }
        Ok(wanted)
    }
}

/// The results of all cases with one quality of answers.
#[derive(Debug, Default)]
struct Tally {
    cases: u32,
    fixed: u32,
    /// Kept changes that fail the hidden program, or touch the test.
    wrong: u32,
    calls: u64,
    tokens: u64,
}

impl Tally {
    fn add(&mut self, end: &End) {
        self.cases += 1;
        self.fixed += u32::from(end.passes && end.is_right);
        self.wrong += u32::from(end.is_changed && !end.is_right);
        self.calls += end.calls;
        self.tokens += end.tokens;
    }

    fn print(&self, name: &str, quality: f64) {
        let cases = f64::from(self.cases.max(1));
        #[expect(clippy::cast_precision_loss, reason = "counts of a bench")]
        let (calls, tokens) = (self.calls as f64 / cases, self.tokens as f64 / cases);
        println!(
            "p = {quality:.1}  {name:<8} {:>3} of {:>3} fixed ({:>5.1} %), {:>2} wrong kept, {calls:>5.1} calls, {tokens:>7.0} tokens in the mean",
            self.fixed,
            self.cases,
            100.0 * f64::from(self.fixed) / cases,
            self.wrong,
        );
    }
}

/// The result of one case.
#[derive(Debug)]
struct End {
    passes: bool,
    is_changed: bool,
    /// The hidden program passes and the test is as it was.
    is_right: bool,
    calls: u64,
    tokens: u64,
}

impl End {
    fn of(shell: &Shell, case: &Case, (calls, tokens): (u64, u64)) -> Result<Self> {
        let command: Vec<String> = COMMAND.iter().map(|&word| word.to_owned()).collect();
        let text = |file: &str| fs::read_to_string(shell.current_dir().join(file)).unwrap_or_default();
        let test_stays = text("test_it.py") == case.test.trim_start();
        let passes_now = passes(shell, &command);
        shell.write_file("hidden.py", &case.hidden)?;
        let hidden = passes(shell, &["python3", "-B", "hidden.py"].map(str::to_owned));
        Ok(Self {
            passes: passes_now,
            is_changed: text(&case.file) != case.broken() || !test_stays,
            is_right: hidden && test_stays,
            calls,
            tokens,
        })
    }
}

/// Runs the bench.
///
/// # Errors
/// When the program does not build, a case cannot be read, or nothing can be measured.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let cases: Vec<Named<Case>> = projects::read(&layout::root().join("xtask/models"), &wanted.only)?;
    ensure!(!cases.is_empty(), "no case contains “{}”", wanted.only);
    if let Some(base_url) = &wanted.base_url {
        let foreign = Foreign {
            base_url,
            model: &wanted.model,
            samples: wanted.samples,
        };
        return foreign.ask(&program, &cases, wanted.answers);
    }
    for &quality in QUALITIES {
        let (mut ours, mut plain) = (Tally::default(), Tally::default());
        for round in 0..wanted.rounds {
            for (number, case) in (0..).zip(&cases) {
                let seed = wanted.seed ^ (round << 32) ^ (number << 8);
                let simulation = Simulation::new(&case.project, quality, seed);
                let ended = unbreak(&program, case, simulation, wanted.samples)
                    .with_context(|| format!("{}/{}", case.family, case.name))?;
                if ended.is_changed && !ended.is_right {
                    println!(
                        "wrong change kept: {}/{} (p = {quality}, seed {seed})",
                        case.family, case.name
                    );
                }
                ours.add(&ended);
                plain.add(&plain::repair(
                    &case.project,
                    Simulation::new(&case.project, quality, seed),
                )?);
            }
        }
        ours.print("unbreak", quality);
        plain.print("plain", quality);
    }
    Ok(())
}

fn unbreak(program: &Program, case: &Named<Case>, simulation: Simulation, samples: u32) -> Result<End> {
    let scratch = tempfile::tempdir()?;
    let shell = projects::lay_out(scratch.path(), &case.project.files())?;
    let mut answer = simulation.answering();
    let server = ChatServer::start(move |request| Reply::Text(answer(request)))?;
    let config = configuration(scratch.path(), &server, samples)?;
    let flags = ["--yes".to_owned(), format!("--config={}", config.display())];
    let command: Vec<String> = COMMAND.iter().map(|&word| word.to_owned()).collect();
    program.repair(&shell, &flags, &command)?;
    let asked = (server.asked().len() as u64, server.tokens());
    End::of(&shell, &case.project, asked)
}

fn configuration(scratch: &Path, server: &ChatServer, samples: u32) -> Result<PathBuf> {
    let file = scratch.join("unbreak.toml");
    fs::write(&file, server.configuration(samples))?;
    Ok(file)
}
