//! Texts with their edits marked in place: `x = ⟦totl→total⟧ * 2`.

use unbreak_core::{Edit, RelPath};

/// A text before some edits, and the edits.
pub(crate) struct Marked {
    pub(crate) source: String,
    pub(crate) edits: Vec<Edit>,
}

/// Reads the marks: `⟦old→new⟧` replaces, `⟦→new⟧` inserts, `⟦old→⟧` deletes; both may span lines.
pub(crate) fn marked(file: &str, text: &str) -> Marked {
    let file = RelPath::new(file).unwrap();
    let mut source = String::new();
    let mut changes = Vec::new();
    let mut rest = text;
    while let Some((plain, marked)) = rest.split_once('⟦') {
        let (change, after) = marked.split_once('⟧').expect("every ⟦ has its ⟧");
        let (old, new) = change.split_once('→').expect("old→new between ⟦ and ⟧");
        source.push_str(plain);
        changes.push((source.len()..source.len() + old.len(), new));
        source.push_str(old);
        rest = after;
    }
    source.push_str(rest);
    let edits = changes
        .into_iter()
        .map(|(range, new)| Edit::replace(&file, &source, range, new).unwrap())
        .collect();
    Marked { source, edits }
}

/// The file, line by line.
pub(crate) fn numbered(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(text.lines())
}
