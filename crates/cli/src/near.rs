//! "Did you mean ...?"

use std::collections::BTreeSet;

/// The most names that are suggested.
const MOST: usize = 3;

/// The names nearest to a misspelt one, the nearest first; empty if none is near.
///
/// A name is near if at most a third of its letters differ (swapped neighbours count once), or if one of the
/// two begins the other.
pub(crate) fn near<S: AsRef<str>>(wrong: &str, names: impl IntoIterator<Item = S>) -> Vec<String> {
    let mut found: BTreeSet<(usize, String)> = BTreeSet::new();
    for name in names {
        if let Some(distance) = distance(wrong, name.as_ref()) {
            found.insert((distance, name.as_ref().to_owned()));
        }
    }
    found.into_iter().take(MOST).map(|(_, name)| name).collect()
}

fn distance(wrong: &str, name: &str) -> Option<usize> {
    let (a, b) = (wrong.to_lowercase(), name.to_lowercase());
    let distance = strsim::damerau_levenshtein(&a, &b);
    let limit = (a.chars().count().max(b.chars().count()) / 3).max(1);
    let begins = a.len() >= 3 && b.starts_with(&a) || b.len() >= 3 && a.starts_with(&b);
    (distance <= limit || begins).then_some(distance)
}

/// A hint that names them, if there are any.
pub(crate) fn did_you_mean<S: AsRef<str>>(wrong: &str, names: impl IntoIterator<Item = S>) -> Option<String> {
    let near = near(wrong, names);
    let quoted: Vec<String> = near.iter().map(|name| format!("'{name}'")).collect();
    (!quoted.is_empty()).then(|| format!("did you mean {}?", quoted.join(" or ")))
}
