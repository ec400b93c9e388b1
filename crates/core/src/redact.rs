//! Secrets, taken out of what is kept, shown or sent.
//!
//! What strategies and tools work with stays as it is: an edit that lacks what stands in the file fits
//! nowhere. It is redacted where it leaves the program: [`Redact`] for events and reports, [`value`]
//! for what debug tools give and sessions keep.

mod environment;
mod own;
mod value;

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use crate::pattern::pattern;

pub use environment::Secrets;
pub use own::Redact;
pub use value::{VERBATIM, value};

/// What stands in place of a secret.
pub const REDACTED: &str = "<redacted>";

/// A text without secrets: those of this process' environment, wherever they stand; keys and tokens
/// in the forms that well-known services give them; passwords in addresses; and values that are
/// assigned to names of secrets.
///
/// It errs on the side of the reader of a message: a word after `unexpected token` is no secret, and
/// neither is the type of a parameter called `password`.
pub fn redact(text: &str) -> Cow<'_, str> {
    match Secrets::of_environment().redact(text) {
        Cow::Borrowed(text) => by_form(text),
        Cow::Owned(text) => Cow::Owned(by_form(&text).into_owned()),
    }
}

fn by_form(text: &str) -> Cow<'_, str> {
    if !SECRET.is_match(text) {
        return Cow::Borrowed(text);
    }
    SECRET.replace_all(text, |found: &Captures<'_>| {
        if found
            .name("assigned")
            .is_some_and(|value| is_type(value.as_str()))
        {
            return found[0].to_owned();
        }
        let before = BEFORE.iter().find_map(|name| found.name(name));
        let after = found.name("after").map_or("", |part| part.as_str());
        format!("{}{REDACTED}{after}", before.map_or("", |part| part.as_str()))
    })
}

/// Whether it is what a declaration has after the name of a parameter.
fn is_type(value: &str) -> bool {
    static TYPE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"^&?(?:mut )?(?:string|number|boolean|bool|any|unknown|undefined|null|none|object|bytes|char\*?",
            r"|String|Option|Optional|Str|SecretStr|None|True|False|true|false)\b(?:[<\[(|?)}\].].*)?$",
        ))
    });
    TYPE.is_match(value)
}

/// Whether a variable of this name holds a secret.
pub fn is_secret_name(name: &str) -> bool {
    static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("(?i)(?:{NAMES})$|^token$")));
    NAME.is_match(name)
}

/// What names of secrets end with.
const NAMES: &str = concat!(
    r"pass(?:word|wd|phrase)|secret|(?:_|access|auth|api|bearer)token",
    r"|(?:api|access|private|secret|signing|encryption)[_-]?key|credentials?",
);

/// What stays in front of a secret.
const BEFORE: &[&str] = &["before1", "before2", "before3", "before4", "before5"];

static SECRET: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        concat!(
            // Keys in text form.
            r"-----BEGIN [A-Z ]*PRIVATE KEY-----(?s:.*?)(?:-----END [A-Z ]*PRIVATE KEY-----|\z)",
            // Tokens are of ASCII, and other letters, thirty times over, would make up most of the expression.
            // AWS, GitHub, GitLab, Slack, OpenAI and Anthropic, Google, npm, PyPI, Hugging Face, Stripe.
            r"|\b(?:AKIA|ASIA)[0-9A-Z]{{16}}\b",
            r"|\bgh[pousr]_[0-9A-Za-z]{{30,}}|\bgithub_pat_[0-9A-Za-z_]{{30,}}|\bglpat-[0-9A-Za-z_-]{{20,}}",
            r"|\bxox[abeoprs]-[0-9A-Za-z_-]{{10,}}|\bsk-[0-9A-Za-z_-]{{20,}}|\bAIza[0-9A-Za-z_-]{{35}}|\bnpm_[0-9A-Za-z]{{36}}",
            r"|\bpypi-[0-9A-Za-z_-]{{30,}}|\bhf_[0-9A-Za-z]{{30,}}|\b[rs]k_(?:live|test)_[0-9A-Za-z]{{16,}}",
            // JSON web tokens.
            r"|\beyJ[0-9A-Za-z_-]{{8,}}\.[0-9A-Za-z_-]{{8,}}\.[0-9A-Za-z_-]*",
            // `Authorization: Bearer …`
            r"|(?P<before1>\b(?i:bearer|basic)\s+)[0-9A-Za-z_.~+/=-]{{16,}}",
            // `scheme://user:password@host`
            r"|(?P<before2>://[^\s:/@]+:)[^\s@/]+(?P<after>@)",
            // `password = "…"`, `"api_key": "…"`, `--token=…`
            r#"|(?P<before3>(?i:{names})["']?\s*(?:=|:)\s*["']?)(?P<assigned>[^\s"',;]{{4,}})"#,
            r#"|(?P<before4>(?i:\btoken)=["']?)[^\s"',;]{{6,}}"#,
            // `--password …`
            r#"|(?P<before5>\s--[\w-]*(?i:{names}|token)\s+["']?)[^\s"'-][^\s"']{{3,}}"#,
        ),
        names = NAMES
    ))
});
