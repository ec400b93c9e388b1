//! The parameters of a definition changed: calls that were left behind follow.
//!
//! What stands at each place of the new list says where it stood in the old one. So an argument is dropped, moved or
//! given its new name without a guess. Only for a new parameter other calls have to show what to pass.

use std::collections::BTreeSet;
use std::ops::Range;

use unbreak_core::{Edit, Fact, RelPath, StrategyError};

use super::argument::{Part, filled, names, parts};
use super::definition::{declared, lines_of};
use super::patch::Patch;
use super::{Case, Offer, object};
use crate::code_words::{Family, PYTHON, has_word, is_word, last_part};
use crate::declared::{type_around, type_name};
use crate::lines::{Lines, line_at};
use crate::renaming::parameters::{listed, taken};
use crate::renaming::{Page, is_member_at, is_prototype, opening, pages, qualifier};
use crate::weights::confidence;

/// What a place of the new list of parameters takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// The argument that stood at this place of the old one.
    Old(usize),
    New,
}

/// How a list of parameters changed.
struct Change {
    slots: Vec<Slot>,
    /// Parameters that have another name at the same place.
    renamed: Vec<(String, String)>,
    removed: Vec<String>,
    /// How many arguments the old list took, and the new one takes.
    old: std::ops::RangeInclusive<usize>,
    new: std::ops::RangeInclusive<usize>,
    /// The module of the definition, if nothing else has the name and it is no method: then a call that writes nothing
    /// or the module before the name is one of this definition. What other objects are, the text does not tell.
    module: Option<String>,
}

impl Change {
    /// Returns whether the same parameters stand in another order.
    fn is_another_order(&self) -> bool {
        let slots = self.slots.iter().enumerate();
        let is_moved = |(index, slot): (usize, &Slot)| *slot != Slot::Old(index);
        self.renamed.is_empty()
            && self.removed.is_empty()
            && !self.slots.contains(&Slot::New)
            && slots.into_iter().any(is_moved)
    }

    /// The arguments of a call in the new form that the old one had, at their places there.
    fn before(&self, arguments: &[String]) -> Vec<String> {
        let slot = |index: usize| self.slots.iter().position(|slot| *slot == Slot::Old(index));
        let mut before = Vec::new();
        while let Some(argument) = slot(before.len()).and_then(|at| arguments.get(at)) {
            before.push(argument.clone());
        }
        before
    }
}

/// What is called: the type that its constructor or method belongs to, and the name that calls write.
pub(super) struct Callee {
    owner: Option<String>,
    definition: String,
    pub(super) called: String,
}

/// Offers for calls of a definition whose parameters the newest change to them left behind.
pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(callee) = Callee::of(case) else {
        return Ok(Vec::new());
    };
    let Some(family) = case
        .places
        .first()
        .and_then(|place| Family::of(place.file.as_str()))
    else {
        return Ok(Vec::new());
    };
    let workspace = case.context.workspace;
    let mut homes = Vec::new();
    let mut is_free = Vec::new();
    for page in pages(workspace, family, &callee.definition) {
        let definitions = callee.definitions(family, &page.text);
        is_free.extend(definitions.into_iter().map(|(around, _)| callee.is_free(around)));
        if let Some(list) = callee.parameters(family, &page.text) {
            homes.push((page.file.clone(), list));
        }
    }
    let [(home, new)] = homes.as_slice() else {
        return Ok(Vec::new());
    };
    // A constructor's parameters do not stand beside the name that calls write.
    let name = match case.diagnostic.fact.as_ref() {
        Some(Fact::UnexpectedArgument { name, .. }) => name,
        _ => &callee.called,
    };
    for patch in case.changes_about(name).await.iter() {
        if !patch.hunks.iter().any(|hunk| hunk.file == *home) {
            continue;
        }
        let old = case.git.text_before(patch, home).await;
        let Some(old) = old.and_then(|old| callee.parameters(family, &old)) else {
            return Ok(Vec::new());
        };
        if old == *new {
            continue;
        }
        let text = workspace.read_text(home)?;
        let module =
            || (is_free == [true] || callee.is_constructor()).then(|| family.module(home).to_owned());
        if let Some(names) = object::gathered(family, &callee, &old, new, patch) {
            let offer = object::passed(case, family, &callee, &names, module().as_deref())?;
            return Ok(offer.into_iter().collect());
        }
        let is_of_types = matches!(case.diagnostic.fact, Some(Fact::TypeMismatch { .. }));
        return match change(family, &old, new) {
            Some(change) if is_of_types && !change.is_another_order() => Ok(Vec::new()),
            // The definition may be what is wrong.
            Some(change)
                if change
                    .removed
                    .iter()
                    .any(|name| callee.reads(family, &text, name)) =>
            {
                Ok(Vec::new())
            }
            Some(change) => {
                let change = Change {
                    module: module(),
                    ..change
                };
                Ok(followed(case, family, &callee, &change, patch)?
                    .into_iter()
                    .collect())
            }
            None => Ok(Vec::new()),
        };
    }
    Ok(Vec::new())
}

