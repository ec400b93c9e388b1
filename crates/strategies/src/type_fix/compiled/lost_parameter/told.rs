//! What rustc says of calls that pass too many values: `unexpected argument #2 of type `usize``, with the place of the
//! function.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, Fact};

use super::{Lost, Site};
use crate::lines::Lines;
use crate::renaming::parameters;

static UNEXPECTED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^unexpected argument #(?<place>\d+) of type `(?<kind>[^`]+)`$"));

/// The parameter of the function around the place for which every call that is reported passes a value of one type.
pub(super) fn lost<'s>(site: &'s Site<'_>) -> Option<Lost<'s>> {
    let function = site.function()?;
    let own = function.child_by_field_name("name")?;
    let list = function.child_by_field_name("parameters")?;
    let line = Lines::of(site.text()).line_of(own.start_byte());
    let is_its = |call: &&Diagnostic| {
        let is_it = |file: Option<&str>, at: Option<u32>| {
            let file = file.and_then(|file| site.workspace.locate(file));
            file.as_ref() == Some(site.file) && at == Some(line)
        };
        let mut notes = call.notes.iter();
        matches!(call.fact, Some(Fact::WrongArguments { .. }))
            && notes.any(|note| is_it(note.location.file.as_deref(), note.location.line))
    };
    let mut values = site.diagnostics.iter().filter(is_its).map(unexpected);
    let (index, told) = values.next()??;
    if !values.all(|value| value.as_ref() == Some(&(index, told.clone()))) {
        return None;
    }
    // Of a number that is written out, rustc does not know the type.
    let (kind, is_clear) = match told.as_str() {
        "{integer}" => ("i32".to_owned(), false),
        "{float}" => ("f64".to_owned(), false),
        _ => (told, true),
    };
    let parts = parameters::parts(site.slice(list)).unwrap_or_default();
    let has_receiver = parts
        .first()
        .is_some_and(|first| crate::code_words::has_word(first, "self"));
    Some(Lost {
        list,
        function: format!("'{}'", site.slice(own)),
        index: index + usize::from(has_receiver),
        kind: Some(kind),
        is_clear,
    })
}

/// The place, from 0, and the type of the only value that a call passes too many.
fn unexpected(call: &Diagnostic) -> Option<(usize, String)> {
    let mut found = call
        .notes
        .iter()
        .filter_map(|note| UNEXPECTED.captures(&note.message));
    let (only, None) = (found.next()?, found.next()) else {
        return None;
    };
    let place: usize = only["place"].parse().ok()?;
    Some((place.checked_sub(1)?, usual(&only["kind"])?))
}

/// A type as parameters are written: of a text that is borrowed, a slice. None for a type that has no name or lacks
/// the path to it.
fn usual(kind: &str) -> Option<String> {
    let kind = match kind {
        "&String" | "&std::string::String" | "&'static str" => "&str",
        "std::string::String" => "String",
        "{integer}" | "{float}" => return Some(kind.to_owned()),
        kind => kind,
    };
    let is_named = !["{", "impl ", "_", "'"].iter().any(|mark| kind.contains(mark));
    is_named.then(|| kind.to_owned())
}
