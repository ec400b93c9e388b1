//! The syntax of package names of each package manager. A name is never a path, a URL or a repository.

/// Extensions of archives: managers read a file with such a name as the package.
const ARCHIVES: &[&str] = &[
    ".whl", ".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".gem", ".deb", ".rpm", ".apk",
];

/// A word for a group, an extra or a feature.
pub(super) fn is_word(text: &str) -> bool {
    is_made_of(text, "-_.,")
}

/// A name of PyPI, with extras, versions and markers: `requests[socks]>=2,<3; python_version<"3.9"` (PEP
/// 508).
pub(super) fn python(text: &str) -> bool {
    is_made_of(text, "-_.,[]<>=!~*;\"'() ")
}

/// A name of npm, with a scope and a range: `@types/node@^20`.
pub(super) fn npm(text: &str) -> bool {
    let scoped = text.strip_prefix('@').and_then(|rest| rest.split_once('/'));
    let name = match scoped {
        Some((scope, name)) if is_made_of(scope, "-_.") => name,
        Some(_) => return false,
        None => text,
    };
    is_made_of(name, "-_.@^~<>=*")
}

/// A name with a version after `@` or `=`: `serde@1`, `numpy=1.26`, `libssl-dev`.
pub(super) fn plain(text: &str) -> bool {
    is_made_of(text, "-_.+@=")
}

/// A vendor and a name: `symfony/console:^7`.
pub(super) fn composer(text: &str) -> bool {
    let halves = text.split_once('/');
    halves.is_some_and(|(vendor, name)| is_made_of(vendor, "-_.") && is_made_of(name, "-_.:^~*"))
}

/// A module's path, which begins with a host: `golang.org/x/text@v0.14.0`.
pub(super) fn go(text: &str) -> bool {
    let host = text.split('/').next().unwrap_or_default();
    host.contains('.') && text.split('/').all(|part| is_made_of(part, "-_.~@+"))
}

fn is_made_of(text: &str, marks: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
    let name = text.to_ascii_lowercase();
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(is_part)
        && !ARCHIVES.iter().any(|ending| name.ends_with(ending))
}
