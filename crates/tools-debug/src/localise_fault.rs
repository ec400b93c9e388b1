//! `localise_fault`: where the fault is likely to be, by comparing the code that failing and
//! passing tests run.

mod spectrum;

use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Command, Descriptor, Diagnostic, ExitState, RelPath, ToolContext, ToolError};

use self::spectrum::{Function, Outcome, Spectrum, Suspect};
use crate::describe::describe;
use crate::experiment::experiment;
use crate::failure::Failure;
use crate::{startup, subject};

static DESCRIPTOR: Descriptor = describe(
    "localise_fault",
    "ranks functions and lines that failing tests run and passing tests do not",
    DOCS,
    &[],
);

const DOCS: &str = "\
# What it does
Runs the command once and records which lines each test ran. Lines that failing tests run and passing
tests do not are suspicious (Ochiai's coefficient), and more so in functions that were called right
before the failure. Functions of tests are excluded, and so is code that runs only to describe or clean
up after a failure. Run passing tests together with the failing one: without them, all lines that it
runs are equally suspicious.

Coverage is recorded for pytest and unittest, without any package. For other runners, only the stack of
the failure is ranked, the innermost frame first.

# Safety
The program is not edited. The hook is in a scratch directory and is passed through the environment.";

/// Spectrum-based localisation.
#[derive(Debug, Clone, Copy)]
pub struct LocaliseFault;

experiment!(LocaliseFault: Input => localise, output_schema);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// Program and arguments.
    #[schemars(length(min = 1))]
    command: Vec<String>,
    /// Seconds that one run may take.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    timeout_seconds: Option<f64>,
    /// The most places shown.
    #[serde(default)]
    #[schemars(range(min = 1), extend("default" = LIMIT))]
    limit: Option<usize>,
    /// Rank by coverage alone, without the functions called right before the failures.
    #[serde(default)]
    without_trace: bool,
}

#[derive(Debug, Serialize)]
struct Output {
    exit: ExitState,
    /// The most suspicious first.
    suspects: Vec<Place>,
    /// The basis of the ranking.
    basis: Basis,
    passed: usize,
    failed: usize,
    failing_tests: Vec<String>,
    note: String,
}

/// The data that a ranking rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Basis {
    CoverageAndTrace,
    Trace,
    Nothing,
}

/// A suspicious place.
#[derive(Debug, Serialize)]
struct Place {
    file: String,
    line: u32,
    function: Option<String>,
    score: f64,
    ochiai: Option<f64>,
    trace: f64,
    why: String,
}

/// The default number of functions shown.
const LIMIT: usize = 10;

fn output_schema() -> Value {
    let place = json!({
        "file": { "type": "string" }, "line": { "type": "integer" },
        "function": { "type": ["string", "null"] }, "score": { "type": "number" },
        "ochiai": { "type": ["number", "null"] }, "trace": { "type": "number" }, "why": { "type": "string" },
    });
    json!({
        "type": "object",
        "properties": {
            "exit": { "description": "how the command ended" },
            "suspects": { "type": "array", "items": { "type": "object", "properties": place } },
            "basis": { "enum": ["coverage_and_trace", "trace", "nothing"] },
            "passed": { "type": "integer" },
            "failed": { "type": "integer" },
            "failing_tests": { "type": "array", "items": { "type": "string" } },
            "note": { "type": "string" },
        },
        "required": ["exit", "suspects", "basis", "passed", "failed", "note"],
    })
}

async fn localise(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    let command = subject::command(&input.command, input.timeout_seconds)?;
    let watched = Watched::new(command, context.workspace.root(), context.scratch()?)?;
    context.tell(&format!("noting what each test runs: {}", watched.command));
    let completed = subject::run(context.runner, &watched.command).await?;
    let failure = Failure::of(&watched.command, &completed, context.reader()?);
    let mut spectrum = watched.spectrum();
    if input.without_trace {
        spectrum.forget_traces();
    }
    let mut output = Output {
        exit: completed.exit,
        suspects: spectrum
            .rank(is_suspect)
            .iter()
            .map(|one| place(&spectrum, one))
            .collect(),
        basis: Basis::CoverageAndTrace,
        passed: spectrum.count(Outcome::Passed),
        failed: spectrum.count(Outcome::Failed),
        failing_tests: spectrum.failing().map(str::to_owned).collect(),
        note: String::new(),
    };
    if output.suspects.is_empty() {
        output.suspects = failure
            .iter()
            .flat_map(|failure| stack(&failure.errors))
            .collect();
        output.basis = if output.suspects.is_empty() {
            Basis::Nothing
        } else {
            Basis::Trace
        };
    }
    output.suspects.truncate(input.limit.unwrap_or(LIMIT));
    output.note = output.explain(failure.is_some());
    Ok(output)
}

