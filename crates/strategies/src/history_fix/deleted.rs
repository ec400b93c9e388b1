//! A definition that a recent commit deleted, although it is still used, comes back.
//!
//! A commit that also deleted uses of the name meant to delete it: then nothing is offered. The text and the place
//! come from the difference between the state before the commit and the working tree, so changes that were made
//! since stay.

use std::ops::Range;

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Edit, Fact, RelPath, StrategyError};

use super::definition::{belongs, declared, defines};
use super::patch::{Hunk, Patch};
use super::renamed::{is_defined, renames};
use super::restore::{brings, brings_words};
use super::{Case, Offer, example};
use crate::code_words::{Family, has_word, is_header, is_word};
use crate::lines::indentation;
use crate::renaming::pages;
use crate::weights::confidence;

/// Larger hunks with one import are not about the import.
const MOST_IMPORT_LINES: usize = 3;

/// Restores the definition of a name that one of the newest commits deleted.
pub(super) async fn offers(case: &Case<'_>, name: &str) -> Result<Vec<Offer>, StrategyError> {
    if uses_anew(&case.uncommitted, name) {
        return Ok(Vec::new());
    }
    for commit in case.git.commits_about(name).await.iter() {
        if let Some(file) = deleted_in(commit, name) {
            if has_moved(commit, name) || !is_member(case) && is_elsewhere(case, name, &file) {
                break;
            }
            return Ok(restored(case, name, commit, &file).await?.into_iter().collect());
        }
        if let Some(hunk) = import_lost_in(commit, name).filter(|hunk| is_read_by_failing(case, hunk)) {
            return Ok(imported(case, name, commit, hunk).await?.into_iter().collect());
        }
        if uses_anew(commit, name) {
            break;
        }
    }
    Ok(Vec::new())
}

fn is_member(case: &Case<'_>) -> bool {
    matches!(case.diagnostic.fact, Some(Fact::UnknownMember { .. }))
}

/// Returns whether a free name has moved: another file defines it or, for a prototype, declares it.
fn is_elsewhere(case: &Case<'_>, name: &str, file: &RelPath) -> bool {
    if !is_header(file) {
        return is_defined(case, name);
    }
    let workspace = case.context.workspace;
    let files = workspace.files();
    let mut headers = files.iter().filter(|file| is_header(file));
    headers.any(|header| {
        let text = workspace.read_text(header);
        text.is_ok_and(|text| text.lines().any(|line| declared(line) == Some(name)))
    })
}

/// Returns whether a commit defines a name in other lines: a method that became a function, for example.
fn has_moved(commit: &Patch, name: &str) -> bool {
    let mut hunks = commit.all();
    hunks.any(|hunk| !declares(&hunk.old, name) && declares(&hunk.new, name))
}

/// Returns whether a change brings a use of a name to lines that had none.
fn uses_anew(patch: &Patch, name: &str) -> bool {
    patch.all().any(|hunk| hunk.has(name) && !hunk.had(name))
}

/// The file in which a commit deletes the only definition of a name, and with it nothing else about the name.
fn deleted_in(commit: &Patch, name: &str) -> Option<RelPath> {
    let mut about = commit.all().filter(|hunk| hunk.had(name) && !hunk.has(name));
    let (Some(hunk), None) = (about.next(), about.next()) else {
        return None;
    };
    (declares(&hunk.old, name) && commit.hunks.contains(hunk)).then(|| hunk.file.clone())
}

/// The lines in which a commit took a name from an import or a re-export, if it did nothing else about the name and
/// nothing new is in them.
fn import_lost_in<'c>(commit: &'c Patch, name: &str) -> Option<&'c Hunk> {
    let mut about = commit.all().filter(|hunk| hunk.had(name) && !hunk.has(name));
    let (Some(hunk), None) = (about.next(), about.next()) else {
        return None;
    };
    let is_import = hunk.old.len() <= MOST_IMPORT_LINES && brings(hunk, name) && !brings_words(hunk);
    (is_import && commit.hunks.contains(hunk)).then_some(hunk)
}

