//! Contributors' tasks, run as `cargo xtask TASK`.

#![expect(clippy::print_stdout, reason = "its output is what it is run for")]

#[cfg(feature = "all")]
mod bench;
#[cfg(feature = "all")]
mod book;
#[cfg(feature = "all")]
mod capture;
mod check;
mod demo;
#[cfg(feature = "all")]
mod dist;
mod example;
mod features;
mod layout;
#[cfg(feature = "all")]
mod new_format;
#[cfg(feature = "all")]
mod scaffold;
mod setup;
mod test;

use std::process::{Command, ExitCode};

use anyhow::{Context as _, Result};
use xshell::{Shell, cmd};

/// A task: its words on the command line, its description, and its function.
struct Task {
    words: &'static [&'static str],
    summary: &'static str,
    run: fn(&Shell, &[String]) -> Result<()>,
}

/// What a fresh clone is worked with.
const FIRST: &[Task] = &[
    Task {
        words: &["demo"],
        summary: "repair a scratch copy of examples/broken-python, with a program built for it alone",
        run: demo::run,
    },
    Task {
        words: &["test"],
        summary: "set up, build and run every test; arguments go to the test runner",
        run: test::run,
    },
    Task {
        words: &["check"],
        summary: "what CI runs: format, lints, documentation, dependencies, features, tests",
        run: check::run,
    },
    Task {
        words: &["setup"],
        summary: "create .tools with the Python and Node tools that example and tests run",
        run: setup::run,
    },
];

/// The others, which need more to be built.
#[cfg(feature = "all")]
const OTHERS: &[Task] = &[
    Task {
        words: &["book"],
        summary: "make the documentation site in target/book/site, with mdBook",
        run: book::run,
    },
    Task {
        words: &["dist"],
        summary: "build the archive, the wheel and the npm packages in target/packages, and try each",
        run: dist::run,
    },
    Task {
        words: &["capture"],
        summary: "record a tool's output as a case: PARSER/NAME [--in DIRECTORY] -- COMMAND...",
        run: capture::run,
    },
    Task {
        words: &["new-format"],
        summary: "write the file of a format that reads a tool's output: FAMILY/TOOL",
        run: new_format::run,
    },
    Task {
        words: &["new-rule"],
        summary: "begin a file of rules for a package of PyPI: PACKAGE",
        run: scaffold::rule,
    },
    Task {
        words: &["new-strategy"],
        summary: "begin a strategy, with a case: NAME",
        run: scaffold::strategy,
    },
    Task {
        words: &["new-tool"],
        summary: "begin a debug tool: NAME",
        run: scaffold::tool,
    },
    Task {
        words: &["new-output"],
        summary: "begin an output format of unbreak parse: NAME",
        run: scaffold::output,
    },
    Task {
        words: &["bench", "bisect"],
        summary: "how fast the first bad commit is found beside git, and how often the right one",
        run: bench::bisect::run,
    },
    Task {
        words: &["bench", "crash"],
        summary: "runs killed at random moments, their state damaged in many ways; --kills N, --damages N",
        run: bench::crash::run,
    },
    Task {
        words: &["bench", "bounds"],
        summary: "time and memory of reading hostile output, against the limits; --bin FILE, --only TEXT",
        run: bench::bounds::run,
    },
    Task {
        words: &["bench", "checkouts"],
        summary: "what becomes of old releases of real projects under today's Python; --only PROJECT, --bin FILE, --python PROGRAM",
        run: bench::checkouts::run,
    },
    Task {
        words: &["bench", "releases"],
        summary: "what is kept where the tests or the sources are those of the next release; --only PROJECT, --bin FILE, --python PROGRAM",
        run: bench::checkouts::releases,
    },
    Task {
        words: &["bench", "mended"],
        summary: "what becomes of packages of Debian without one of their patches; --only PACKAGE, --bin FILE, --python PROGRAM",
        run: bench::checkouts::mended,
    },
    Task {
        words: &["bench", "linters"],
        summary: "findings that are left in released projects, beside the linters' own fixes; --only TEXT, --bin FILE",
        run: bench::linters::run,
    },
    Task {
        words: &["bench", "decoys"],
        summary: "projects whose tempting wrong answer passes the user's judge; --only TEXT, --diffs, --bin FILE",
        run: bench::decoys::run,
    },
    Task {
        words: &["bench", "faults"],
        summary: "how many realistic faults in real projects are repaired; --faults N, --seed N, --only PROJECT, --bin FILE",
        run: bench::faults::run,
    },
    Task {
        words: &["bench", "flaky"],
        summary: "how many flakes are caught, at what cost, and whether their causes are named; rounds may follow",
        run: bench::flaky::run,
    },
    Task {
        words: &["bench", "flaky-fix"],
        summary: "how often a useless edit is kept when a command passes by itself; --trials N, --bin FILE",
        run: bench::flaky_fix::run,
    },
    Task {
        words: &["bench", "fuzz"],
        summary: "inputs for which a check of the readers does not hold; --seconds N, --seed N, --target NAME",
        run: bench::fuzz::run,
    },
    Task {
        words: &["bench", "guard"],
        summary: "how many ways to pass without a repair are kept; --bin FILE, --only TEXT, --check",
        run: bench::guard::run,
    },
    Task {
        words: &["bench", "heal"],
        summary: "an agent that repairs itself, and its supervisor, killed at random moments; --kills N, --seed N",
        run: bench::heal::run,
    },
    Task {
        words: &["bench", "mcp"],
        summary: "what the MCP server costs; --bin FILE, --conformance runs the protocol's own suite",
        run: bench::mcp::run,
    },
    Task {
        words: &["bench", "migrations"],
        summary: "examples of the rules for packages, run with the packages: what fails before, runs after and is repaired; --only TEXT, --python PROGRAM, --bin FILE",
        run: bench::migrations::run,
    },
    Task {
        words: &["bench", "model"],
        summary: "repairs with a simulated model of known quality; --bin FILE, --only TEXT, --rounds N, --seed N, --samples N; or with the server at --base-url URL, --model NAME, --answers N",
        run: bench::model::run,
    },
    Task {
        words: &["bench", "instrument"],
        summary: "whether a probe at every line leaves a program, and what one costs; files may follow",
        run: bench::instrument::run,
    },
    Task {
        words: &["bench", "localise"],
        summary: "in how many mutants of two libraries the function at fault is found",
        run: bench::localise::run,
    },
    Task {
        words: &["bench", "loop"],
        summary: "the engine's own time per iteration on the example, over a number of rounds",
        run: bench::run_loop,
    },
    Task {
        words: &["bench", "parse"],
        summary: "MB/s and memory of reading logs, beside naive matching; the size in MB may follow",
        run: bench::parse::run,
    },
    Task {
        words: &["bench", "plugin"],
        summary: "the cost of a call of a plug-in, and of many declarative parsers",
        run: bench::plugin::run,
    },
    Task {
        words: &["bench", "recall"],
        summary: "how fast and how well past failures are recalled; a seed may follow",
        run: bench::recall::run,
    },
    Task {
        words: &["bench", "repair"],
        summary: "how many broken programs are repaired, beside what else is installed; --fit [--write] fits the weights of the rules",
        run: bench::run_repair,
    },
    Task {
        words: &["bench", "safety"],
        summary: "debug tools killed at random moments in dirty repositories; --kills N, --seed N",
        run: bench::safety::run,
    },
    Task {
        words: &["bench", "sandbox"],
        summary: "what starting a command costs with and without a sandbox; rounds may follow",
        run: bench::sandbox::run,
    },
    Task {
        words: &["bench", "secrets"],
        summary: "whether planted secrets come out anywhere, and false alarms; --show, --only PLACE, --speed MB, --bin FILE",
        run: bench::secrets::run,
    },
];

