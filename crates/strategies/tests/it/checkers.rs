//! The commands that `lint_fix` runs in a copy of the project, for the commands of users that only check.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Completed, Diagnostic, ErrorType, ExitState, Runner, Severity};

use super::case::{Question, analysis, strategy};
use super::project::{Files, Project, tree};

/// Keeps the commands and runs none of them.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<String>>>);

#[async_trait]
impl Runner for Recorder {
    async fn run(&self, command: &Command) -> Result<Completed, CapabilityError> {
        let words: Vec<&str> = command.words().collect();
        self.0.lock().unwrap().push(words.join(" "));
        Ok(Completed {
            exit: ExitState::Code(0),
            stdout: Vec::new(),
            stderr: Vec::new(),
            truncated: false,
            duration: Duration::ZERO,
        })
    }

    fn elsewhere(&self, _directory: &Path) -> Result<Box<dyn Runner>, CapabilityError> {
        Ok(Box::new(self.clone()))
    }
}

/// The commands that run in the copy when a command of this project fails without a known diagnostic.
fn run_in_the_copy(files: Files<'_>, command: &str) -> Vec<String> {
    let tree = tree(files);
    let mut words = command.split_whitespace();
    let command = Command::new(words.next().unwrap(), words);
    let diagnostics = [Diagnostic::new(ErrorType::Unknown, Severity::Error, "it fails")];
    let strategy = strategy("lint_fix");
    let question = Question {
        tree: &tree,
        command: &command,
        diagnostics: &diagnostics,
        output: "",
    };
    let recorder = Recorder::default();
    let analysis = analysis(&*strategy, &diagnostics, "");
    question.fixes(&*strategy, &analysis, &recorder).unwrap();
    let commands = recorder.0.lock().unwrap();
    commands.clone()
}

#[derive(Deserialize)]
struct Fixer {
    tools: Vec<String>,
    #[serde(default)]
    add: Vec<String>,
    examples: Vec<[String; 2]>,
}

#[derive(Deserialize)]
struct Fixers {
    fixer: Vec<Fixer>,
}

#[test]
fn every_example_of_a_checker_becomes_the_command_that_writes() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixers.toml");
    let fixers: Fixers = toml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    for fixer in fixers.fixer {
        assert!(!fixer.examples.is_empty(), "{:?} has no example", fixer.tools);
        for [checks, writes] in &fixer.examples {
            let tool = checks.split(' ').next().unwrap();
            assert!(fixer.tools.iter().any(|name| name == tool), "{checks}");
            assert_eq!(run_in_the_copy(&[], checks), [writes.as_str()], "{checks}");
            let again = run_in_the_copy(&[], writes);
            assert!(
                fixer.add.is_empty() || again.is_empty(),
                "{writes} writes already"
            );
        }
    }
}

const MAKEFILE: &str = "\
PYTHON ?= python3
FILES = src \\
    tests

.PHONY: all lint
all: lint test  # everything

lint: format
\t@$(PYTHON) -m yapf --diff -r $(FILES)
\t-black --check $(FILES)

format:
\tshfmt -d ${FILES}

test:
\t$(MAKE) unit

unit:
\tisort --check-only tests

%.o: %.c
\tclang-format --dry-run --Werror $<

first: src/a.py
\tblack --check $<
";

#[test]
fn a_recipe_has_the_values_of_variables_and_the_recipes_of_what_it_needs() {
    let commands = |command: &str| run_in_the_copy(&[("Makefile", MAKEFILE)], command);
    let lint = [
        "python3 -m yapf -i -r src tests",
        "black src tests",
        "shfmt -w src tests",
    ];
    let unit = "isort tests";
    assert_eq!(commands("make lint"), lint);
    assert_eq!(commands("make test"), [unit]);
    assert_eq!(commands("make"), [lint[0], lint[1], unit, lint[2]]);
    for target in ["a.o", "first"] {
        assert_eq!(commands(&format!("make {target}")), [""; 0]);
    }
}

/// A tree finds the parent of a node from its root, so that each walk upwards takes the square of its depth.
#[test]
fn a_script_that_no_one_writes_is_not_read() {
    let said = "\n/home/dev/project/main.js\n  1:1  error  Unexpected 'debugger' statement  no-debugger\n\n✖ 1 problem (1 error, 0 warnings)\n";
    let proposals = |calls: usize| {
        let text = format!("debugger;\nx{};\n", ".then(f)".repeat(calls));
        Project::new(&[("main.js", &text)], "eslint main.js").fixes("lint_fix", said)
    };
    assert_eq!(proposals(100).len(), 1);
    assert_eq!(proposals(200), []);
}
