//! Finds the definitions of the names that a piece of code uses.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use unbreak_core::outline::{self, OutlinedDefinition};
use unbreak_core::{RelPath, Workspace};

/// The most files and bytes that are searched.
const MOST_FILES: usize = 1_000;
const MOST_BYTES: usize = 4 << 20;

/// A name with more definitions than this is ignored.
const MOST_HOMES: usize = 3;

/// The definitions of a workspace's files of some kinds, by name.
#[derive(Default)]
pub(super) struct DefinitionIndex(BTreeMap<String, Vec<(RelPath, Range<usize>)>>);

impl DefinitionIndex {
    /// The definitions of the files with one of these extensions.
    pub(super) fn of(workspace: &dyn Workspace, extensions: &BTreeSet<String>) -> Self {
        let mut index = Self::default();
        let mut bytes = 0;
        let files = workspace.files();
        let wanted = files.iter().filter(|file| extensions.contains(file.extension()));
        for file in wanted.take(MOST_FILES) {
            let Ok(text) = workspace.read_text(file) else {
                continue;
            };
            bytes += text.len();
            if bytes > MOST_BYTES {
                break;
            }
            for OutlinedDefinition { name, lines, .. } in outline::definitions(&text) {
                index.0.entry(name).or_default().push((file.clone(), lines));
            }
        }
        index
    }

    /// The definitions of the names in a text, in the order of their first use. A name that is defined in
    /// `home`, the text's own file, means that definition.
    pub(super) fn used_in(&self, text: &str, home: &RelPath) -> Vec<(RelPath, Range<usize>)> {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        for name in identifiers(text).filter(|name| seen.insert(*name)) {
            let Some(homes) = self.0.get(name) else {
                continue;
            };
            let own: Vec<_> = homes.iter().filter(|(file, _)| file == home).cloned().collect();
            match own.is_empty() {
                false => found.extend(own),
                true if homes.len() <= MOST_HOMES => found.extend(homes.iter().cloned()),
                true => {}
            }
        }
        found
    }
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
        .filter(|word| word.len() > 1 && !word.starts_with(|c: char| c.is_ascii_digit()))
}
