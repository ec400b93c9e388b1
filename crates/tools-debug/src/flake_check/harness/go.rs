//! `go test`, by its JSON report.

use serde::Deserialize;
use unbreak_core::{Command, Completed, TestSelection, ToolError};

use super::super::outcome::{Outcome, TestResult};
use super::super::setting::Order;
use super::{Files, Harness, Orders};

struct Go(TestSelection);

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Event {
    action: String,
    #[serde(default)]
    package: String,
    #[serde(default)]
    test: String,
}

pub(super) fn recognise(selection: TestSelection) -> Option<Box<dyn Harness>> {
    (selection.runner() == "go").then(|| Box::new(Go(selection)) as Box<dyn Harness>)
}

impl Harness for Go {
    fn orders(&self) -> Orders {
        Orders::Shuffled
    }

    fn prepare(&self, command: &mut Command, order: &Order, _files: &Files) -> Result<(), ToolError> {
        // A cached result does not count.
        let mut options = vec!["-json".to_owned(), "-count=1".to_owned()];
        match order {
            Order::Free => {}
            Order::Natural | Order::Reversed => options.push("-shuffle=off".to_owned()),
            Order::Shuffled(seed) => options.push(format!("-shuffle={seed}")),
            Order::Exactly(tests) => {
                options.push("-shuffle=off".to_owned());
                self.0.restrict(command, tests.iter().map(String::as_str));
            }
        }
        let at = self.0.after_call();
        command.args.splice(at..at, options);
        Ok(())
    }

    fn results(&self, completed: &Completed, _files: &Files) -> Option<Vec<TestResult>> {
        let text = completed.stdout_text();
        let events = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Event>(line).ok());
        // The parts of a test are in its result.
        let tests = events.filter(|event| !event.test.is_empty() && !event.test.contains('/'));
        let results: Vec<_> = tests.filter_map(|event| result(&event)).collect();
        (!results.is_empty()).then_some(results)
    }
}

fn result(event: &Event) -> Option<TestResult> {
    let outcome = match event.action.as_str() {
        "run" | "skip" => Outcome::Unknown,
        "pass" => Outcome::Passed,
        "fail" => Outcome::Failed,
        _ => return None,
    };
    Some(TestResult::new(
        format!("{} {}", event.package, event.test),
        outcome,
    ))
}
