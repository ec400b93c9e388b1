//! Distributions that lock files name.

use super::normalise;

/// Returns whether a file of this name is a lock file.
pub(super) fn is_lock(name: &str) -> bool {
    matches!(
        name,
        "uv.lock" | "poetry.lock" | "pdm.lock" | "Pipfile.lock" | "pylock.toml"
    )
}

/// `name = "requests"` in TOML; keys of tables in the JSON of pipenv.
pub(super) fn names(text: &str) -> impl Iterator<Item = String> + use<'_> {
    text.lines().filter_map(|line| {
        let line = line.trim();
        let quoted = match line.strip_prefix("name = \"") {
            Some(name) => name.strip_suffix('"'),
            None => line.strip_prefix('"').and_then(|rest| rest.strip_suffix("\": {")),
        };
        quoted.map(normalise)
    })
}