/// Not in this build.
#[cfg(not(feature = "all"))]
const OTHERS: &[Task] = &[];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ended = match find(&arguments) {
        Some((task, rest)) => start(task, rest),
        None if cfg!(feature = "all") => Ok(usage(&arguments)),
        None => with_all(&arguments),
    };
    ended.unwrap_or_else(|error| {
        println!("xtask {}: {error:#}", arguments.join(" "));
        ExitCode::FAILURE
    })
}

fn tasks() -> impl Iterator<Item = &'static Task> {
    FIRST.iter().chain(OTHERS)
}

/// The task that the arguments begin with, and the remaining arguments.
fn find(arguments: &[String]) -> Option<(&'static Task, &[String])> {
    tasks().find_map(|task| {
        let (words, rest) = arguments.split_at_checked(task.words.len())?;
        (words == task.words).then_some((task, rest))
    })
}

fn start(task: &Task, arguments: &[String]) -> Result<ExitCode> {
    let shell = Shell::new().context("the working directory cannot be read")?;
    shell.change_dir(layout::root());
    (task.run)(&shell, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Builds this program with every task, and gives it the arguments.
///
/// # Errors
/// When cargo cannot be started.
fn with_all(arguments: &[String]) -> Result<ExitCode> {
    let shell = Shell::new()?;
    let run = cmd!(
        shell,
        "cargo run --quiet --locked --package xtask -- {arguments...}"
    );
    let ended = Command::from(run).status().context("cargo cannot be started")?;
    let code = ended.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

fn usage(arguments: &[String]) -> ExitCode {
    println!("usage: cargo xtask TASK\n");
    for task in tasks() {
        println!("  {:<14} {}", task.words.join(" "), task.summary);
    }
    let asked_for = matches!(
        arguments.first().map(String::as_str),
        Some("help" | "-h" | "--help")
    );
    if asked_for {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    }
}
