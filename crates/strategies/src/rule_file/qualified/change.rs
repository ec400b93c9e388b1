//! Changes to names and imports.

use std::collections::BTreeSet;
use std::ops::Range;

use unbreak_core::{RelPath, Workspace};

use super::{FileNames, Import, Qualified, Tongue, Wanted};

/// A text in which one name stands for another, with the imports that needs. None where nothing changes.
pub(in crate::rule_file) fn rename(
    tongue: &Tongue,
    file: &RelPath,
    text: &str,
    workspace: &dyn Workspace,
    old: &Qualified,
    new: &Qualified,
) -> Option<String> {
    let names = FileNames::of(tongue, file, text, workspace)?;
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut wanted = BTreeSet::new();
    let mut aliased = BTreeSet::new();
    if let Some(part) = changed_part(old, new) {
        for import in names
            .imports
            .iter()
            .filter(|import| import.path == old.0 && import.local != "*")
        {
            let Some(last) = import.last.clone() else { continue };
            let keeps_readings = import.has_alias || is_read(&names, &import.local);
            let replacement = match (import.has_alias, keeps_readings) {
                (false, true) if names.declared.contains(part) => continue,
                _ => part.to_owned(),
            };
            edits.push((last, replacement));
            aliased.insert(import.local.clone());
        }
        edits.extend(prefixes(&names, old, part));
    }
    let renamed_here = |import: &&Import| aliased.contains(&import.local) && import.path == old.0;
    for (range, written) in names.readings() {
        let Some(meant) = longest(&names, written, old) else {
            continue;
        };
        let head = &text[range.start..range.start + meant];
        let through = names.imports.iter().find(|import| head == import.local);
        let replacement = match through.filter(renamed_here) {
            Some(import) if import.has_alias => continue,
            Some(_) => changed_part(old, new)?.to_owned(),
            None if through.is_none()
                && changed_part(old, new).is_some()
                && head.contains(names.notation.separator) =>
            {
                let kept = head.rfind(names.notation.separator)? + names.notation.separator.len();
                format!("{}{}", &head[..kept], changed_part(old, new)?)
            }
            None => {
                let added = names.written_without(new, Some(old))?;
                wanted.extend(added.import);
                added.written
            }
        };
        edits.push((range.start..range.start + meant, replacement));
    }
    if edits.is_empty() {
        return None;
    }
    let changed = replaced(text, edits);
    settle(tongue, file, text, changed, workspace, &wanted)
}

/// Adds imports to a changed text, and removes those that only the old text needed.
pub(in crate::rule_file) fn settle(
    tongue: &Tongue,
    file: &RelPath,
    old: &str,
    new: String,
    workspace: &dyn Workspace,
    wanted: &BTreeSet<Vec<String>>,
) -> Option<String> {
    let before = FileNames::of(tongue, file, old, workspace)?;
    let needed: BTreeSet<&str> = locals(&before).filter(|local| is_read(&before, local)).collect();
    let mut text = new;
    for path in wanted {
        let names = FileNames::of(tongue, file, &text, workspace)?;
        let brings = |import: &Import| import.path == *path && import.local != "*";
        if names.imports.iter().any(brings) {
            continue;
        }
        let (at, inserted) = (names.notation.insert)(&Wanted {
            path,
            file,
            text: &text,
            workspace,
            is_free: &|_| true,
        })?;
        text.insert_str(at, &inserted);
    }
    loop {
        let names = FileNames::of(tongue, file, &text, workspace)?;
        let is_idle = |import: &&Import| {
            let is_new = wanted.contains(&import.path);
            let is_needed = is_read(&names, &import.local) && !is_shadowed(&names, import, wanted);
            needed.contains(import.local.as_str()) && !is_new && !is_needed
        };
        let Some(idle) = names.imports.iter().find(is_idle) else {
            return Some(text);
        };
        let range = removal(&names, idle);
        let list = idle
            .list
            .clone()
            .filter(|list| *list != range && range.end <= list.end);
        let has_paths = names.notation.separator == "::";
        text.replace_range(range.clone(), "");
        if let Some(list) = list.filter(|_| has_paths) {
            unwrap_single(&mut text, list.start..list.end - range.len());
        }
    }
}

/// `use a::{b}` is written `use a::b`.
fn unwrap_single(text: &mut String, list: Range<usize>) {
    let inside = text[list.clone()]
        .trim_matches(['{', '}'])
        .trim()
        .trim_end_matches(',')
        .to_owned();
    let is_name = !inside.is_empty() && inside != "self" && inside.chars().all(super::is_part);
    if is_name {
        text.replace_range(list, &inside);
    }
}

