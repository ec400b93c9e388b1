//! Turns failures into records.

use std::error::Error;
use std::iter::successors;
use std::num::NonZeroU32;

use super::error::{ClassifyError, ClassifyErrorKind};
use super::failure::{ClassifyInput, Failure, Verification};
use super::kind::FailureKind;
use super::record::FailureRecord;
use crate::capability::CapabilityError;
use crate::fix::FixError;

/// Determines the kind of a failure, and gives it a stable signature.
///
/// # Errors
/// If the verification passed, the attempt is 0, or nothing says what failed.
pub fn classify(input: &ClassifyInput) -> Result<FailureRecord, ClassifyError> {
    let attempt = NonZeroU32::new(input.attempt)
        .ok_or(ClassifyError::new("attempt", ClassifyErrorKind::AttemptZero))?;
    let (kind, message) = read(&input.failure)?;
    Ok(FailureRecord::new(
        kind,
        message,
        input.source,
        input.node.clone(),
        attempt,
    ))
}

/// The failure that an error of a library stands for, with its causes in the message. Errors of JSON,
/// capabilities and edits are recognised by their types, others by their message.
pub fn failure_of(error: &(dyn Error + 'static)) -> Failure {
    let chain: Vec<&(dyn Error + 'static)> = successors(Some(error), |&error| error.source()).collect();
    Failure::Error {
        message: chain
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(": "),
        kind: chain.iter().find_map(|error| by_type(*error)),
    }
}

fn read(failure: &Failure) -> Result<(FailureKind, String), ClassifyError> {
    let said = |field, kind, message: &str| match message.trim() {
        "" => Err(ClassifyError::new(field, ClassifyErrorKind::NothingToSay)),
        message => Ok((kind, message.to_owned())),
    };
    match failure {
        Failure::Verification(verification) => verified(verification),
        Failure::Parse { message } => said("failure.parse.message", FailureKind::JsonInvalid, message),
        Failure::Schema { message, at } => {
            let (kind, message) = said("failure.schema.message", FailureKind::SchemaInvalid, message)?;
            let place = at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
            Ok((kind, place + &message))
        }
        Failure::Configuration { message } => said(
            "failure.configuration.message",
            FailureKind::MissingContext,
            message,
        ),
        Failure::Error { message, kind } => {
            let kind = kind.unwrap_or_else(|| by_words(message));
            said("failure.error.message", kind, message)
        }
    }
}

fn verified(verification: &Verification) -> Result<(FailureKind, String), ClassifyError> {
    if verification.passed {
        let kind = ClassifyErrorKind::PassingVerification;
        return Err(ClassifyError::new("failure.verification.passed", kind));
    }
    let kind = match verification.failed_tests.as_slice() {
        [] => FailureKind::CommandFailed,
        _ => FailureKind::TestFailed,
    };
    let message = verification.message.trim();
    let tests = verification.failed_tests.join(", ");
    match (message, verification.exit_code) {
        ("", _) if !tests.is_empty() => Ok((kind, format!("failed: {tests}"))),
        ("", Some(code)) => Ok((kind, format!("the command ended with exit code {code}"))),
        ("", None) => Err(ClassifyError::new(
            "failure.verification.message",
            ClassifyErrorKind::NothingToSay,
        )),
        (message, _) => Ok((kind, message.to_owned())),
    }
}

fn by_type(error: &(dyn Error + 'static)) -> Option<FailureKind> {
    if let Some(error) = error.downcast_ref::<serde_json::Error>() {
        return Some(match error.is_data() {
            true => FailureKind::SchemaInvalid,
            false => FailureKind::JsonInvalid,
        });
    }
    if let Some(CapabilityError::Denied(_)) = error.downcast_ref() {
        return Some(FailureKind::UnsafeRequest);
    }
    error
        .downcast_ref::<FixError>()
        .map(|_| FailureKind::ReasoningError)
}

/// Words of messages, in lower case, and the kind that they indicate. The first that occurs decides.
const WORDS: &[(&str, FailureKind)] = &[
    ("not allowed", FailureKind::UnsafeRequest),
    ("permission denied", FailureKind::UnsafeRequest),
    ("forbidden", FailureKind::UnsafeRequest),
    ("outside the workspace", FailureKind::UnsafeRequest),
    ("refused by", FailureKind::UnsafeRequest),
    ("invalid json", FailureKind::JsonInvalid),
    ("not valid json", FailureKind::JsonInvalid),
    ("missing field", FailureKind::SchemaInvalid),
    ("unknown field", FailureKind::SchemaInvalid),
    ("does not match the schema", FailureKind::SchemaInvalid),
    ("timed out", FailureKind::ToolError),
    ("timeout", FailureKind::ToolError),
    ("connection", FailureKind::ToolError),
    ("broken pipe", FailureKind::ToolError),
    ("rate limit", FailureKind::ToolError),
    ("no such file", FailureKind::MissingContext),
    ("not found", FailureKind::MissingContext),
    ("does not exist", FailureKind::MissingContext),
    ("is not set", FailureKind::MissingContext),
    ("contradict", FailureKind::ReasoningError),
    ("inconsistent", FailureKind::ReasoningError),
];

fn by_words(message: &str) -> FailureKind {
    let message = message.to_lowercase();
    let found = WORDS.iter().find(|(words, _)| message.contains(words));
    found.map_or(FailureKind::Unknown, |(_, kind)| *kind)
}
