//! Finds the name that a line defines, in the usual languages.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;

/// The name that a line defines: `def total(`, `pub fn total`, `const total =`, `int total(int n) {`.
pub(super) fn defined(line: &str) -> Option<&str> {
    static KEYWORD: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"^\s*(?:(?:export|default|pub(?:\([^)]*\))?|async|static|abstract|public|private|protected|final|unsafe|declare|extern)\s+)*(?:def|class|fn|func(?:\s*\([^)]*\))?|function\*?|struct|enum|trait|type|interface|const|let(?:\s+mut)?|var|static|mod|#define)\s+([A-Za-z_$][\w$]*)",
        )
    });
    static ASSIGNED: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^\s*(?:self\.)?([A-Za-z_]\w*)(?:\s*:[^=]+)?\s*=[^=]"));
    static C_FUNCTION: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"^(?:[A-Za-z_][\w<>:,]*[\s*&]+)+([A-Za-z_]\w*)\s*\([^;]*$"));
    let begins = |words: &[&str]| words.iter().any(|word| line.trim_start().starts_with(word));
    let function = || C_FUNCTION.captures(line);
    // In C these words stand before the type, elsewhere before the name.
    let may_be_type = begins(&["static ", "const ", "extern "]);
    let named = || KEYWORD.captures(line).or_else(|| ASSIGNED.captures(line));
    let found = match begins(&["return ", "else ", "if ", "for ", "while "]) {
        true => None,
        false if may_be_type => function().or_else(named),
        false => named().or_else(function),
    };
    found?.get(1).map(|name| name.as_str())
}

/// Whether a text defines a name anywhere.
pub(super) fn defines(text: &str, name: &str) -> bool {
    text.lines()
        .any(|line| line.contains(name) && defined(line) == Some(name))
}

/// The lines of a name's definition, 1-based: up to the next line with the same indentation that closes nothing.
pub(super) fn lines_of(text: &str, name: &str) -> Option<Range<u32>> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines().zip(1_u32..);
    let (first, start) = lines.find(|(line, _)| defined(line) == Some(name))?;
    let is_bracket = |line: &str| line.trim_start().starts_with(['{', '}', ')', ']']);
    let ends = |line: &str| !line.trim().is_empty() && depth(line) <= depth(first) && !is_bracket(line);
    let end = lines
        .find(|(line, _)| ends(line))
        .map_or(u32::MAX, |(_, line)| line);
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_name() {
        for (line, name) in [
            ("def total(items):", Some("total")),
            ("    async def total(self):", Some("total")),
            ("pub(crate) fn total<T>(items: &[T]) -> T {", Some("total")),
            ("export const total = 3;", Some("total")),
            ("export default async function total() {", Some("total")),
            ("func (s *Shelf) Total() int {", Some("Total")),
            ("int total(int n)", Some("total")),
            ("static char *total(const char *text) {", Some("total")),
            ("total: int = 3", Some("total")),
            ("return total(items)", None),
            ("    total(items);", None),
            ("if total == 3:", None),
        ] {
            assert_eq!(defined(line), name, "{line}");
        }
    }
}
