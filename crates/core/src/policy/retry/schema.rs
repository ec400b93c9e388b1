//! JSON schemas of the values that other programs exchange with unbreak, each with a valid example.

use serde_json::{Value, json};

use super::kind::{FailureKind, FailureSource};

/// An operation that is offered as JSON in, JSON out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exchange {
    /// A failure in, a record out.
    Classify,
    /// A record with memory and policy in, a decision and the next memory out.
    Decide,
    /// A record in, an instruction out.
    Repair,
}

/// The form of a JSON value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Format {
    /// A JSON schema.
    pub schema: Value,
    /// A valid value.
    pub example: Value,
}

impl Exchange {
    /// Every operation.
    pub const ALL: [Self; 3] = [Self::Classify, Self::Decide, Self::Repair];

    /// The form of the input.
    pub fn input(self) -> Format {
        match self {
            Self::Classify => Format {
                schema: object(
                    &["failure", "source", "attempt"],
                    &json!({
                        "failure": failure(),
                        "source": names(FailureSource::ALL.map(FailureSource::as_str)),
                        "node": { "type": ["string", "null"] },
                        "attempt": counted(),
                    }),
                ),
                example: json!({
                    "failure": { "verification": {
                        "passed": false,
                        "message": "assert total == 6",
                        "failed_tests": ["test_total"],
                        "exit_code": 1,
                    } },
                    "source": "verify",
                    "node": "write-code",
                    "attempt": 1,
                }),
            },
            Self::Decide => Format {
                schema: object(
                    &["record"],
                    &json!({ "record": record(), "memory": memory(), "policy": policy() }),
                ),
                example: json!({
                    "record": record_example(),
                    "memory": { "counts": {} },
                    "policy": { "max_attempts": 3, "same_failure_limit": 2, "escalate_on": ["unsafe_request"] },
                }),
            },
            Self::Repair => Format {
                schema: record(),
                example: record_example(),
            },
        }
    }
}

fn object(required: &[&str], properties: &Value) -> Value {
    json!({ "type": "object", "required": required, "additionalProperties": false, "properties": properties })
}

fn names<const N: usize>(names: [&str; N]) -> Value {
    json!({ "enum": names.as_slice() })
}

fn counted() -> Value {
    json!({ "type": "integer", "minimum": 1, "maximum": u32::MAX })
}

fn kinds() -> Value {
    names(FailureKind::ALL.map(FailureKind::as_str))
}

/// One of the failures, each under its name.
fn failure() -> Value {
    let text = json!({ "type": "string" });
    let verification = json!({
        "passed": { "const": false },
        "message": text,
        "failed_tests": { "type": "array", "items": text },
        "exit_code": { "type": ["integer", "null"] },
    });
    let forms = [
        ("verification", object(&["passed"], &verification)),
        ("parse", object(&["message"], &json!({ "message": text }))),
        (
            "schema",
            object(
                &["message"],
                &json!({ "message": text, "at": { "type": ["string", "null"] } }),
            ),
        ),
        ("configuration", object(&["message"], &json!({ "message": text }))),
        (
            "error",
            object(
                &["message"],
                &json!({ "message": text, "kind": { "anyOf": [kinds(), { "type": "null" }] } }),
            ),
        ),
    ];
    let forms: Vec<Value> = forms
        .into_iter()
        .map(|(name, form)| object(&[name], &json!({ name: form })))
        .collect();
    json!({ "oneOf": forms })
}

fn record() -> Value {
    object(
        &["kind", "message", "source", "attempt", "signature"],
        &json!({
            "kind": kinds(),
            "message": { "type": "string" },
            "source": names(FailureSource::ALL.map(FailureSource::as_str)),
            "node": { "type": ["string", "null"] },
            "attempt": counted(),
            "signature": { "type": "string" },
        }),
    )
}

fn record_example() -> Value {
    json!({
        "kind": "test_failed",
        "message": "assert total == 6",
        "source": "verify",
        "node": "write-code",
        "attempt": 1,
        "signature": "test_failed|verify|write-code|assert total == 0",
    })
}

fn memory() -> Value {
    let count = json!({ "type": "integer", "minimum": 0, "maximum": u32::MAX });
    object(
        &[],
        &json!({ "counts": { "type": "object", "additionalProperties": count } }),
    )
}

fn policy() -> Value {
    object(
        &[],
        &json!({
            "max_attempts": counted(),
            "same_failure_limit": counted(),
            "escalate_on": { "type": "array", "items": kinds(), "uniqueItems": true },
        }),
    )
}
