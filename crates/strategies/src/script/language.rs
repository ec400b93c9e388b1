//! Recognises files of the language.

/// Endings of files in JavaScript and TypeScript, and of files that contain some.
pub(crate) const ENDINGS: &[&str] = &[
    "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte",
];

pub(crate) fn is_script(file: &str) -> bool {
    file.rsplit_once('.')
        .is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}
