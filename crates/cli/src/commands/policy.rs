//! `unbreak policy`

use std::fs;
use std::io::Read as _;
use std::path::PathBuf;

use clap::Subcommand;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use unbreak_core::policy::retry::{
    ClassifyInput, DecisionInput, Exchange, FailureRecord, RepairInstruction, classify,
};
use unbreak_core::redact;

use super::tool::print;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::terminal;

/// Classifies failures, decides about retries and writes repair instructions, with JSON in and out, so that
/// programs in any language can use the policy.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak policy classify failure.json > record.json")]
pub struct PolicyArgs {
    #[command(subcommand)]
    operation: Operation,
}

#[derive(Debug, Subcommand)]
enum Operation {
    /// Give a failure its kind and a stable signature.
    Classify(InputArgs),
    /// Say whether to retry, escalate or stop, and return the memory for the next decision.
    Decide(InputArgs),
    /// Say what the next attempt must do differently.
    Repair(InputArgs),
}

#[derive(Debug, clap::Args)]
struct InputArgs {
    /// Print the JSON schema of the input and exit.
    #[arg(long)]
    schema: bool,
    /// The input as JSON; standard input if it is missing or `-`.
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &PolicyArgs) -> Result<ExitCode, CliError> {
    let (exchange, input) = match &args.operation {
        Operation::Classify(input) => (Exchange::Classify, input),
        Operation::Decide(input) => (Exchange::Decide, input),
        Operation::Repair(input) => (Exchange::Repair, input),
    };
    if input.schema {
        print(&exchange.input().schema)?;
        return Ok(ExitCode::Passes);
    }
    print(&answer(exchange, &text(input)?)?)?;
    Ok(ExitCode::Passes)
}

/// What the policy says to an input, which is JSON.
///
/// # Errors
/// When the input does not fit; the error shows a valid one.
pub(crate) fn answer(exchange: Exchange, text: &str) -> Result<Value, CliError> {
    match exchange {
        Exchange::Classify => {
            let record = classify(&read::<ClassifyInput>(exchange, text)?);
            json(&record.map_err(|error| invalid(exchange, &error.to_string()))?)
        }
        Exchange::Decide => json(&read::<DecisionInput>(exchange, text)?.decided()),
        _ => json(&RepairInstruction::of(&read::<FailureRecord>(exchange, text)?)),
    }
}

fn text(input: &InputArgs) -> Result<String, CliError> {
    let unreadable =
        |name: &str, error| CliError::usage(format!("{name} could not be read")).caused_by(&error);
    match &input.file {
        Some(file) if file.as_os_str() != "-" => {
            fs::read_to_string(file).map_err(|error| unreadable(&file.display().to_string(), error))
        }
        _ => {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            read.map_err(|error| unreadable("standard input", error))?;
            Ok(text)
        }
    }
}

fn read<T: DeserializeOwned>(exchange: Exchange, text: &str) -> Result<T, CliError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value: T = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let said = error.inner().to_string();
        match path.as_str() {
            "." => invalid(exchange, &said),
            path => invalid(exchange, &format!("{path}: {said}")),
        }
    })?;
    let rest = reader.end().map_err(|error| error.to_string());
    rest.map_err(|error| invalid(exchange, &error))?;
    Ok(value)
}

fn invalid(exchange: Exchange, reason: &str) -> CliError {
    let example = exchange.input().example;
    CliError::usage(format!("the input is not valid: {reason}")).hint(format!("a valid input: {example}"))
}

/// The answer, without secrets unless they were asked for.
fn json(answer: &(impl Serialize + DeserializeOwned)) -> Result<Value, CliError> {
    let value = match terminal::shows_secrets() {
        true => serde_json::to_value(answer),
        false => redact::kept(answer).and_then(serde_json::to_value),
    };
    Ok(value.map_err(std::io::Error::from)?)
}
