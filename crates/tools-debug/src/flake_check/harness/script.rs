//! Jest and Vitest, by the JSON report that both write.

use serde::Deserialize;
use unbreak_core::{Command, Completed, TestSelection, ToolError};

use super::super::outcome::{Outcome, TestResult};
use super::super::setting::Order;
use super::{Files, Harness, Orders};

struct Script {
    selection: TestSelection,
    runner: Runner,
}

#[derive(Clone, Copy)]
enum Runner {
    Jest,
    Vitest,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    test_results: Vec<File>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct File {
    name: String,
    #[serde(default)]
    assertion_results: Vec<Test>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Test {
    #[serde(default)]
    ancestor_titles: Vec<String>,
    title: String,
    status: String,
}

pub(super) fn recognise(selection: TestSelection) -> Option<Box<dyn Harness>> {
    let runner = match selection.runner() {
        "jest" => Runner::Jest,
        "vitest" => Runner::Vitest,
        _ => return None,
    };
    Some(Box::new(Script { selection, runner }))
}

impl Harness for Script {
    fn orders(&self) -> Orders {
        Orders::Shuffled
    }

    fn prepare(&self, command: &mut Command, order: &Order, files: &Files) -> Result<(), ToolError> {
        let report = files.report();
        let report = report.to_string_lossy();
        let mut options = match self.runner {
            Runner::Jest => vec!["--json".to_owned()],
            Runner::Vitest => vec!["--reporter=default".to_owned(), "--reporter=json".to_owned()],
        };
        options.push(format!("--outputFile={report}"));
        match (self.runner, order) {
            (_, Order::Free) => {}
            (Runner::Jest, Order::Natural | Order::Reversed) => {}
            (Runner::Vitest, Order::Natural | Order::Reversed) => {
                options.push("--sequence.shuffle.tests=false".to_owned());
            }
            (Runner::Jest, Order::Shuffled(seed)) => {
                options.extend(["--randomize".to_owned(), format!("--seed={seed}")]);
            }
            (Runner::Vitest, Order::Shuffled(seed)) => options.extend([
                "--sequence.shuffle.tests".to_owned(),
                format!("--sequence.seed={seed}"),
            ]),
            (_, Order::Exactly(tests)) => {
                // Both match the titles, without the file.
                let titles = tests.iter().filter_map(|test| test.split_once(SEPARATOR));
                self.selection.restrict(command, titles.map(|(_, titles)| titles));
            }
        }
        command.args.extend(options);
        Ok(())
    }

    fn results(&self, _completed: &Completed, files: &Files) -> Option<Vec<TestResult>> {
        let text = std::fs::read(files.report()).ok()?;
        let report: Report = serde_json::from_slice(&text).ok()?;
        let results = report.test_results.iter().flat_map(|file| {
            let name = std::path::Path::new(&file.name);
            let name = name
                .strip_prefix(&files.root)
                .unwrap_or(name)
                .to_string_lossy()
                .into_owned();
            file.assertion_results.iter().map(move |test| result(&name, test))
        });
        Some(results.collect())
    }
}

/// Between a file, the titles of suites, and the title of a test.
const SEPARATOR: &str = " > ";

fn result(file: &str, test: &Test) -> TestResult {
    let outcome = match test.status.as_str() {
        "passed" => Outcome::Passed,
        "failed" => Outcome::Failed,
        _ => Outcome::Unknown,
    };
    let titles = test
        .ancestor_titles
        .iter()
        .chain([&test.title])
        .map(String::as_str);
    let name: Vec<&str> = std::iter::once(file).chain(titles).collect();
    TestResult::new(name.join(SEPARATOR), outcome)
}
