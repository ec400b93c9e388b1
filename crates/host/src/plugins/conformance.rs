//! The conformance kit: requirements for every plug-in, no matter who wrote it.

mod cost;
mod examples;
mod robust;
mod world;

use std::path::Path;
use std::time::Duration;

use unbreak_core::DebugTool as _;

use super::assemble::{Plugins, load_one};
use super::discover::Candidate;
use super::grant::Grants;
use super::load::LoadOptions;
use super::trust::{Isolation, Trusted};
use crate::runner::CancelToken;

/// The subject of the checks.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The plug-in. All capabilities in its manifest are granted.
    pub candidate: &'a Candidate,
    /// Where its library runs during the checks.
    pub isolation: Isolation,
    /// How it is loaded.
    pub options: &'a LoadOptions,
    /// An empty directory for the files of examples.
    pub scratch: &'a Path,
    /// Ends the commands of examples.
    pub cancel: &'a CancelToken,
}

/// The result of one check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The requirement.
    pub name: String,
    /// Whether it is met; otherwise the difference.
    pub outcome: Result<(), String>,
}

/// The results of all checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Each check, in the order in which they were made.
    pub checks: Vec<Check>,
    /// The median time of a call that carries a log of 64 KiB to a parser of a library.
    pub call: Option<Duration>,
}

impl Check {
    fn new(name: impl Into<String>, outcome: Result<(), String>) -> Self {
        Self {
            name: name.into(),
            outcome,
        }
    }
}

/// Loads a plug-in and tries it. Needs a tokio runtime with its I/O and time drivers enabled.
pub async fn check(subject: Subject<'_>) -> Checked {
    let manifest = &subject.candidate.manifest;
    let trusted = Trusted {
        id: manifest.id.clone(),
        path: subject.candidate.path.clone(),
        sha256: subject.candidate.sha256.clone(),
        isolation: subject.isolation,
        granted: manifest.capabilities.iter().cloned().collect::<Grants>(),
    };
    let loads = "it is loaded, and holds what its manifest names";
    let plugins = match load_one(subject.candidate, &trusted, subject.options) {
        Ok(plugins) => plugins,
        Err(error) => {
            let failed = Check::new(loads, Err(error.kind().to_string()));
            return Checked {
                checks: vec![failed],
                call: None,
            };
        }
    };
    let mut checks = vec![Check::new(loads, Ok(()))];
    each(&plugins, &subject, &mut checks).await;
    let mut call = None;
    if let Some(instance) = &plugins.instance {
        call = cost::of_call(instance).ok().flatten();
        checks.push(Check::new(
            "what makes no sense does not crash it",
            robust::garbage(instance),
        ));
        checks.push(Check::new(
            "an interrupted call ends",
            robust::interrupt(instance),
        ));
    }
    Checked { checks, call }
}

async fn each(plugins: &Plugins, subject: &Subject<'_>, checks: &mut Vec<Check>) {
    for parser in &plugins.parsers {
        let id = &parser.descriptor().id;
        let hold = format!("parser {id}: its examples hold");
        checks.push(Check::new(hold, examples::of_parser(parser)));
        let cut = format!("parser {id}: the same is found however the output is cut, and each time");
        checks.push(Check::new(cut, robust::cut(parser)));
    }
    for strategy in &plugins.strategies {
        let hold = format!(
            "strategy {}: its examples hold, each time, and what it proposes stays in the workspace",
            strategy.descriptor().id
        );
        let outcome = examples::of_strategy(&**strategy, subject).await;
        checks.push(Check::new(hold, outcome));
    }
    for tool in &plugins.tools {
        let hold = format!("tool {}: its examples hold", tool.descriptor().id);
        let outcome = examples::of_tool(&**tool, subject).await;
        checks.push(Check::new(hold, outcome));
    }
}
