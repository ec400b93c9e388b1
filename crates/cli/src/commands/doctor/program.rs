//! Checks the programs that unbreak uses.

use std::time::Duration;

use unbreak_core::{Command, Runner};
use unbreak_host::runner::ProcessRunner;

use super::Check;

/// A program prints its version at once, or something is wrong with it.
pub(super) const TIMEOUT: Duration = Duration::from_secs(20);

/// A program, the command for its version, and its purpose.
struct Program {
    name: &'static str,
    /// Tried in turn: a tool that is a module of the interpreter need not be on the `PATH`.
    commands: &'static [&'static [&'static str]],
    advice: &'static str,
}

static PROGRAMS: [Program; 9] = [
    Program {
        name: "python3",
        commands: &[&["python3", "--version"], &["python", "--version"]],
        advice: "needed to repair Python: imports and names are looked up in the interpreter; install Python 3",
    },
    Program {
        name: "pytest",
        commands: &[
            &["pytest", "--version"],
            &["python3", "-m", "pytest", "--version"],
        ],
        advice: "only needed if your command is pytest: pip install pytest",
    },
    Program {
        name: "ruff",
        commands: &[&["ruff", "--version"], &["python3", "-m", "ruff", "--version"]],
        advice: "only needed if your command is ruff, whose own fixes are used then: pip install ruff",
    },
    Program {
        name: "mypy",
        commands: &[&["mypy", "--version"], &["python3", "-m", "mypy", "--version"]],
        advice: "only needed if your command is mypy: pip install mypy",
    },
    Program {
        name: "pyright",
        commands: &[&["pyright", "--version"], &["basedpyright", "--version"]],
        advice: "only needed if your command is pyright: pip install pyright",
    },
    Program {
        name: "flake8",
        commands: &[
            &["flake8", "--version"],
            &["python3", "-m", "flake8", "--version"],
        ],
        advice: "only needed if your command is flake8: pip install flake8",
    },
    Program {
        name: "node",
        commands: &[&["node", "--version"]],
        advice: "only needed to repair TypeScript and JavaScript with TypeScript's code fixes: install Node",
    },
    Program {
        name: "tsc",
        commands: &[&["tsc", "--version"], &["node_modules/.bin/tsc", "--version"]],
        advice: "only needed if your command is tsc; for its code fixes alone: unbreak doctor --install typescript",
    },
    Program {
        name: "git",
        commands: &[&["git", "--version"]],
        advice: "not needed by unbreak itself, but good for looking at what was changed: install git",
    },
];

/// Gets the versions of all programs at once.
pub(super) async fn checks(runner: &ProcessRunner) -> Vec<Check> {
    let asked = PROGRAMS.each_ref().map(|program| {
        let runner = runner.clone();
        tokio::spawn(async move { program.check(&runner).await })
    });
    let mut checks = Vec::with_capacity(asked.len());
    for (program, answer) in PROGRAMS.iter().zip(asked) {
        checks.push(answer.await.unwrap_or_else(|_| program.missing()));
    }
    checks
}

impl Program {
    async fn check(&self, runner: &ProcessRunner) -> Check {
        for command in self.commands {
            if let Some(version) = version(runner, command).await {
                return Check::ok(self.name, version);
            }
        }
        self.missing()
    }

    fn missing(&self) -> Check {
        Check::missing(self.name, "not found", self.advice)
    }
}

/// The first line of its output; some print it to standard error.
async fn version(runner: &ProcessRunner, words: &[&str]) -> Option<String> {
    let (program, args) = words.split_first()?;
    let completed = runner
        .run(&Command::new(*program, args.iter().copied()))
        .await
        .ok()?;
    let said =
        [&completed.stdout, &completed.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let line = said
        .iter()
        .flat_map(|text| text.lines())
        .find(|line| !line.trim().is_empty())?;
    completed.exit.is_success().then(|| line.trim().to_owned())
}