/// A text without the import of a name.
pub(in crate::rule_file) fn without(
    tongue: &Tongue,
    file: &RelPath,
    text: &str,
    workspace: &dyn Workspace,
    name: &Qualified,
) -> Option<String> {
    let names = FileNames::of(tongue, file, text, workspace)?;
    let import = names
        .imports
        .iter()
        .find(|import| import.path == name.0 && import.local != "*")?;
    let mut changed = text.to_owned();
    changed.replace_range(removal(&names, import), "");
    Some(changed)
}

/// Returns whether a new import brings the same name.
fn is_shadowed(names: &FileNames<'_>, import: &Import, wanted: &BTreeSet<Vec<String>>) -> bool {
    let is_rival = |other: &Import| other.local == import.local && wanted.contains(&other.path);
    names.imports.iter().any(is_rival)
}

fn locals<'n>(names: &'n FileNames<'_>) -> impl Iterator<Item = &'n str> {
    names.imports.iter().map(|import| import.local.as_str())
}

fn is_read(names: &FileNames<'_>, local: &str) -> bool {
    let separator = names.notation.separator;
    names
        .readings()
        .any(|(_, written)| written.split(separator).next() == Some(local))
}

/// The new last part, where that is all that differs.
fn changed_part<'n>(old: &Qualified, new: &'n Qualified) -> Option<&'n str> {
    let (_, before) = old.0.split_last()?;
    let (last, after) = new.0.split_last()?;
    (before == after && !before.is_empty()).then_some(last.as_str())
}

/// How much of a chain stands for a name.
fn longest(names: &FileNames<'_>, written: &str, name: &Qualified) -> Option<usize> {
    let separator = names.notation.separator;
    let ends = written.match_indices(separator).map(|(at, _)| at);
    ends.chain([written.len()])
        .find(|end| names.reads(&written[..*end], name))
}

/// The old part in imports of something below the name: `distributions` in `use rand::distributions::Uniform`.
fn prefixes(names: &FileNames<'_>, old: &Qualified, part: &str) -> Vec<(Range<usize>, String)> {
    let separator = names.notation.separator;
    let Some((last, parents)) = old.0.split_last() else {
        return Vec::new();
    };
    let is_below = |import: &&Import| {
        import
            .path
            .strip_prefix(old.0.as_slice())
            .is_some_and(|rest| !rest.is_empty() || import.last.is_none())
    };
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    for import in names.imports.iter().filter(is_below) {
        let text = &names.text[import.names.clone()];
        let whole = format!("{}{separator}{last}", parents.join(separator));
        let at = match text.starts_with(&whole) {
            true => Some(whole.len() - last.len()),
            false => names.text[..import.entry.end]
                .rfind(&format!("{last}{separator}"))
                .and_then(|at| at.checked_sub(import.names.start)),
        };
        let Some(start) = at.map(|at| import.names.start + at) else {
            continue;
        };
        let edit = (start..start + last.len(), part.to_owned());
        if !found.contains(&edit) {
            found.push(edit);
        }
    }
    found
}

/// The range to remove with an import: its entry and a comma, its list, or the statement with its line.
fn removal(names: &FileNames<'_>, import: &Import) -> Range<usize> {
    let text = names.text;
    let others = |is_same: &dyn Fn(&Import) -> bool| {
        names.imports.iter().filter(|other| *other != import).any(is_same)
    };
    if !others(&|other| other.statement == import.statement) {
        return whole_line(text, import.statement.clone());
    }
    if let Some(list) = &import.list
        && !others(&|other| other.list.as_ref() == Some(list))
    {
        return list.clone();
    }
    let entry = import.entry.clone();
    let behind = &text[entry.end..];
    if let Some(rest) = behind.strip_prefix(',') {
        let spaces = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let end = entry.end + 1 + spaces;
        return match text[end..].starts_with('\n') {
            true => whole_line(text, entry.start..end),
            false => entry.start..end,
        };
    }
    let before = text[..entry.start].trim_end();
    match before.strip_suffix(',') {
        Some(before) => before.len()..entry.end,
        None => whole_line(text, entry),
    }
}

/// A range, with its line where nothing else is there.
fn whole_line(text: &str, range: Range<usize>) -> Range<usize> {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[range.end..]
        .find('\n')
        .map_or(text.len(), |at| range.end + at + 1);
    let is_blank = |range: Range<usize>| text[range].trim().is_empty();
    match is_blank(start..range.start) && is_blank(range.end..end) {
        true => start..end,
        false => range,
    }
}

fn replaced(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    edits.dedup_by(|later, earlier| later.0.start < earlier.0.end);
    let mut changed = text.to_owned();
    for (range, new) in edits.into_iter().rev() {
        changed.replace_range(range, &new);
    }
    changed
}
