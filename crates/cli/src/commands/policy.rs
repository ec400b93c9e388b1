//! `unbreak policy`

use clap::Subcommand;
use serde::de::DeserializeOwned;
use serde_json::Value;
use unbreak_core::policy::retry::{
    ClassifyInput, DecisionInput, Exchange, FailureRecord, RepairInstruction, classify,
};

use super::json_input::{self, InputArgs};
use super::tool::print;
use crate::error::CliError;
use crate::exit::ExitCode;

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
    /// Decide whether to retry, escalate or stop, and return the memory for the next decision.
    Decide(InputArgs),
    /// Write the instruction for the next attempt.
    Repair(InputArgs),
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
    print(&answer(exchange, &input.text()?)?)?;
    Ok(ExitCode::Passes)
}

/// The policy's answer to a JSON input.
///
/// # Errors
/// If the input is invalid; the error shows a valid one.
pub(crate) fn answer(exchange: Exchange, text: &str) -> Result<Value, CliError> {
    match exchange {
        Exchange::Classify => {
            let record = classify(&read::<ClassifyInput>(exchange, text)?);
            json_input::clean(&record.map_err(|error| invalid(exchange, &error.to_string()))?)
        }
        Exchange::Decide => json_input::clean(&read::<DecisionInput>(exchange, text)?.decided()),
        _ => json_input::clean(&RepairInstruction::of(&read::<FailureRecord>(exchange, text)?)),
    }
}

fn read<T: DeserializeOwned>(exchange: Exchange, text: &str) -> Result<T, CliError> {
    json_input::read(text, &exchange.input().example)
}

fn invalid(exchange: Exchange, reason: &str) -> CliError {
    json_input::invalid(reason, &exchange.input().example)
}
