//! A path without a module: nothing declares the module, it is elsewhere, or is misspelt.

use unbreak_core::{Edit, Fact, StrategyError};

use super::{Found, Module, Rule};
use crate::closeness::{closest, is_slip};
use crate::elsewhere::Subject;
use crate::names::text;
use crate::proposal::{Offer, safe, spelled};
use crate::weights::{confidence, similarity};

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "find the module",
    answers: |fact| matches!(fact, Fact::UnresolvedImport { .. } | Fact::MissingModule { .. }),
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let (name, within) = match found.fact {
        Fact::UnresolvedImport {
            missing: Some(name),
            within,
            ..
        }
        | Fact::MissingModule { module: name, within } => (name.as_str(), within),
        _ => return Ok(Vec::new()),
    };
    if let Some(listed) = within.as_deref().and_then(library_modules) {
        let near = closest(name, listed.split(' '));
        let slips = near.into_iter().filter(|(near, _)| is_slip(name, near));
        let offers = slips.map(|(near, score)| respelt(found, name, near, score));
        return Ok(offers
            .collect::<Result<Vec<_>, _>>()?
            .into_iter()
            .flatten()
            .collect());
    }
    let modules = found.modules();
    let parent = modules.iter().find(|module| match within {
        Some(path) => path.rsplit("::").next() == Some(module.name()),
        None => module.path.is_empty(),
    });
    let Some(parent) = parent else {
        return Ok(Vec::new());
    };
    let children: Vec<&Module> = modules
        .iter()
        .filter(|module| !module.path.is_empty() && module.parent() == parent.path)
        .collect();
    if children.iter().any(|child| child.name() == name) {
        return Ok(declared(found, parent, name)?.into_iter().collect());
    }
    let mut offers: Vec<Offer> = moved(found, parent, name, &modules)?.into_iter().collect();
    for (near, score) in closest(name, children.iter().map(|child| child.name())) {
        offers.extend(respelt(found, name, near, score)?);
    }
    Ok(offers)
}

/// The modules of the standard library below a path, as of Rust 1.95.
fn library_modules(path: &str) -> Option<&'static str> {
    Some(match path {
        "std" | "core" | "alloc" => {
            "alloc any arch array ascii backtrace borrow boxed cell char clone cmp collections convert default env \
             error f32 f64 ffi fmt fs future hash hint i16 i32 i64 i8 io iter marker mem net num ops option os panic \
             path pin prelude primitive process ptr rc result slice str string sync task thread time u16 u32 u64 u8 \
             usize vec"
        }
        "std::collections" => "binary_heap btree_map btree_set hash_map hash_set linked_list vec_deque",
        "std::sync" => "atomic mpsc",
        "std::os" => "fd linux raw unix windows",
        _ => return None,
    })
}

/// `mod shapes;` for a file that is there.
fn declared(found: &Found<'_>, parent: &Module, name: &str) -> Result<Option<Offer>, StrategyError> {
    let text = found.case.context.workspace.read_text(&parent.file)?;
    let declares = |line: &str| {
        let line = line.trim_end();
        line.strip_suffix(';')
            .is_some_and(|line| line.split(' ').rev().nth(1) == Some("mod"))
    };
    let is_declared = text.lines().any(|line| line.contains(&format!("mod {name};")));
    if is_declared {
        return Ok(None);
    }
    let mut at = 0;
    let mut last = None;
    let mut is_public = false;
    for line in text.split_inclusive('\n') {
        at += line.len();
        if declares(line) {
            is_public = line.starts_with("pub mod");
            last = Some(at);
        }
    }
    let place = last.unwrap_or_else(|| head(&text));
    let visibility = if is_public { "pub " } else { "" };
    let space = if last.is_none() && !text[place..].starts_with('\n') {
        "\n"
    } else {
        ""
    };
    let line = format!("{visibility}mod {name};\n{space}");
    let edit = Edit::insert(&parent.file, &text, place, line)?;
    let reason = format!(
        "the file of '{name}' is there, and {} does not declare it",
        parent.file
    );
    Ok(Some(safe(
        format!("declare the module '{name}'"),
        reason,
        confidence::only(),
        vec![edit],
    )))
}

/// The start of a file's items: behind the comments and attributes of the file itself.
fn head(text: &str) -> usize {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let is_about_the_file = line.starts_with("//!") || line.starts_with("#![");
        let is_between = line.trim().is_empty() && at > 0;
        if !is_about_the_file && !is_between {
            break;
        }
        at += line.len();
    }
    at
}

/// The module of that name that is elsewhere in the crate.
fn moved(
    found: &Found<'_>,
    parent: &Module,
    name: &str,
    modules: &[Module],
) -> Result<Option<Offer>, StrategyError> {
    let mut elsewhere = modules.iter().filter(|module| module.name() == name);
    let (Some(home), None) = (elsewhere.next(), elsewhere.next()) else {
        return Ok(None);
    };
    let is_root = parent.path.is_empty();
    let written = if is_root {
        format!("crate::{name}")
    } else {
        format!("crate::{}::{name}", parent.path)
    };
    let right = format!("crate::{}", home.path);
    let text = found.case.text;
    let edits: Result<Vec<Edit>, _> = text
        .match_indices(&written)
        .filter(|(at, _)| !text[at + written.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        .map(|(at, _)| Edit::replace(found.case.file, text, at..at + written.len(), right.as_str()))
        .collect();
    let edits = edits?;
    let reason = format!("the module '{name}' of this crate is '{right}'");
    Ok((!edits.is_empty()).then(|| {
        safe(
            format!("'{right}' for '{written}'"),
            reason,
            confidence::resolved(),
            edits,
        )
    }))
}

/// Replaces the missing name by another, wherever it begins a path of this file.
fn respelt(found: &Found<'_>, name: &str, near: &str, score: f64) -> Result<Option<Offer>, StrategyError> {
    let text = found.case.text;
    let in_paths = text::words_in(text).filter(|word| {
        let (before, behind) = (&text[..word.start], &text[word.end..]);
        &text[word.clone()] == name
            && (behind.starts_with("::") || before.ends_with("::") || before.ends_with("use "))
    });
    let edits: Result<Vec<Edit>, _> = in_paths
        .map(|word| Edit::replace(found.case.file, text, word, near))
        .collect();
    let edits = edits?;
    let reason = format!("there is no '{name}', and '{near}' is nearly the same");
    Ok((!edits.is_empty()).then(|| {
        spelled(
            format!("write '{near}' for '{name}'"),
            reason,
            similarity::listed() * score,
            edits,
            is_slip(name, near),
        )
    }))
}