impl Callee {
    fn of(case: &Case<'_>) -> Option<Self> {
        let path = match case.diagnostic.fact.as_ref()? {
            Fact::UnexpectedArgument { callee, .. }
            | Fact::SurplusArgument { callee }
            | Fact::MissingArgument { callee, .. }
            | Fact::WrongArguments { callee, .. } => callee.clone(),
            Fact::TypeMismatch { .. } => None,
            _ => return None,
        };
        let path = path.or_else(|| called_at(case))?;
        let path = path.trim_end_matches("()");
        let definition = last_part(path).to_owned();
        let owner = path
            .strip_suffix(definition.as_str())?
            .trim_end_matches(['.', ':']);
        let owner = Some(last_part(owner).to_owned()).filter(|owner| !owner.is_empty());
        let called = match (definition.as_str(), &owner) {
            ("__init__", Some(owner)) => owner.clone(),
            ("__init__", None) => return None,
            _ => definition.clone(),
        };
        Some(Self {
            owner,
            definition,
            called,
        })
    }

    fn is_constructor(&self) -> bool {
        self.definition == "__init__"
    }

    /// Returns whether the body of the definition reads a name that nothing in it binds.
    fn reads(&self, family: &'static Family, text: &str, name: &str) -> bool {
        let Some(own) = lines_of(text, &self.definition) else {
            return false;
        };
        let lines = Lines::of(text);
        let mut places = family.places_of(text, name);
        places.retain(|place| {
            let line = lines.line_of(place.start);
            line > own.start && own.contains(&line) && !is_member_at(text, place)
        });
        let binds = |place: &Range<usize>| declared(line_at(text, place.start)) == Some(name);
        !places.is_empty() && !places.iter().any(binds)
    }

    /// Returns whether a definition in this type is called without an object: a function, or a constructor that has the
    /// name of its type.
    fn is_free(&self, around: Option<&str>) -> bool {
        around.is_none_or(|around| around == self.definition)
    }

    /// The definitions of the name in a text: each with its type and its list of parameters.
    fn definitions<'t>(
        &self,
        family: &'static Family,
        text: &'t str,
    ) -> Vec<(Option<&'t str>, Vec<Range<usize>>)> {
        let mut lists = Vec::new();
        for place in family.places_of(text, &self.definition) {
            let line = line_at(text, place.start);
            if declared(line) == Some(&self.definition) && !is_prototype(family, line) {
                let around = type_around(text, place.start).and_then(type_name);
                lists.extend(list_behind(text, place.end).map(|list| (around, list)));
            }
        }
        lists
    }

    /// The parameters of the one definition in a text.
    fn parameters(&self, family: &'static Family, text: &str) -> Option<Vec<String>> {
        let mut lists = self.definitions(family, text);
        // Modules come before a name like types.
        let is_of_owner = |around: Option<&str>| around == self.owner.as_deref();
        if lists.iter().any(|(around, _)| is_of_owner(*around)) {
            lists.retain(|(around, _)| is_of_owner(*around));
        } else if self.is_constructor() {
            return None;
        }
        let [(_, list)] = lists.as_slice() else {
            return None;
        };
        let list = list.iter().cloned();
        let parameters = list.map(|part| text[part].to_owned());
        let is_receiver = |parameter: &String| {
            let name = parameter.split(':').next().unwrap_or_default();
            let name = name.rsplit(|c| !is_word(c)).next();
            matches!(name, Some("self" | "cls"))
        };
        // `*` and `/` only separate parameters.
        Some(
            parameters
                .filter(|text| !is_receiver(text) && !matches!(text.as_str(), "*" | "/"))
                .collect(),
        )
    }
}