/// Returns whether the lines are in the failing file, or in the module from which it imports what is missing.
fn is_read_by_failing(case: &Case<'_>, hunk: &Hunk) -> bool {
    let Some(family) = Family::of(hunk.file.as_str()) else {
        return false;
    };
    // `shop` and `shop/index` are the same.
    let stem = hunk.file.file_name().split('.').next().unwrap_or_default();
    let own_crate = crate_of(case, &hunk.file);
    let is_module = |text: &str| {
        has_word(text, family.module(&hunk.file))
            || has_word(text, stem)
            || own_crate
                .as_ref()
                .is_some_and(|name| has_word(text, name) || has_word(text, "crate"))
    };
    case.places.iter().any(|place| {
        let text = case.context.workspace.read_text(&place.file).unwrap_or_default();
        let mut imports = family.imports(&text);
        place.file == hunk.file
            || imports.any(|(path, names)| {
                is_module(path) || is_module(names) || path.trim_matches(['.', '/']).is_empty()
            })
    })
}

/// The name of the crate whose root a file is, as imports write it.
fn crate_of(case: &Case<'_>, file: &RelPath) -> Option<String> {
    let directory = file.as_str().strip_suffix("src/lib.rs")?;
    let manifest = RelPath::new(&format!("{directory}Cargo.toml")).ok()?;
    let manifest: toml::Table = case.context.workspace.read_text(&manifest).ok()?.parse().ok()?;
    let name = manifest.get("package")?.get("name")?.as_str()?;
    Some(name.replace('-', "_"))
}

/// The lines with the import, and those of the same file that declare or import what it names.
async fn imported(
    case: &Case<'_>,
    name: &str,
    commit: &Patch,
    hunk: &Hunk,
) -> Result<Option<Offer>, StrategyError> {
    let since = case.git.since_before(&commit.commit, &hunk.file).await;
    let is_same = |other: &&Hunk| other.old == hunk.old && other.new == hunk.new;
    let Some(hunk) = since.as_ref().and_then(|since| since.hunks.iter().find(is_same)) else {
        return Ok(None);
    };
    // A new definition of the name may be what is to be imported now.
    let is_replaced = has_moved(commit, name);
    let workspace = case.context.workspace;
    let text = workspace.read_text(&hunk.file)?;
    let declares_for_it = |other: &&Hunk| {
        let is_gone = other.new.is_empty() && other.old.len() <= MOST_IMPORT_LINES && other.at != hunk.at;
        let mut words = identifiers(&hunk.old).filter(|word| *word != name && !has_word(&text, word));
        is_gone && words.any(|word| declares(&other.old, word) || brings(other, word))
    };
    let since = since.iter().flat_map(|since| &since.hunks);
    let mut edits = Vec::new();
    for hunk in since.filter(declares_for_it).chain([hunk]) {
        let Some(edit) = hunk.restored(workspace)? else {
            return Ok(None);
        };
        edits.push(edit);
    }
    Ok(Some(Offer {
        title: format!("import '{name}' in {} again", hunk.file),
        reason: format!("a commit removed the import of '{name}', and the name is still used"),
        confidence: confidence::likely(),
        is_safe: !is_replaced,
        is_determined: !is_replaced,
        edits,
    }))
}

fn declares(lines: &[String], name: &str) -> bool {
    lines.iter().any(|line| declared(line) == Some(name))
}

async fn restored(
    case: &Case<'_>,
    name: &str,
    commit: &Patch,
    file: &RelPath,
) -> Result<Option<Offer>, StrategyError> {
    let workspace = case.context.workspace;
    let (Some(since), Ok(text)) = (
        case.git.since_before(&commit.commit, file).await,
        workspace.read_text(file),
    ) else {
        return Ok(None);
    };
    let gone = |hunk: &&Hunk| hunk.new.is_empty() && declares(&hunk.old, name);
    let Some(part) = since.hunks.iter().find(gone).and_then(|hunk| part(hunk, name)) else {
        return Ok(None);
    };
    if is_member(case) && !example::is_owned(case, &[&part]) {
        return Ok(None);
    }
    let imports = since.hunks.iter().filter(|hunk| {
        let is_gone = hunk.new.is_empty() && hunk.old.len() <= MOST_IMPORT_LINES;
        is_gone && identifiers(&part.old).any(|word| brings(hunk, word) && !has_word(&text, word))
    });
    let mut edits: Vec<Edit> = Vec::new();
    for hunk in imports.filter(|hunk| hunk.at != part.at).chain([&part]) {
        let Some(edit) = hunk.restored(workspace)? else {
            return Ok(None);
        };
        edits.push(edit);
    }
    let is_replaced = brings_definitions(commit);
    let is_only = !is_member(case) || !defines(&text, name);
    Ok(Some(Offer {
        title: format!("restore the definition of '{name}' in {file}"),
        reason: format!("a commit deleted '{name}', and it is still used"),
        confidence: match is_replaced {
            true => confidence::possible(),
            false => confidence::likely(),
        },
        is_safe: !is_replaced && is_only && is_used_beside_tests(case, name, file),
        is_determined: !is_replaced,
        edits,
    }))
}

