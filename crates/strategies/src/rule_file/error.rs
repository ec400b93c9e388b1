//! Why a rule file cannot be used.

/// Names the file, the rule and the key, and says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", place(.file, .rule, .key))]
pub struct RuleFileError {
    file: String,
    rule: Option<String>,
    key: Option<String>,
    message: String,
    hint: Option<String>,
}

impl RuleFileError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            file: String::new(),
            rule: None,
            key: None,
            message: message.into(),
            hint: None,
        }
    }

    pub(super) fn at(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    pub(super) fn of_rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }

    pub(super) fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = file.into();
        self
    }

    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// A hint what to do about it.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }
}

fn place(file: &str, rule: &Option<String>, key: &Option<String>) -> String {
    let rule = rule.as_ref().map(|rule| format!(", rule {rule}"));
    let key = key.as_ref().map(|key| format!(", key '{key}'"));
    format!("{file}{}{}", rule.unwrap_or_default(), key.unwrap_or_default())
}
