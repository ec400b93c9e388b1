//! Dotted names under other names: in import statements and wherever the file reads them.

use std::collections::{BTreeMap, BTreeSet};

use ruff_text_size::Ranged;
use unbreak_core::fix::apply_edits;
use unbreak_core::{Edit, FixError};

use super::Changed;
use super::names::{Bound, Names, Path, Reading};
use super::statement::{Outcome, rebuild};
use crate::python::imports::Wanted;

/// Old dotted names and new ones.
#[derive(Debug)]
pub(in crate::rule_file) struct Renames(pub(in crate::rule_file) Vec<(Path, Path)>);

impl Renames {
    /// The longest old name that a name is or begins with, and what the name becomes.
    fn of(&self, path: &Path) -> Option<(&Path, Path)> {
        let fitting = self
            .0
            .iter()
            .filter_map(|(old, new)| Some((old, new.join(path.after(old)?))));
        fitting.max_by_key(|(old, _)| old.len())
    }
}

/// A file's text with names replaced; none where nothing is to be replaced, or something cannot be.
pub(in crate::rule_file) fn rename(
    names: &Names<'_>,
    renames: &Renames,
    is_builtin: impl Fn(&str) -> bool,
) -> Result<Option<Changed>, FixError> {
    let mut outcomes: Vec<Option<Outcome>> = names
        .imports
        .iter()
        .map(|bound| {
            let (_, new) = renames.of(&bound.imported)?;
            Some(Outcome::of(&bound.import, &new, &is_builtin))
        })
        .collect();
    keep_shared_names(names, &mut outcomes);
    let mut edits = Vec::new();
    let mut wanted = BTreeSet::new();
    for reading in names.readings() {
        match edit_of(names, renames, &reading, &outcomes, &is_builtin, &mut wanted)? {
            Some(Some(edit)) => edits.push(edit),
            Some(None) => {}
            None => return Ok(None),
        }
    }
    edits.extend(statements(names, &outcomes)?);
    if edits.is_empty() {
        return Ok(None);
    }
    let text = apply_edits(names.parsed.source.text(), &edits)?;
    Ok(Some(Changed { text, wanted }))
}

/// A name that something else binds as well (`except ImportError`) is read as it is: the import goes on binding it.
fn keep_shared_names(names: &Names<'_>, outcomes: &mut [Option<Outcome>]) {
    let bound_by = |index: usize, outcomes: &[Option<Outcome>]| match &outcomes[index] {
        Some(outcome) => outcome.bound.clone(),
        None => Some(names.imports[index].import.bound().to_owned()),
    };
    for (index, bound) in names.imports.iter().enumerate() {
        let (name, new) = (bound.import.bound(), bound_by(index, outcomes));
        let is_same = |other: &Bound<'_>| other.scope == bound.scope && other.import.bound() == name;
        let same: Vec<usize> = (0..names.imports.len())
            .filter(|&other| is_same(&names.imports[other]))
            .collect();
        let is_shared = names.bindings(bound).len() > same.len()
            || same.iter().any(|&other| bound_by(other, outcomes) != new);
        let follows = bound.import.from.is_some() && bound.import.alias.asname.is_none();
        if let (Some(outcome), true) = (&mut outcomes[index], is_shared && follows)
            && let Some(wanted) = outcome.wanted.take()
        {
            outcome.wanted = Some(wanted.bound_to(name));
            outcome.bound = Some(name.to_owned());
        }
    }
}

/// The edit to one reading; the outer `None` where it cannot be made.
fn edit_of(
    names: &Names<'_>,
    renames: &Renames,
    reading: &Reading<'_>,
    outcomes: &[Option<Outcome>],
    is_builtin: impl Fn(&str) -> bool,
    wanted: &mut BTreeSet<Wanted>,
) -> Result<Option<Option<Edit>>, FixError> {
    let bound = &names.imports[reading.bound];
    let source = &names.parsed.source;
    let own = outcomes[reading.bound].as_ref();
    // The name that the import binds stands for what was renamed: it follows the import.
    let follows = bound.import.from.is_some() || bound.import.alias.asname.is_some();
    if let (Some(outcome), true) = (own, follows) {
        let edit = match &outcome.bound {
            Some(name) if name != bound.import.bound() => {
                Some(source.replace(reading.reference.range, name.as_str())?)
            }
            _ => None,
        };
        return Ok(Some(edit));
    }
    let Some((old, _)) = renames.of(&reading.path) else {
        return Ok(Some(None));
    };
    let (old, new) = (old.clone(), renames.of(&old.clone()).map(|(_, new)| new));
    // Where the new name cannot be had, the old one is meant.
    let new = new.filter(|new| !names.has_failed(new, reading.reference.range.start()));
    let Some(new) = new else { return Ok(Some(None)) };
    let Some(attributes) = old.len().checked_sub(bound.target.len()) else {
        return Ok(Some(None));
    };
    let Some(range) = names.chain(reading.reference, attributes) else {
        return Ok(None);
    };
    let at = range.start().to_usize();
    let written = if own.is_some() {
        new.to_string()
    } else if old.split_last().0 == new.split_last().0 {
        let head = source.slice(range).rsplit_once('.').map_or("", |(head, _)| head);
        format!("{head}.{}", new.split_last().1)
    } else {
        let (parent, _) = new.split_last();
        let module = if parent.len() == 0 { &new } else { &parent };
        match names.spell(&new, module, at, |index| outcomes[index].is_some(), is_builtin) {
            Some((written, import)) => {
                wanted.extend(import);
                written
            }
            None => return Ok(None),
        }
    };
    Ok(Some(Some(source.replace(range, written)?)))
}

/// The edits to the import statements, each as a whole.
fn statements(names: &Names<'_>, outcomes: &[Option<Outcome>]) -> Result<Vec<Edit>, FixError> {
    let mut by_statement: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, bound) in names.imports.iter().enumerate() {
        by_statement
            .entry(bound.import.statement.start().to_usize())
            .or_default()
            .push(index);
    }
    let mut edits = Vec::new();
    for indexes in by_statement
        .values()
        .filter(|all| all.iter().any(|&index| outcomes[index].is_some()))
    {
        let parts: Vec<_> = indexes
            .iter()
            .map(|&index| (names.imports[index].import, outcomes[index].as_ref()))
            .collect();
        edits.extend(rebuild(&names.parsed.source, &parts)?);
    }
    Ok(edits)
}
