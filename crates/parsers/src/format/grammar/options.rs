//! Options with which a project overrides the file.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use unbreak_core::{ErrorType, Options, OptionsError, Severity};

use super::Forms;

/// The keys at the top of the file that define the meaning of the tool's words.
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

/// Puts these words over the file's.
pub(super) fn apply(forms: &mut Forms, options: &Options) -> Result<(), OptionsError> {
    let severity: Option<Severity> = options.get("severity")?;
    let error_type: Option<ErrorType> = options.get("type")?;
    let severities: BTreeMap<String, Severity> = options.get("severities")?.unwrap_or_default();
    let types: BTreeMap<String, ErrorType> = options.get("types")?.unwrap_or_default();
    for meaning in forms.meanings() {
        meaning.severity = severity.unwrap_or(meaning.severity);
        meaning.error_type = error_type.or(meaning.error_type);
        // The first word that is the tool's counts.
        meaning.words.splice(0..0, severities.clone());
        meaning.types.retain(|(begin, _)| !types.contains_key(begin));
        meaning.types.extend(types.clone());
    }
    Ok(())
}
