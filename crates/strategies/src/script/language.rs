//! Which files are of the language.

/// Endings of files in JavaScript and TypeScript, and of those that hold some.
pub(crate) const ENDINGS: &[&str] = &[
    "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte",
];

pub(crate) fn is_script(file: &str) -> bool {
    file.rsplit_once('.')
        .is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}