/// Where the bracket behind a name and its type parameters opens.
fn bracket_behind(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    match rest.starts_with('<') {
        true => Some(at + rest.find('(')?),
        false => Some(at),
    }
}

/// The parts of the list in brackets behind a name and its type parameters.
fn list_behind(text: &str, at: usize) -> Option<Vec<Range<usize>>> {
    let start = bracket_behind(text, at)?;
    let parts = listed(&text[start..])?.into_iter();
    Some(parts.map(|part| start + part.start..start + part.end).collect())
}

/// The name of the call at the failing place, for tools that do not give it.
fn called_at(case: &Case<'_>) -> Option<String> {
    let place = case.places.first()?;
    let text = case.context.workspace.read_text(&place.file).ok()?;
    let at = Lines::of(&text).offset(&text, place.line, place.column?)?;
    let word = &text[at..];
    let word = &word[..word.find(|c| !is_word(c)).unwrap_or(word.len())];
    if !word.is_empty() && list_behind(&text, at + word.len()).is_some() {
        return Some(word.to_owned());
    }
    let open = opening(&text, at).filter(|open| text[*open..].starts_with('('))?;
    let before = &text[..open];
    let name = &before[before.trim_end_matches(is_word).len()..];
    (!name.is_empty()).then(|| name.to_owned())
}

/// The name of a parameter: before its type and default, or behind its type.
pub(super) fn parameter_name<'p>(family: &Family, parameter: &'p str) -> &'p str {
    let head = parameter.split(['=', ':']).next().unwrap_or_default();
    let head = head.trim().trim_end_matches('?');
    let words = || head.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    let has_type_first = family.writes_types_first();
    let found = match has_type_first {
        true => words().next_back(),
        false => words().find(|word| *word != "mut"),
    };
    found.unwrap_or_default()
}

fn change(family: &Family, old: &[String], new: &[String]) -> Option<Change> {
    let names = |list: &[String]| -> Vec<String> {
        list.iter()
            .map(|parameter| parameter_name(family, parameter).to_owned())
            .collect()
    };
    let (before, after) = (names(old), names(new));
    let are_distinct = |names: &[String]| names.iter().collect::<BTreeSet<_>>().len() == names.len();
    let is_variadic = |list: &[String]| {
        list.iter().any(|text| {
            text.starts_with('*') && std::ptr::eq(family, &raw const PYTHON) || text.contains("...")
        })
    };
    if !are_distinct(&before) || !are_distinct(&after) || is_variadic(old) || is_variadic(new) {
        return None;
    }
    let has_one_length = before.len() == after.len();
    let mut renamed = Vec::new();
    let slots: Vec<Slot> = after
        .iter()
        .enumerate()
        .map(|(index, name)| match before.iter().position(|old| old == name) {
            Some(index) => Slot::Old(index),
            None if has_one_length && !after.contains(&before[index]) => {
                renamed.push((before[index].clone(), name.clone()));
                Slot::Old(index)
            }
            None => Slot::New,
        })
        .collect();
    let is_kept = |index: usize| slots.contains(&Slot::Old(index));
    let removed: Vec<String> = before
        .iter()
        .enumerate()
        .filter(|(index, _)| !is_kept(*index))
        .map(|(_, name)| name.clone())
        .collect();
    // What came may be what went, under another name and at another place.
    let is_open = slots.contains(&Slot::New) && !removed.is_empty();
    let count = |list: &[String]| taken(&list.iter().map(String::as_str).collect::<Vec<_>>());
    (!is_open).then(|| Change {
        slots,
        renamed,
        removed,
        old: count(old),
        new: count(new),
        module: None,
    })
}

