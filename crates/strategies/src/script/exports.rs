//! The exports of a module, as far as its text shows.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;

/// `export const x`, `export default function x`, `exports.x =`.
static DECLARED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?m)^\s*(?:export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|var|class|function\s*\*?|interface|type|enum|namespace)\s+|(?:module\.)?exports\.)(?P<name>[\w$]+)",
    )
});
/// `export { a, b as c }`, `module.exports = { a, b: c }`.
static LISTED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?m)^\s*(?:export\s*(?:type\s*)?|(?:module\.)?exports\s*=\s*)\{(?P<names>[^}]*)\}")
});
static DEFAULT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?m)^\s*(?:export\s+default\b|module\.exports\s*=\s*[^{\s])"));

/// The exports of a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Exports {
    pub(crate) names: BTreeSet<String>,
    pub(crate) has_default: bool,
}

impl Exports {
    pub(crate) fn of(text: &str) -> Self {
        let declared = DECLARED.captures_iter(text).map(|found| found["name"].to_owned());
        let listed = LISTED
            .captures_iter(text)
            .flat_map(|found| listed(&found["names"]));
        let mut names: BTreeSet<String> = declared.chain(listed).collect();
        let has_default = names.remove("default") || DEFAULT.is_match(text);
        Self { names, has_default }
    }
}

/// The outer names of a list: `a`, `b as c`, `d: e`.
fn listed(names: &str) -> Vec<String> {
    let outer = |part: &str| {
        let part = part.trim().trim_start_matches("type ");
        let name = match part.split_once(" as ") {
            Some((_, outer)) => outer,
            None => part.split(':').next().unwrap_or_default(),
        };
        name.trim().to_owned()
    };
    let is_name = |name: &String| !name.is_empty() && name.chars().all(super::scan::is_word);
    names.split(',').map(outer).filter(is_name).collect()
}