/// A function that is not one of the tests themselves.
fn is_suspect(function: &Function) -> bool {
    !is_test(&function.0) && function.1 != "<module>"
}

fn is_test(file: &str) -> bool {
    let name = Path::new(file).file_name().and_then(|name| name.to_str());
    name == Some("conftest.py") || RelPath::new(file).is_ok_and(|file| is_test_file(&file))
}

fn place(spectrum: &Spectrum, suspect: &Suspect) -> Place {
    let Function(file, name) = &spectrum.functions[suspect.function];
    let is_near = if suspect.trace >= 0.5 {
        ", and called right before the failure"
    } else {
        ""
    };
    Place {
        file: file.clone(),
        line: suspect.line,
        function: Some(name.clone()),
        score: suspect.score,
        ochiai: Some(suspect.ochiai),
        trace: suspect.trace,
        why: format!(
            "run by failing tests more than by passing ones ({:.2}){is_near}",
            suspect.ochiai
        ),
    }
}

/// The user's own frames of the errors, the innermost first, or without any the places that the errors name.
fn stack(errors: &[Diagnostic]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for error in errors {
        let own = error.frames.iter().rev().filter(|frame| frame.in_workspace);
        let frames = own.map(|frame| (&frame.location, frame.function.clone()));
        let named = std::iter::once((&error.location, None));
        let mut score = 1.0;
        for (location, function) in frames.chain(named) {
            let (Some(file), Some(line)) = (&location.file, location.line) else {
                continue;
            };
            let is_known =
                |place: &Place| &place.file == file && (place.line == line || place.function == function);
            if is_test(file) || places.iter().any(is_known) {
                continue;
            }
            places.push(Place {
                file: file.clone(),
                line,
                function,
                score,
                ochiai: None,
                trace: score,
                why: "on the stack of the failure".to_owned(),
            });
            score /= 2.0;
        }
    }
    places.sort_by(|a, b| b.score.total_cmp(&a.score));
    places
}

impl Output {
    fn explain(&self, fails: bool) -> String {
        match self.basis {
            _ if !fails => "the command passes, so there is nothing to find".to_owned(),
            Basis::Nothing => "neither coverage nor a stack was to be had".to_owned(),
            Basis::Trace => {
                "no coverage was to be had, so the stack of the failure alone is ranked".to_owned()
            }
            Basis::CoverageAndTrace if self.passed == 0 => {
                "no test passes, so every line that the failing ones run is as suspicious: run more tests"
                    .to_owned()
            }
            Basis::CoverageAndTrace => format!(
                "by what {} failing tests ran and {} passing ones did not",
                self.failed, self.passed
            ),
        }
    }
}

/// A command whose tests are watched.
struct Watched {
    command: Command,
    /// The directory in which processes write their records.
    records: PathBuf,
}

/// Code that Python runs when it starts.
const START: &str = "import unbreak_coverage\n\nunbreak_coverage.watch_unittest()\n";

/// The modules that it loads, and pytest's.
const HOOKS: [(&str, &str); 2] = [
    (
        "unbreak_coverage.py",
        include_str!("localise_fault/unbreak_coverage.py"),
    ),
    (
        "unbreak_pytest.py",
        include_str!("localise_fault/unbreak_pytest.py"),
    ),
];

impl Watched {
    /// # Errors
    /// When the scratch directory cannot be written.
    fn new(mut command: Command, root: &Path, scratch: &Path) -> Result<Self, ToolError> {
        let (hooks, records) = (scratch.join("hooks"), scratch.join("records"));
        startup::create(&records)?;
        for (name, text) in HOOKS {
            startup::write(&hooks, name, text)?;
        }
        startup::python(&mut command, &hooks, START)?;
        let real = root.canonicalize().unwrap_or_else(|_| root.to_owned());
        for (name, value) in [
            ("UNBREAK_COVERAGE_ROOT", &real),
            ("UNBREAK_COVERAGE_OUT", &records),
        ] {
            startup::set(&mut command, name, value.to_string_lossy());
        }
        startup::prepend(&mut command, "PYTEST_PLUGINS", ",", "unbreak_pytest");
        Ok(Self { command, records })
    }

    /// The combined records of all processes.
    fn spectrum(&self) -> Spectrum {
        let entries = std::fs::read_dir(&self.records).into_iter().flatten().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        files.sort();
        let read = |file: &PathBuf| serde_json::from_slice::<Spectrum>(&std::fs::read(file).ok()?).ok();
        Spectrum::merged(files.iter().filter_map(read))
    }
}
