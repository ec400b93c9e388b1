//! pytest, through a plug-in that the environment names: it is found below `make`, a shell or
//! `python -m` as well, and no argument is touched.

use serde::Deserialize;
use serde_json::json;
use unbreak_core::{Command, Completed, ToolError};

use super::super::outcome::{Outcome, TestResult};
use super::super::setting::Order;
use super::{Files, Harness, Orders};
use crate::startup::set;

pub(super) struct Pytest;

const PLUGIN: &str = "unbreak_flake_pytest";

#[derive(Deserialize)]
struct Line {
    test: String,
    outcome: String,
}

impl Harness for Pytest {
    fn orders(&self) -> Orders {
        Orders::Any
    }

    fn prepare(&self, command: &mut Command, order: &Order, files: &Files) -> Result<(), ToolError> {
        let mut options = format!("-p {PLUGIN}");
        let order = match order {
            Order::Free => None,
            Order::Natural => Some(json!({})),
            Order::Reversed => Some(json!({ "reversed": true })),
            Order::Shuffled(seed) => Some(json!({ "shuffled": seed })),
            Order::Exactly(tests) => {
                let file = files.write("tests.json", &json!(tests).to_string())?;
                Some(json!({ "exactly": file }))
            }
        };
        if let Some(order) = order {
            // Plug-ins that shuffle would do so afterwards.
            options.push_str(" -p no:randomly -p no:random_order");
            set(command, "UNBREAK_FLAKE_ORDER", order.to_string());
        }
        if let Ok(inherited) = std::env::var("PYTEST_ADDOPTS") {
            options = format!("{inherited} {options}");
        }
        set(command, "PYTEST_ADDOPTS", options);
        set(
            command,
            "UNBREAK_FLAKE_RESULTS",
            files.report().to_string_lossy().into_owned(),
        );
        Ok(())
    }

    fn results(&self, _completed: &Completed, files: &Files) -> Option<Vec<TestResult>> {
        let text = std::fs::read_to_string(files.report()).ok()?;
        let lines = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let result = |line: Line| {
            let outcome = match line.outcome.as_str() {
                "passed" => Outcome::Passed,
                "failed" => Outcome::Failed,
                _ => Outcome::Unknown,
            };
            TestResult::new(line.test, outcome)
        };
        Some(lines.map(result).collect())
    }

    fn is_refused(&self, completed: &Completed) -> bool {
        let said = |output: &[u8]| String::from_utf8_lossy(output).contains(PLUGIN);
        !completed.exit.is_success() && (said(&completed.stderr) || said(&completed.stdout))
    }
}
