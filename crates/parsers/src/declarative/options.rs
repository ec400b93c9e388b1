//! What a project may set otherwise than the file does.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};
use unbreak_core::{ErrorType, Options, OptionsError, Severity};

use super::{Body, Declarative};

/// Keys at the top of the file that say what the tool's words mean.
pub(super) fn schema() -> Value {
    let severity = json!({"enum": ["fatal", "error", "warning", "info"]});
    let error_type = json!({"enum": ["syntax", "type", "import", "runtime", "assertion", "lint", "build", "timeout", "unknown"]});
    json!({
        "type": "object",
        "properties": {
            "severity": severity,
            "severities": {"type": "object", "additionalProperties": severity},
            "type": error_type,
            "types": {"type": "object", "additionalProperties": error_type},
        },
        "additionalProperties": false,
    })
}

/// The same parser, with these words over its file's.
pub(super) fn apply(parser: &Declarative, options: &Options) -> Result<Declarative, OptionsError> {
    let mut meaning = parser.body.meaning.clone();
    if let Some(severity) = options.get("severity")? {
        meaning.severity = severity;
    }
    if let Some(error_type) = options.get("type")? {
        meaning.error_type = error_type;
    }
    let severities: BTreeMap<String, Severity> = options.get("severities")?.unwrap_or_default();
    let types: BTreeMap<String, ErrorType> = options.get("types")?.unwrap_or_default();
    let lower_case = |(word, severity): (String, Severity)| (word.to_lowercase(), severity);
    meaning.severities.extend(severities.into_iter().map(lower_case));
    meaning.types.extend(types);
    let rules = Arc::clone(&parser.body.rules);
    Ok(Declarative {
        body: Arc::new(Body { rules, meaning }),
        ..parser.clone()
    })
}
