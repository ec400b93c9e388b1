//! What a `package.json` declares.

use serde_json::Value;

/// Its lists of packages that the project uses.
const LISTS: [&str; 4] = [
    "dependencies",
    "devDependencies",
    "peerDependencies",
    "optionalDependencies",
];

/// The packages that a manifest declares; `None` if it has no list of packages.
pub(crate) fn declared(manifest: &Value) -> Option<impl Iterator<Item = &String>> {
    let mut lists = LISTS
        .iter()
        .filter_map(|list| manifest[list].as_object())
        .peekable();
    lists.peek().is_some().then(|| lists.flat_map(|list| list.keys()))
}
