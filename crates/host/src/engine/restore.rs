//! Restores texts, as a fix of the engine's own.

use std::collections::BTreeMap;

use unbreak_core::{Confidence, Edit, FileOp, Fix, RelPath};

use crate::workspace::merge_texts;

/// The name of the engine's own changes in the journal.
const ENGINE: &str = "engine";

/// A fix that gives each file the wanted text; `None` means no file. Files that have it already are left out.
pub(super) fn restoring(
    title: &str,
    wanted: &BTreeMap<RelPath, Option<String>>,
    read: impl Fn(&RelPath) -> Option<String>,
) -> Fix {
    let mut fix = Fix::new(ENGINE, title, Confidence::new(1.0));
    for (file, wanted) in wanted {
        match (read(file), wanted) {
            (Some(now), Some(wanted)) if now != *wanted => fix.edits.push(difference(file, &now, wanted)),
            (Some(_), None) => fix.files.push(FileOp::Delete { file: file.clone() }),
            (None, Some(content)) => fix.files.push(FileOp::Create {
                file: file.clone(),
                content: content.clone(),
            }),
            _ => {}
        }
    }
    fix
}

/// A text (or no file) with the change from one text to another; `None` if later changes cannot be separated from it.
pub(super) fn changed(now: Option<&str>, from: Option<&str>, to: Option<&str>) -> Option<Option<String>> {
    match (now, from, to) {
        (now, from, to) if now == from => Some(to.map(str::to_owned)),
        (Some(now), Some(from), Some(to)) => merge_texts(from, now, to).map(Some),
        _ => None,
    }
}

/// One edit that turns one text into another: everything between their common beginning and end.
pub(super) fn difference(file: &RelPath, now: &str, wanted: &str) -> Edit {
    let common = |a: &mut dyn Iterator<Item = char>, b: &mut dyn Iterator<Item = char>| -> usize {
        a.zip(b)
            .take_while(|(a, b)| a == b)
            .map(|(a, _)| a.len_utf8())
            .sum()
    };
    let start = common(&mut now.chars(), &mut wanted.chars());
    let (left, right) = (&now[start..], &wanted[start..]);
    let end = common(&mut left.chars().rev(), &mut right.chars().rev());
    Edit {
        file: file.clone(),
        range: start..now.len() - end,
        original: left[..left.len() - end].to_owned(),
        replacement: right[..right.len() - end].to_owned(),
    }
}
