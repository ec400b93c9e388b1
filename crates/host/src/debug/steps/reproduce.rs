//! Reproduces the failure, and measures how often it occurs.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::session::{Input, Place, Reproduction};
use unbreak_core::{Diagnostic, RelPath, Signature};

use super::super::{Advance, Debugger};
use crate::error::AgentError;

/// Further runs to measure how often it occurs: together with the earlier ones, a failure of every second run
/// shows in 98 of 100 cases.
const RUNS: u32 = 3;

impl Debugger<'_> {
    pub(in crate::debug) async fn reproduce(&mut self) -> Result<Advance, AgentError> {
        let mut more = json!({ "attempts": Reproduction::ATTEMPTS });
        if let Some(expected) = &self.saved.setup.expected {
            more["expected"] = json!(expected);
        }
        let seen = self.call("repro_attempt", more).await?;
        let flakiness = self.call("flake_check", json!({ "runs": RUNS })).await?;
        let is_steady = flakiness["failures"]["count"] == json!(RUNS);
        let reproduction = self.describe(&seen).await?;
        self.keep(|evidence| evidence.flakiness = Some(flakiness))?;
        let is_chance = reproduction.holds() && !is_steady;
        self.tell(Input::Reproduced(reproduction))?;
        if is_chance {
            let question = "it failed three times of three, and passed in further runs: does the failure \
                            depend on the environment?";
            self.tell(Input::Asked {
                question: question.to_owned(),
            })?;
        }
        Ok(Advance::Moved)
    }

    /// Describes a failure: one more run gives its frames.
    async fn describe(&self, seen: &Value) -> Result<Reproduction, AgentError> {
        let count =
            |name: &str| u32::try_from(seen["matches"][name].as_u64().unwrap_or_default()).unwrap_or(0);
        let expected = &seen["expected"];
        let mut reproduction = Reproduction {
            matches: count("count"),
            attempts: count("of"),
            message: expected["message"]
                .as_str()
                .unwrap_or("it fails without a word")
                .to_owned(),
            signature: None,
            tests: BTreeSet::new(),
            test_files: BTreeSet::new(),
            frames: Vec::new(),
            places: Vec::new(),
        };
        if reproduction.matches == 0 {
            reproduction.message = "it passes".to_owned();
            return Ok(reproduction);
        }
        let traced = self.call("run_with_tracing", json!({ "lines": 0 })).await?;
        let errors: Vec<Diagnostic> = serde_json::from_value(traced["errors"].clone()).unwrap_or_default();
        errors.iter().for_each(|error| learn(&mut reproduction, error));
        Ok(reproduction)
    }
}

fn learn(reproduction: &mut Reproduction, error: &Diagnostic) {
    if reproduction.signature.is_none() {
        reproduction.signature = Some(Signature::of(error));
    }
    reproduction.tests.extend(error.test.clone());
    let named = error.test.as_deref().and_then(|test| test.split("::").next());
    let frames = error.frames.iter().filter(|frame| frame.in_workspace);
    let files = frames.clone().filter_map(|frame| frame.location.file.as_deref());
    let files = files.chain(error.location.file.as_deref()).chain(named);
    let is_test = |file: &&str| RelPath::new(file).is_ok_and(|file| is_test_file(&file));
    reproduction
        .test_files
        .extend(files.filter(is_test).map(str::to_owned));
    for frame in frames {
        let (Some(file), Some(line)) = (frame.location.file.clone(), frame.location.line) else {
            continue;
        };
        let function = frame.function.clone();
        let name = format!("{file}:{}", function.as_deref().unwrap_or_default());
        if !reproduction.frames.contains(&name) {
            reproduction.frames.push(name);
        }
        add_place(reproduction, file, line, function);
    }
    if let (Some(file), Some(line)) = (error.location.file.clone(), error.location.line) {
        add_place(reproduction, file, line, None);
    }
}

/// Adds places outside of the tests, inner ones before outer ones.
fn add_place(reproduction: &mut Reproduction, file: String, line: u32, function: Option<String>) {
    let is_known = |place: &Place| place.file == file && (place.line == line || place.function == function);
    let is_test = RelPath::new(&file).is_ok_and(|file| is_test_file(&file));
    if !is_test && !reproduction.places.iter().any(is_known) {
        let place = Place {
            file,
            line,
            function,
            score: None,
            why: "the failure shows itself there".to_owned(),
        };
        reproduction.places.insert(0, place);
    }
}
