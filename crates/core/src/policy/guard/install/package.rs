//! The syntax of package names. A name is never a path, a URL or a repository.

use regex::Regex;

/// Extensions of archives: managers read a file with such a name as the package.
const ARCHIVES: &[&str] = &[
    ".whl", ".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".gem", ".deb", ".rpm", ".apk",
];

/// A word for a group, an extra or a feature.
pub(super) fn is_word(text: &str) -> bool {
    is_name("[A-Za-z0-9][A-Za-z0-9_.,-]*", text)
}

/// Returns whether the whole text matches the expression of a manager's names, and is not a file's name.
pub(super) fn is_name(syntax: &str, text: &str) -> bool {
    let name = text.to_ascii_lowercase();
    !ARCHIVES.iter().any(|ending| name.ends_with(ending))
        && Regex::new(&format!(r"\A(?:{syntax})\z")).is_ok_and(|syntax| syntax.is_match(text))
}