/// A call with its arguments.
pub(super) struct Call<'t> {
    /// What stands before the name.
    pub(super) qualifier: Option<&'t str>,
    pub(super) arguments: Vec<Range<usize>>,
    /// Where the first argument stands, or would.
    inside: usize,
    pub(super) line: u32,
}

impl Call<'_> {
    pub(super) fn texts<'p>(&self, page: &'p Page) -> Vec<&'p str> {
        let arguments = self.arguments.iter();
        arguments.map(|part| &page.text[part.clone()]).collect()
    }
}

pub(super) fn calls<'p>(family: &'static Family, page: &'p Page, name: &str) -> Vec<Call<'p>> {
    let lines = Lines::of(&page.text);
    let places = page.places.iter().filter(|place| {
        let line = line_at(&page.text, place.start);
        declared(line) != Some(name) && !is_prototype(family, line)
    });
    let call = |place: &Range<usize>| {
        Some(Call {
            qualifier: qualifier(&page.text, place),
            arguments: list_behind(&page.text, place.end)?,
            inside: bracket_behind(&page.text, place.end)? + 1,
            line: lines.line_of(place.start),
        })
    };
    places.filter_map(call).collect()
}

/// The keyword of an argument.
fn keyword<'t>(family: &Family, argument: &'t str) -> Option<&'t str> {
    let (name, value) = argument.split_once('=')?;
    let is_keyword = std::ptr::eq(family, &raw const PYTHON) && !value.starts_with('=');
    let name = name.trim_end();
    (is_keyword && !name.is_empty() && name.chars().all(is_word)).then_some(name)
}

fn followed(
    case: &Case<'_>,
    family: &'static Family,
    callee: &Callee,
    change: &Change,
    patch: &Patch,
) -> Result<Option<Offer>, StrategyError> {
    let pages = pages(case.context.workspace, family, &callee.called);
    let fits = |call: &Call<'_>| change.new.contains(&call.arguments.len());
    let is_left = |file: &RelPath, text: &str, call: &Call<'_>, is_alone: bool| {
        let is_reported = case
            .places
            .iter()
            .any(|place| place.file == *file && place.line == call.line);
        let has_old_keyword = call.arguments.iter().any(|argument| {
            let name = keyword(family, &text[argument.clone()]);
            name.is_some_and(|name| {
                change.renamed.iter().any(|(old, _)| old == name)
                    || change.removed.iter().any(|old| old == name)
            })
        });
        // The outer lines of a stack call something else.
        let is_innermost = || {
            let place = case.places.first();
            place.is_some_and(|place| place.file == *file && place.line == call.line)
        };
        let is_certain = change
            .module
            .as_deref()
            .is_some_and(|module| call.qualifier.is_none_or(|qualifier| qualifier == module));
        if !(is_certain || is_alone && is_innermost()) {
            return false;
        }
        has_old_keyword || change.old.contains(&call.arguments.len()) && (is_reported || !fits(call))
    };
    let mut examples: Vec<Vec<String>> = Vec::new();
    let mut left = Vec::new();
    for page in &pages {
        let calls = calls(family, page, &callee.called);
        let is_alone = |line: u32| calls.iter().filter(|call| call.line == line).count() == 1;
        let alone: Vec<bool> = calls.iter().map(|call| is_alone(call.line)).collect();
        for (call, is_alone) in calls.into_iter().zip(alone) {
            let mut hunks = patch.hunks.iter().filter(|hunk| hunk.file == page.file);
            if is_left(&page.file, &page.text, &call, is_alone) {
                left.push((page, call));
            } else if hunks.any(|hunk| hunk.covers(call.line, 0)) && fits(&call) {
                examples.push(call.texts(page).into_iter().map(str::to_owned).collect());
            }
        }
    }
    let is_new = |slot: &&Slot| **slot == Slot::New;
    let adds = change.slots.iter().filter(is_new).count() > 0;
    let is_shown = !examples.is_empty();
    if left.is_empty() || (adds || !change.removed.is_empty()) && !is_shown {
        return Ok(None);
    }
    let mut added = Vec::new();
    for (index, _) in change.slots.iter().enumerate().filter(|(_, slot)| is_new(slot)) {
        let shown = examples.iter().filter_map(|example| {
            let value = example.get(index)?;
            Some(parts(value, &change.before(example)))
        });
        let mut shown: Vec<Vec<Part>> = shown.collect();
        let Some(value) = shown
            .pop()
            .filter(|value| shown.iter().all(|other| other == value))
        else {
            return Ok(None);
        };
        added.push(value);
    }
    let mut edits = Vec::new();
    for (page, call) in left {
        let Some(edit) = rewritten(family, page, &call, change, &added)? else {
            return Ok(None);
        };
        edits.extend((edit.original != edit.replacement).then_some(edit));
    }
    let is_clear = !adds || examples.len() > 1;
    Ok((!edits.is_empty()).then(|| Offer {
        title: format!("call '{}' with its new parameters", callee.called),
        reason: format!(
            "a change to the parameters of '{}' left calls behind",
            callee.called
        ),
        confidence: if is_clear {
            confidence::likely()
        } else {
            confidence::possible()
        },
        is_safe: is_clear,
        is_determined: is_clear,
        edits,
    }))
}

