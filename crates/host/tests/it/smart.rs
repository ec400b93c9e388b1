//! With a task each failing test is repaired by itself, and runs alone before the whole command does.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use unbreak_core::{Command, Event, EventKind, Outcome, Report};
use unbreak_host::model::{ModelSettings, Price};
use unbreak_host::{Agent, CancelToken, Observer, RunOptions, SandboxOptions, TaskDescription};

use crate::scripted::{PLAN, Scripted, block};

/// Two functions, both wrong.
const SOURCE: &str = "\
def double(a):
    return a + 2


def half(a):
    return a - 2
";

/// Each run of the tests writes its arguments to the file `runs` beside the workspace.
const TEST: &str = "\
import os
import sys
import unittest

from sums import double, half

with open(os.environ['RUNS'], 'a') as runs:
    runs.write(' '.join(word for word in sys.argv if 'Test' in word or '::' in word) + '\\n')


class SumsTest(unittest.TestCase):
    def test_double(self):
        self.assertEqual(double(4), 8)

    def test_half(self):
        self.assertEqual(half(8), 4)
";

const DOUBLE: (&str, &str) = ("    return a + 2", "    return a * 2");
const HALF: (&str, &str) = ("    return a - 2", "    return a // 2");

fn answer((search, replace): (&str, &str)) -> String {
    block("sums.py", search, replace)
}

/// A repair of the source above.
struct Repaired {
    report: Report,
    /// The tests that were selected, for each run; empty for the whole command.
    runs: Vec<String>,
    prompts: Vec<String>,
    source: String,
}

impl Repaired {
    /// So many runs, from the first of a test alone. How often the whole runs before depends on its speed.
    fn runs_after_first_alone(&self, number: usize) -> &[String] {
        let first = self.runs.iter().position(|run| run != WHOLE).unwrap();
        &self.runs[first..first + number]
    }
}

#[derive(Default)]
struct Commands(Vec<String>);

impl Observer for Commands {
    fn event(&mut self, event: &Event) {
        if let EventKind::Execute { command, .. } = &event.kind {
            self.0.push(command.clone());
        }
    }
}

fn repair(command: &[&str], answers: &[String], options: &RunOptions) -> Repaired {
    repair_source(SOURCE, command, answers, options)
}

fn repair_source(source: &str, command: &[&str], answers: &[String], options: &RunOptions) -> Repaired {
    let directory = tempfile::tempdir().unwrap();
    let state = tempfile::tempdir().unwrap();
    let outside = tempfile::tempdir().unwrap();
    let runs = outside.path().join("runs");
    fs::write(directory.path().join("sums.py"), source).unwrap();
    fs::write(directory.path().join("test_sums.py"), TEST).unwrap();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let mut settings = ModelSettings::default();
    settings.samples = 1;
    let model = Arc::new(Scripted::new(answers, &asked));
    let mut sandbox = SandboxOptions::default();
    sandbox.writable.push(outside.path().to_owned());
    let agent = Agent::builder()
        .directory(directory.path())
        .state_directory(state.path())
        .sandbox(sandbox)
        .with_linked()
        .models(settings.tier(model, Price::new(0.0, 0.0)))
        .build()
        .unwrap();
    let mut command = Command::new(command[0], command[1..].iter().copied());
    command.env.insert("RUNS".to_owned(), runs.display().to_string());
    let mut observer = Commands::default();
    let cancel = CancelToken::new();
    let run = agent.run(&command, options, &mut observer, &cancel);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let report = runtime.unwrap().block_on(run).unwrap();
    let recorded = fs::read_to_string(&runs).unwrap();
    assert_eq!(
        recorded.lines().count(),
        observer.0.len(),
        "{:#?}\n{recorded}",
        observer.0
    );
    let prompts = asked
        .lock()
        .unwrap()
        .iter()
        .map(|prompt| prompt.user.clone())
        .collect();
    Repaired {
        report,
        runs: recorded.lines().map(str::to_owned).collect(),
        prompts,
        source: fs::read_to_string(directory.path().join("sums.py")).unwrap(),
    }
}

fn with_task() -> RunOptions {
    RunOptions {
        assume_yes: true,
        task: Some(TaskDescription::new("Sums are doubled and halved.", Vec::new())),
        ..RunOptions::default()
    }
}

