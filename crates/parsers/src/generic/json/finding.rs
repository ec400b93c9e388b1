//! One finding: an object with a line and a message.

use serde_json::{Map, Value};
use unbreak_core::{Diagnostic, Severity};

use super::place;
use crate::format::{guess, head, severity};

type Fields = Map<String, Value>;

/// From the most to the least specific.
const MESSAGE: [&str; 22] = [
    "message",
    "Message",
    "msg",
    "Text",
    "text",
    "description",
    "details",
    "detail",
    "overview",
    "failure",
    "Failure",
    "hint",
    "reason",
    "issue_text",
    "qualifier",
    "check_name",
    "summary",
    "title",
    "error",
    "rule_description",
    "rule_name",
    "body",
];
const SEVERITY: [&str; 11] = [
    "message_severity",
    "severity",
    "Severity",
    "level",
    "ruleSeverity",
    "issue_severity",
    "error_severity",
    "type",
    "kind",
    "priority",
    "impact",
];
const CODE: [&str; 25] = [
    "ruleId",
    "rule_id",
    "RuleId",
    "rule",
    "ruleName",
    "RuleName",
    "publicId",
    "rule_code",
    "check_id",
    "checkId",
    "check",
    "Check",
    "cop_name",
    "bug_type",
    "code",
    "Code",
    "test_id",
    "smell_type",
    "linter",
    "FromLinter",
    "check_name",
    "id",
    "tag",
    "symbol",
    "type",
];

/// Reads a finding about `file`. An object with only a line and a message, and nothing that a
/// linter would add, does not count.
pub(super) fn read(fields: &Fields, file: Option<&str>) -> Option<Diagnostic> {
    let mut location = place::read(fields)?;
    let (key, message) = message(fields).or_else(|| message(extra(fields)?))?;
    let severity = severity(fields);
    let rule = rule(fields, key);
    let named = rule.as_ref().is_some_and(|(field, _)| is_of_linter(field));
    let (code, message) = match rule {
        Some((_, code)) => (Some(code), message),
        None => leading_rule(&message).map_or((None, message.clone()), |(code, said)| (Some(code), said)),
    };
    let rated = severity.is_some() || code.is_some();
    if !rated && (file.is_none() || key == "text") {
        return None;
    }
    location.file = file.filter(|file| !file.is_empty()).map(str::to_owned);
    // PVS-Studio tells of its licence in a list of findings.
    if location.file.is_none() && location.line == Some(0) {
        return None;
    }
    // A line of 0 stands for the whole file.
    location.line = location.line.filter(|line| *line > 0);
    location.column = location
        .column
        .filter(|column| *column > 0 && location.line.is_some());
    // A tool that lists findings without severities is a linter.
    let severity = severity.unwrap_or_else(|| code.as_deref().map_or(Severity::Warning, head::implied));
    let message = without_rule(&message, code.as_deref());
    let error_type = match &code {
        Some(code) if named => guess::of_linter(severity, message, code),
        code => guess::of_rule(severity, message, code.as_deref()),
    };
    let mut diagnostic = Diagnostic::new(error_type, severity, message).at(location);
    diagnostic.code = code;
    Some(diagnostic)
}

/// `LT09: message`, where no field names the rule.
fn leading_rule(message: &str) -> Option<(String, String)> {
    let (code, said) = message.split_once(": ")?;
    let digits = code.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let number = (2..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    (number && code.len() > digits.len()).then(|| (code.to_owned(), said.to_owned()))
}

/// Without the rule that Stylelint repeats at the end.
fn without_rule<'a>(message: &'a str, rule: Option<&str>) -> &'a str {
    let Some((said, last)) = message.strip_suffix(')').and_then(|text| text.rsplit_once(" (")) else {
        return message;
    };
    if rule == Some(last) { said } else { message }
}

fn message(fields: &Fields) -> Option<(&'static str, String)> {
    MESSAGE.iter().find_map(|key| {
        let text = match fields.get(*key)? {
            Value::String(text) => text.trim(),
            Value::Object(inner) => inner.get("text")?.as_str()?.trim(),
            _ => return None,
        };
        (!text.is_empty()).then(|| (*key, text.to_owned()))
    })
}

/// Semgrep keeps a finding's description apart from its place.
fn extra(fields: &Fields) -> Option<&Fields> {
    fields.get("extra")?.as_object()
}

fn severity(fields: &Fields) -> Option<Severity> {
    let said = SEVERITY.iter().find_map(|key| match fields.get(*key)? {
        Value::String(text) => severity::word(text).or_else(|| severity::letter(text)),
        _ => None,
    });
    // A word says more than a number, whose scale differs between tools.
    let rated = || {
        let mut keys = SEVERITY.iter();
        keys.find_map(|key| numbered(fields.get(*key)?.as_u64()?, key, fields))
    };
    said.or_else(rated)
        .or_else(|| severity(fields.get("rule")?.as_object()?))
        .or_else(|| severity(extra(fields)?))
}

/// The meaning of a number depends on the tool.
fn numbered(number: u64, key: &str, fields: &Fields) -> Option<Severity> {
    let protocol = fields
        .get("range")
        .is_some_and(|range| range["start"]["character"].is_number());
    match (key, number) {
        // The language server protocol: 1 to 4.
        (_, 0 | 1) if protocol => Some(Severity::Error),
        (_, 2) if protocol => Some(Severity::Warning),
        (_, _) if protocol => Some(Severity::Info),
        // PVS-Studio: 1 is the highest of three.
        ("level", 1..=3) if is_pvs_studio(fields) => {
            Some([Severity::Error, Severity::Warning, Severity::Info][usize::try_from(number - 1).ok()?])
        }
        // PMD and PHPMD: 1 is the highest of five.
        ("priority", 1) => Some(Severity::Error),
        ("priority", 2..=3) => Some(Severity::Warning),
        ("priority", _) => Some(Severity::Info),
        // ESLint, and Phan's 0, 5, 10.
        (_, 2 | 10) => Some(Severity::Error),
        (_, 1 | 5) => Some(Severity::Warning),
        (_, 0) => Some(Severity::Info),
        _ => None,
    }
}

/// Returns whether the rule is one of PVS-Studio's, `V547`.
fn is_pvs_studio(fields: &Fields) -> bool {
    let code = fields.get("code").and_then(Value::as_str).unwrap_or_default();
    let number = code.strip_prefix('V').unwrap_or_default();
    number.len() >= 3 && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether only a linter has such a field: compilers number their errors, too.
fn is_of_linter(field: &str) -> bool {
    !matches!(
        field,
        "publicId" | "code" | "Code" | "id" | "tag" | "symbol" | "type" | "check_name"
    )
}

/// The rule and its field, unless the message or the severity was read from that.
fn rule(fields: &Fields, message_key: &str) -> Option<(&'static str, String)> {
    CODE.iter().filter(|key| **key != message_key).find_map(|key| {
        let text = match fields.get(*key)? {
            Value::String(text) => text.as_str(),
            Value::Number(number) => return Some((*key, number.to_string())),
            Value::Object(inner) => ["name", "id", "value"]
                .iter()
                .find_map(|key| inner.get(*key)?.as_str())?,
            _ => return None,
        };
        let severity = *key == "type" && severity::word(text).is_some();
        let telling = !text.is_empty() && !severity && !is_uuid(text) && text.len() < 200;
        telling.then(|| (*key, text.to_owned()))
    })
}

/// Returns whether a text is a UUID, which is not a rule.
fn is_uuid(text: &str) -> bool {
    let groups = text.split('-').map(str::len);
    groups.eq([8, 4, 4, 4, 12]) && text.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit())
}
