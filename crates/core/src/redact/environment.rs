//! Secrets that are known by their value: those of the environment, and of the command that is run.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use aho_corasick::{AhoCorasick, MatchKind};
use serde_json::Value;

use super::likely::{is_hash, is_ordinary, is_random};
use super::names::{Strength, strength};
use super::{encoded, find_by_form, replaced};
use crate::capability::Command;

/// Texts that are secrets wherever they stand, also encoded.
#[derive(Debug, Clone, Default)]
pub struct Secrets {
    values: Vec<String>,
    /// Finds them and their encoded forms; `None` if there are none.
    search: Option<AhoCorasick>,
}

/// Shorter values are ordinary words of messages.
const SHORTEST: usize = 6;

/// A value of this length is a secret even if it has only letters.
const LONG: usize = 16;

/// The longest value that is encoded, too.
const ENCODED: usize = 8 << 10;

impl Secrets {
    /// The secrets in the values of variables: by their names, by the form of their values, and by values
    /// that look random. For a value of several lines, each line is one; for JSON, each text in it.
    pub fn of(variables: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut values = Vec::new();
        for (name, value) in variables {
            of_variable(&name, &value, &mut values);
        }
        Self::from_values(values)
    }

    fn from_values(mut values: Vec<String>) -> Self {
        values.sort_unstable();
        values.dedup();
        let mut texts: Vec<String> = values.clone();
        for value in values.iter().filter(|value| value.len() <= ENCODED) {
            texts.extend(encoded::forms(value));
        }
        texts.retain(|text| text.len() >= SHORTEST);
        texts.sort_unstable();
        texts.dedup();
        let search = (!texts.is_empty()).then(|| {
            AhoCorasick::builder()
                // A secret may be the beginning of another.
                .match_kind(MatchKind::LeftmostLongest)
                .build(&texts)
                .ok()
        });
        Self {
            values,
            search: search.flatten(),
        }
    }

    /// The secrets of this process' environment, as it was at the first call, and those that were
    /// [learnt](learn) since.
    pub fn known() -> Arc<Self> {
        Arc::clone(&KNOWN.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The ranges of the secrets in a text.
    pub(super) fn find(&self, text: &str) -> Vec<Range<usize>> {
        let found = self.search.iter().flat_map(|search| search.find_iter(text));
        found.map(|found| found.range()).collect()
    }

    /// A text without these secrets.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        replaced(text, &self.find(text))
    }
}

static KNOWN: LazyLock<RwLock<Arc<Secrets>>> = LazyLock::new(|| {
    let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
        Some((name.into_string().ok()?, value.into_string().ok()?))
    };
    RwLock::new(Arc::new(Secrets::of(std::env::vars_os().filter_map(text))))
});

/// Adds the secrets in a command's arguments and variables, which are then found wherever they stand.
pub fn learn(command: &Command) {
    let mut learnt = Vec::new();
    let words: Vec<&str> = command.words().collect();
    for (word, part) in super::of_words(&words) {
        add(&words[word][part], &mut learnt);
    }
    for (name, value) in &command.env {
        of_variable(name, value, &mut learnt);
    }
    let known = Secrets::known();
    learnt.retain(|value| !known.values.contains(value));
    if !learnt.is_empty() {
        learnt.extend(known.values.iter().cloned());
        *KNOWN.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(Secrets::from_values(learnt));
    }
}

fn of_variable(name: &str, value: &str, values: &mut Vec<String>) {
    let strength = strength(name);
    let is_named = match strength {
        Some(Strength::Strong) => is_kept(value),
        Some(Strength::Weak) => is_kept(value) && !is_hash(value),
        None => false,
    };
    if is_named || is_random(value) && is_one_word(value) {
        add(value, values);
    }
    for part in find_by_form(value) {
        add(&value[part], values);
    }
    if let Ok(json @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(value) {
        of_json(name, &json, values);
    }
}

/// The texts in a JSON value, each under its name there.
fn of_json(name: &str, json: &Value, values: &mut Vec<String>) {
    match json {
        Value::String(text) => of_variable(name, text, values),
        Value::Array(items) => items.iter().for_each(|item| of_json(name, item, values)),
        Value::Object(members) => members
            .iter()
            .for_each(|(name, member)| of_json(name, member, values)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A value as a whole, and its lines.
fn add(value: &str, values: &mut Vec<String>) {
    let value = value.trim();
    let lines = value
        .lines()
        .map(str::trim)
        .filter(|line| line.len() >= LONG && is_line_of_key(line));
    if value.contains('\n') {
        values.extend(lines.map(str::to_owned));
    }
    if value.len() >= SHORTEST {
        values.push(value.to_owned());
    }
}

/// Returns whether a line identifies its key, unlike `-----BEGIN …`.
fn is_line_of_key(line: &str) -> bool {
    !line.starts_with("-----") && !line.contains(' ')
}

fn is_one_word(value: &str) -> bool {
    value
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && !b",:;\"'<>{}()".contains(&byte))
}

/// Returns whether a value under the name of a secret does not occur by chance: it is not a word, a number, or the
/// path of a file that holds the secret.
fn is_kept(value: &str) -> bool {
    let is_path = is_ordinary(value) && value.starts_with(['/', '~', '.']);
    let is_word = value.bytes().all(|byte| byte.is_ascii_lowercase())
        || value.bytes().all(|byte| byte.is_ascii_uppercase());
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    let is_long = value.len() >= LONG;
    let is_plain = (is_word || is_number) && !is_long;
    let is_json = value.starts_with(['{', '[']) && serde_json::from_str::<Value>(value).is_ok();
    let is_address = value.contains("://");
    value.len() >= SHORTEST && !is_path && !is_plain && !is_json && !is_address
}
