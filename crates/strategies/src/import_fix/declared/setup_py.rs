//! Requirements in `setup.py`, which is read and never run: the texts in a list or table that a name or
//! argument with `require` in it is given, also in capitals and by `append` or `extend`.

use super::{Requirement, of_line};

pub(super) fn requirements(text: &str) -> Vec<Requirement> {
    let folded = text.to_ascii_lowercase();
    let places = folded.match_indices("require").map(|(at, _)| &text[at..]);
    let lists = places.filter_map(list_behind);
    lists.flat_map(texts).filter_map(of_line).collect()
}

/// The content of the brackets that a name is given: `install_requires=[...]`, `"extras_require": {...}`.
fn list_behind(text: &str) -> Option<&str> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '"' | '\'');
    let given = text.trim_start_matches(is_name).trim_start();
    let added = [".append", ".extend"]
        .iter()
        .find_map(|call| given.strip_prefix(call));
    let value = added.or_else(|| given.trim_start_matches('+').strip_prefix(['=', ':']))?;
    let value = value.trim_start();
    let close = match value.chars().next()? {
        '[' => ']',
        '{' => '}',
        '(' => ')',
        _ => return None,
    };
    value[1..].split(close).next()
}

/// The texts between quotes. What is before the colon of a table is the name of an extra.
fn texts(list: &str) -> impl Iterator<Item = &str> {
    let quote = if list.contains('"') { '"' } else { '\'' };
    let parts: Vec<&str> = list.split(quote).collect();
    let is_value = |at: &usize| {
        let behind = parts.get(at + 1).map_or("", |rest| rest.trim_start());
        at % 2 == 1 && !behind.starts_with(':')
    };
    (0..parts.len())
        .filter(is_value)
        .map(|at| parts[at])
        .collect::<Vec<_>>()
        .into_iter()
}
