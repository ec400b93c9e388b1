//! Secrets that are known by their value, because a variable holds them.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::{REDACTED, is_secret_name};

/// Texts that are secrets wherever they stand.
#[derive(Debug, Clone, Default)]
pub struct Secrets(Vec<String>);

/// Shorter values are words that messages are made of.
const SHORTEST: usize = 8;

/// From here on a value is a secret even if it is nothing but letters.
const LONG: usize = 16;

impl Secrets {
    /// The values of variables whose names say that they hold a secret.
    pub fn of(variables: impl IntoIterator<Item = (String, String)>) -> Self {
        let secret = variables
            .into_iter()
            .filter(|(name, value)| is_secret_name(name) && is_telling(value));
        let mut values: Vec<String> = secret.map(|(_, value)| value).collect();
        // One may be the beginning of another.
        values.sort_by_key(|value| std::cmp::Reverse(value.len()));
        Self(values)
    }

    /// Those of this process' environment, as it was when they were asked for first.
    pub fn of_environment() -> &'static Self {
        static SECRETS: LazyLock<Secrets> = LazyLock::new(|| {
            let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
                Some((name.into_string().ok()?, value.into_string().ok()?))
            };
            Secrets::of(std::env::vars_os().filter_map(text))
        });
        &SECRETS
    }

    /// A text without them.
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut clean = Cow::Borrowed(text);
        for secret in &self.0 {
            if clean.contains(secret.as_str()) {
                clean = Cow::Owned(clean.replace(secret.as_str(), REDACTED));
            }
        }
        clean
    }
}

/// Whether a value is one that nobody would write by chance: not a word, not the path of a file
/// that holds the secret.
fn is_telling(value: &str) -> bool {
    let is_path = value.starts_with(['/', '~', '.']);
    let is_word = value.bytes().all(|byte| byte.is_ascii_lowercase())
        || value.bytes().all(|byte| byte.is_ascii_uppercase());
    !is_path && value.len() >= SHORTEST && (!is_word || value.len() >= LONG)
}
