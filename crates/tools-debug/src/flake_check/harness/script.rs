//! Jest and Vitest, by the JSON report that both write.

use serde::Deserialize;
use unbreak_core::{Command, Completed, ToolError};

use super::super::outcome::{Outcome, TestResult};
use super::super::setting::Order;
use super::{Files, Harness, Orders, any_of, position};

enum Script {
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

pub(super) fn recognise(command: &Command) -> Option<Box<dyn Harness>> {
    let is = |names: &[&str]| position(command, names).is_some();
    let runner = match () {
        () if is(&["jest", "jest.js"]) => Script::Jest,
        () if is(&["vitest", "vitest.mjs"]) => Script::Vitest,
        () => return None,
    };
    Some(Box::new(runner))
}

impl Harness for Script {
    fn orders(&self) -> Orders {
        Orders::Shuffled
    }

    fn prepare(&self, command: &mut Command, order: &Order, files: &Files) -> Result<(), ToolError> {
        let report = files.report();
        let report = report.to_string_lossy();
        let mut options = match self {
            Self::Jest => vec!["--json".to_owned()],
            Self::Vitest => vec!["--reporter=default".to_owned(), "--reporter=json".to_owned()],
        };
        options.push(format!("--outputFile={report}"));
        match (self, order) {
            (_, Order::Free) => {}
            (Self::Jest, Order::Natural | Order::Reversed) => {}
            (Self::Vitest, Order::Natural | Order::Reversed) => {
                options.push("--sequence.shuffle.tests=false".to_owned());
            }
            (Self::Jest, Order::Shuffled(seed)) => {
                options.extend(["--randomize".to_owned(), format!("--seed={seed}")]);
            }
            (Self::Vitest, Order::Shuffled(seed)) => options.extend([
                "--sequence.shuffle.tests".to_owned(),
                format!("--sequence.seed={seed}"),
            ]),
            (_, Order::Exactly(tests)) => {
                // Both match the titles, joined by spaces.
                let titles = tests.iter().filter_map(|test| test.split_once(SEPARATOR));
                let titles: Vec<String> = titles.map(|(_, titles)| titles.replace(SEPARATOR, " ")).collect();
                let titles = titles.iter().map(String::as_str);
                options.push(format!("--testNamePattern={}", any_of(titles)));
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
