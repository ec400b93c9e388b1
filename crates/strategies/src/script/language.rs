//! Recognises files of the language.

use tree_sitter::Language;
use unbreak_core::RelPath;

/// Endings of files in JavaScript and TypeScript, and of files that contain some.
pub(crate) const ENDINGS: &[&str] = &[
    "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "svelte",
];

pub(crate) fn is_script(file: &str) -> bool {
    file.rsplit_once('.')
        .is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

/// The grammar of a file, by its name.
pub(crate) fn grammar(file: &RelPath) -> Option<Language> {
    match file.extension() {
        "ts" | "mts" | "cts" => Some(tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()),
        "tsx" => Some(tree_sitter_typescript::LANGUAGE_TSX.into()),
        "js" | "mjs" | "cjs" | "jsx" => Some(tree_sitter_javascript::LANGUAGE.into()),
        _ => None,
    }
}
