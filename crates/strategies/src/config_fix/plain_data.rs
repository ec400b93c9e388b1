//! JSON and TOML with values or comments of other languages.

use unbreak_core::plain_data::{with_small_literals, without_comments};
use unbreak_core::{DeterminedBy, RelPath, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::weights::confidence;

/// Manifests whose readers take no comments.
const STRICT: [&str; 4] = [
    "package.json",
    "package-lock.json",
    "composer.json",
    "manifest.json",
];

/// The mentioned files that can be read once their values are small, or without their comments.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let suspects = case
        .suspects(|file| matches!(file.extension(), "json" | "toml"))
        .into_iter();
    let broken = suspects.filter(|(file, text)| !is_readable(file, text));
    broken
        .filter_map(|(file, before)| repaired(file, before))
        .collect()
}

fn is_readable(file: &RelPath, text: &str) -> bool {
    match file.extension() {
        "json" => serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok(),
        _ => text.parse::<toml::Table>().is_ok(),
    }
}

fn repaired(file: RelPath, before: String) -> Option<Offer> {
    let small = with_small_literals(&before);
    let (after, title, reason) = if is_readable(&file, &small) {
        (
            small,
            "write 'true' and 'false' in",
            "its language has no other names for them",
        )
    } else {
        let bare = STRICT
            .contains(&file.file_name())
            .then(|| without_comment_lines(&before))?;
        (bare, "remove the comments from", "JSON has no comments")
    };
    is_readable(&file, &after).then(|| Offer {
        title: format!("{title} {file}"),
        reason: reason.to_owned(),
        confidence: confidence::stated(),
        evidence: DeterminedBy::Convention.into(),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite { file, before, after }],
    })
}

/// The text without its comments, and without the lines that held nothing else.
fn without_comment_lines(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    let own = lines.filter(|line| !line.trim_start().starts_with("//"));
    without_comments(&own.collect::<String>())
}