/// The lines of a deleted hunk that define a name: all, unless there are other definitions that it does not use.
/// `None` if the other lines use the name: then it was deleted on purpose.
fn part(hunk: &Hunk, name: &str) -> Option<Hunk> {
    let own = block(&hunk.old, name)?;
    let (before, rest) = hunk.old.split_at(own.start);
    let (block, after) = rest.split_at(own.len());
    let is_blank = |line: &&String| line.trim().is_empty();
    let is_used = |line: &String| {
        let word = declared(line);
        word.is_some_and(|word| block.iter().any(|line| has_word(line, word)))
    };
    let mut others = before.iter().chain(after);
    if others.clone().any(|line| has_word(line, name)) {
        return None;
    }
    let is_whole = others.clone().all(|line| is_blank(&line)) || others.any(is_used);
    let mut part = hunk.clone();
    if !is_whole {
        // The blank lines behind a definition part it from the next one, those before it from the last one.
        let behind = after.iter().take_while(is_blank).count();
        let ahead = match behind {
            0 => before.iter().rev().take_while(is_blank).count(),
            _ => 0,
        };
        part.old = hunk.old[own.start - ahead..own.end + behind].to_vec();
    }
    Some(part)
}

/// The lines of a definition, with the comments and decorators before it, as indices.
fn block(lines: &[String], name: &str) -> Option<Range<usize>> {
    const LEADS: [&str; 6] = ["#", "@", "//", "/*", "*", "template"];
    let at = lines.iter().position(|line| declared(line) == Some(name))?;
    let own = indentation(&lines[at]);
    let is_lead = |line: &&String| {
        indentation(line) >= own && LEADS.iter().any(|mark| line.trim_start().starts_with(mark))
    };
    let start = at - lines[..at].iter().rev().take_while(is_lead).count();
    let rest = lines[at + 1..].iter();
    let mut end = at + 1 + rest.take_while(|line| belongs(line, &lines[at])).count();
    while lines[end - 1].trim().is_empty() {
        end -= 1;
    }
    Some(start..end)
}

fn identifiers(lines: &[String]) -> impl Iterator<Item = &str> {
    let words = lines.iter().flat_map(|line| line.split(|c| !is_word(c)));
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// Returns whether a commit defines something that it does not also remove: it may be what now does the work of
/// the deleted definition.
fn brings_definitions(commit: &Patch) -> bool {
    let names = |lines: &[String]| {
        let names = lines.iter().filter_map(|line| declared(line).map(str::to_owned));
        names.collect::<Vec<_>>()
    };
    let old: Vec<String> = commit.all().flat_map(|hunk| names(&hunk.old)).collect();
    // What has another's place replaces nothing else.
    let pairs = commit.hunks.iter().filter_map(renames);
    let renamed: Vec<&str> = pairs.flat_map(|(pairs, _)| pairs).map(|(_, new)| new).collect();
    let mut new = commit.all().flat_map(|hunk| names(&hunk.new));
    new.any(|name| !old.contains(&name) && !renamed.contains(&name.as_str()))
}

/// Returns whether code other than tests uses a name for more than handing it on.
fn is_used_beside_tests(case: &Case<'_>, name: &str, file: &RelPath) -> bool {
    let Some(family) = Family::of(file.as_str()) else {
        return false;
    };
    let uses = |page: crate::renaming::Page| {
        let is_import = |at: usize| family.is_import_at(&page.text, at);
        !is_test_file(&page.file) && page.places.iter().any(|place| !is_import(place.start))
    };
    pages(case.context.workspace, family, name).into_iter().any(uses)
}