const UNITTEST: &[&str] = &["python3", "-B", "-m", "unittest", "-q"];

/// The runs of a command, before and after fixes.
const WHOLE: &str = "";

#[test]
fn a_test_runs_alone_before_the_whole_command() {
    let wrong = answer((DOUBLE.0, "    return a + 3"));
    let answers = [
        PLAN.to_owned(),
        wrong,
        PLAN.to_owned(),
        answer(DOUBLE),
        PLAN.to_owned(),
        answer(HALF),
    ];
    let (double, half) = ("test_sums.SumsTest.test_double", "test_sums.SumsTest.test_half");
    let done = repair(UNITTEST, &answers, &with_task());
    assert_eq!(done.report.outcome, Outcome::Fixed, "{:#?}", done.report);
    assert_eq!(
        done.source,
        SOURCE.replace(DOUBLE.0, DOUBLE.1).replace(HALF.0, HALF.1)
    );
    let wanted = [
        double, // It fails alone in the same way.
        double, // The wrong fix does not help, so that the whole command need not run.
        double, // The right one does,
        WHOLE,  // and is kept.
        half, half, WHOLE,
    ];
    assert_eq!(
        done.runs_after_first_alone(wanted.len()),
        wanted,
        "{:#?}",
        done.runs
    );
    assert!(done.prompts[1].contains("Sums are doubled and halved."));
    let tried = done.prompts.iter().find(|prompt| prompt.contains("return a + 3"));
    assert!(
        tried
            .unwrap()
            .contains("alone, test_sums.SumsTest.test_double fails: 7 != 8"),
        "{tried:?}"
    );
}

#[test]
fn pytest_selects_by_node() {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/venv/bin/python");
    assert!(
        tools.exists(),
        "{} is missing: run cargo xtask setup",
        tools.display()
    );
    let command = [
        tools.to_str().unwrap(),
        "-B",
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        ".",
    ];
    let answers = [PLAN.to_owned(), answer(DOUBLE), PLAN.to_owned(), answer(HALF)];
    let done = repair(&command, &answers, &with_task());
    assert_eq!(done.report.outcome, Outcome::Fixed, "{:#?}", done.report);
    let (double, half) = (
        "test_sums.py::SumsTest::test_double",
        "test_sums.py::SumsTest::test_half",
    );
    let wanted = [double, double, WHOLE, half, half, WHOLE];
    assert_eq!(
        done.runs_after_first_alone(wanted.len()),
        wanted,
        "{:#?}",
        done.runs
    );
}

#[test]
fn without_a_task_no_test_runs_alone() {
    let answers = [PLAN.to_owned(), answer(DOUBLE), PLAN.to_owned(), answer(HALF)];
    let options = RunOptions {
        task: None,
        ..with_task()
    };
    let done = repair(UNITTEST, &answers, &options);
    assert_eq!(done.report.outcome, Outcome::Fixed, "{:#?}", done.report);
    assert!(done.runs.iter().all(|run| run == WHOLE), "{:?}", done.runs);
}

#[test]
fn a_command_without_a_selection_runs_as_a_whole() {
    let answers = [PLAN.to_owned(), answer(DOUBLE), PLAN.to_owned(), answer(HALF)];
    let command = ["sh", "-c", "python3 -B -m unittest -q"];
    let done = repair(&command, &answers, &with_task());
    assert_eq!(done.report.outcome, Outcome::Fixed, "{:#?}", done.report);
    assert!(done.runs.iter().all(|run| run == WHOLE), "{:?}", done.runs);
}

#[test]
fn a_test_that_passes_alone_is_judged_by_the_whole_command() {
    let wrong = "    return a // 2 - len(seen)";
    let source = format!(
        "seen = []\n\n\ndef double(a):\n    seen.append(a)\n    return a * 2\n\n\ndef half(a):\n{wrong}\n"
    );
    let answers = [PLAN.to_owned(), answer((wrong, HALF.1))];
    let done = repair_source(&source, UNITTEST, &answers, &with_task());
    assert_eq!(done.report.outcome, Outcome::Fixed, "{:#?}", done.report);
    assert_eq!(
        done.runs_after_first_alone(2),
        ["test_sums.SumsTest.test_half", WHOLE]
    );
}
