//! The question to TypeScript's language service, and how it is put.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Diagnostic, FixContext, RelPath, StrategyError};

use super::answer::Answer;
use super::kinds;
use crate::invocation::Invocation;

/// The program that runs in Node.
const PROGRAM: &str = include_str!("typescript.cjs");

/// How long it may search for a sequence of fixes; loading TypeScript comes on top.
const BUDGET: Duration = Duration::from_secs(6);

/// How long all of it may take.
const LIMIT: Duration = Duration::from_secs(60);

/// Programs that are given the compiler's own arguments.
const COMPILERS: &[&str] = &["tsc", "vue-tsc", "tsgo", "svelte-check"];

#[derive(Debug, Serialize)]
struct Request {
    /// Where the command runs, absolute.
    directory: String,
    /// The compiler's arguments.
    arguments: Vec<String>,
    /// A file of the project, for when the arguments do not name one.
    near: Option<String>,
    /// Directories in whose `node_modules` a TypeScript may be.
    libraries: Vec<String>,
    budget_ms: u128,
    /// How much each code fix presumes.
    ranks: BTreeMap<&'static str, Option<u8>>,
    /// How much one presumes that is not listed.
    unknown_rank: u8,
}

/// Asks for the code fixes of every error of the project that the command checks.
pub(super) async fn ask(diagnostic: &Diagnostic, context: &FixContext<'_>) -> Result<Answer, StrategyError> {
    let root = context.workspace.root();
    let directory = context.command.directory.as_ref().map_or("", RelPath::as_str);
    let request = Request {
        directory: root.join(directory).to_string_lossy().into_owned(),
        arguments: compiler_arguments(context),
        near: diagnostic
            .file()
            .map(|file| root.join(file).to_string_lossy().into_owned()),
        libraries: context
            .tools
            .map(|tools| tools.join("typescript").to_string_lossy().into_owned())
            .into_iter()
            .collect(),
        budget_ms: BUDGET.as_millis(),
        ranks: kinds::ranks(),
        unknown_rank: kinds::UNKNOWN,
    };
    let request = serde_json::to_string(&request).map_err(|error| other(&error))?;
    let mut command = Command::new("node", ["-".to_owned(), request]);
    command.directory.clone_from(&context.command.directory);
    command.stdin = Some(PROGRAM.to_owned());
    command.timeout = Some(LIMIT);
    let completed = match context.runner.run(&command).await {
        // A machine without Node prints like tsc all the same: a native compiler, a captured log.
        Err(CapabilityError::Start { .. }) => return Ok(Answer::default()),
        completed => completed?,
    };
    if !completed.exit.is_success() {
        let said = String::from_utf8_lossy(&completed.stderr);
        let reason = said
            .lines()
            .rfind(|line| line.contains("Error"))
            .unwrap_or_default();
        return Err(StrategyError::Other(format!(
            "TypeScript's language service ended with {}: {reason}",
            completed.exit
        )));
    }
    serde_json::from_slice(&completed.stdout).map_err(|error| other(&error))
}

/// The arguments that the user's command gives to the compiler, as far as it shows them.
fn compiler_arguments(context: &FixContext<'_>) -> Vec<String> {
    let invocations = Invocation::all(context.command, context.workspace);
    let compiler = invocations
        .into_iter()
        .find(|invocation| COMPILERS.contains(&invocation.program_name()));
    compiler.map(|compiler| compiler.args).unwrap_or_default()
}

fn other(error: &serde_json::Error) -> StrategyError {
    StrategyError::Other(format!("the language service's answer cannot be read: {error}"))
}
