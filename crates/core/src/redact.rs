//! Secrets, taken out of what is kept, shown or sent (SPEC X4).

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::pattern::pattern;

/// What stands in place of a secret.
pub const REDACTED: &str = "<redacted>";

/// A text without what looks like a secret: keys and tokens in the forms that well-known services
/// give them, passwords in addresses, and values that are assigned to names of secrets.
///
/// It errs on the side of the reader of a message: a word after `unexpected token` is no secret.
pub fn redact(text: &str) -> Cow<'_, str> {
    if !SECRET.is_match(text) {
        return Cow::Borrowed(text);
    }
    SECRET.replace_all(text, |found: &Captures<'_>| {
        let before = BEFORE.iter().find_map(|name| found.name(name));
        let after = found.name("after").map_or("", |part| part.as_str());
        format!("{}{REDACTED}{after}", before.map_or("", |part| part.as_str()))
    })
}

/// Whether a variable of this name holds a secret.
pub fn is_secret_name(name: &str) -> bool {
    static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("(?i)(?:{NAMES})$|^token$")));
    NAME.is_match(name)
}

/// What names of secrets end with.
const NAMES: &str = concat!(
    r"pass(?:word|wd|phrase)|secret|(?:_|access|auth|api|bearer)token",
    r"|api_?key|access_?key|private_?key|secret_?key|credentials?",
);

/// What stays in front of a secret.
const BEFORE: &[&str] = &["before1", "before2", "before3", "before4"];

static SECRET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        concat!(
            // Keys in text form.
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\z)",
            // AWS, GitHub, GitLab, Slack, OpenAI and Anthropic, Google, npm, PyPI, Hugging Face, Stripe.
            r"|\b(?:AKIA|ASIA)[0-9A-Z]{{16}}\b",
            r"|\bgh[pousr]_[0-9A-Za-z]{{30,}}|\bgithub_pat_\w{{30,}}|\bglpat-[\w-]{{20,}}",
            r"|\bxox[abeoprs]-[\w-]{{10,}}|\bsk-[\w-]{{20,}}|\bAIza[\w-]{{35}}|\bnpm_[0-9A-Za-z]{{36}}",
            r"|\bpypi-[\w-]{{30,}}|\bhf_[0-9A-Za-z]{{30,}}|\b[rs]k_(?:live|test)_[0-9A-Za-z]{{16,}}",
            // JSON web tokens.
            r"|\beyJ[\w-]{{8,}}\.[\w-]{{8,}}\.[\w-]*",
            // `Authorization: Bearer …`
            r"|(?P<before1>\b(?i:bearer|basic)\s+)[\w.~+/=-]{{16,}}",
            // `scheme://user:password@host`
            r"|(?P<before2>://[^\s:/@]+:)[^\s@/]+(?P<after>@)",
            // `password = "…"`, `"api_key": "…"`, `--token=…`
            r#"|(?P<before3>(?i:{names})["']?\s*(?:=|:)\s*["']?)[^\s"',;]{{4,}}"#,
            r#"|(?P<before4>(?i:\btoken)=["']?)[^\s"',;]{{6,}}"#,
        ),
        names = NAMES
    ))
});