fn is_literal(value: &str) -> bool {
    let is_number = value.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let is_text = |quote: char| value.len() > 1 && value.starts_with(quote) && value.ends_with(quote);
    is_number
        || is_text('"')
        || is_text('\'')
        || matches!(
            value,
            "true" | "false" | "True" | "False" | "None" | "null" | "nil" | "NULL" | "undefined"
        )
}

/// A new argument for a call: a literal, or what other calls say of an argument that it has too. What is a name there may
/// be something else here.
fn passed(parts: &[Part], page: &Page, arguments: &[&str]) -> Option<String> {
    let text = filled(parts, arguments)?;
    let is_about_another = parts.iter().any(|part| matches!(part, Part::Argument(_)));
    let has_names = || names(&text).all(|name| has_word(&page.text, name));
    (is_literal(&text) || is_about_another && has_names()).then_some(text)
}

/// A call in the new form; `None` where it unpacks a value or passes too little.
fn rewritten(
    family: &Family,
    page: &Page,
    call: &Call<'_>,
    change: &Change,
    added: &[Vec<Part>],
) -> Result<Option<Edit>, StrategyError> {
    let texts = call.texts(page);
    if texts.iter().any(|text| {
        text.starts_with('*') && std::ptr::eq(family, &raw const PYTHON) || text.starts_with("...")
    }) {
        return Ok(None);
    }
    let start = call.arguments.first().map_or(call.inside, |first| first.start);
    let end = call.arguments.last().map_or(call.inside, |last| last.end);
    let by_place = texts
        .iter()
        .take_while(|text| keyword(family, text).is_none())
        .count();
    let mut added = added.iter();
    let mut now: Vec<String> = Vec::new();
    for slot in &change.slots {
        match slot {
            Slot::New => {
                let Some(text) = added
                    .next()
                    .and_then(|parts| passed(parts, page, &texts[..by_place]))
                else {
                    return Ok(None);
                };
                now.push(text);
            }
            Slot::Old(index) if *index < by_place => now.push(texts[*index].to_owned()),
            // The others are passed by name, or have defaults.
            Slot::Old(_) => break,
        }
    }
    for text in &texts[by_place..] {
        let name = keyword(family, text).unwrap_or_default();
        let renamed = change.renamed.iter().find(|(old, _)| old == name);
        match renamed {
            Some((old, new)) => now.push(format!("{new}{}", &text[old.len()..])),
            None if change.removed.iter().any(|old| old == name) => {}
            None => now.push((*text).to_owned()),
        }
    }
    let separator = match call.arguments.get(1) {
        Some(second) => &page.text[call.arguments[0].end..second.start],
        None => ", ",
    };
    let range = start..end;
    Ok(Some(Edit::replace(
        &page.file,
        &page.text,
        range,
        now.join(separator),
    )?))
}
