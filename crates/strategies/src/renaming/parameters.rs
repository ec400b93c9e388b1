//! Parameters of definitions and arguments of calls, as texts.

use std::ops::{Range, RangeInclusive};

use unbreak_core::Workspace;

use super::pages;
use crate::code_words::{Family, is_word};
use crate::declared::{defined, function_around};
use crate::lines::line_at;

/// The greatest number of lines that the head of a function is read over.
const HEAD_LINES: usize = 16;

/// Returns whether a name at a place is a parameter of the function around it, or of the one that begins there.
pub(super) fn is_parameter(text: &str, place: &Range<usize>, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let at = text[..place.start].matches('\n').count();
    let around = function_around(&lines, at).map(|(_, start)| start);
    let mut starts = [Some(at), around].into_iter().flatten();
    starts.any(|start| takes(&lines[start..], name))
}

/// Returns whether the function that begins on the first line has a parameter of the name.
fn takes(lines: &[&str], name: &str) -> bool {
    const FUNCTIONS: [&str; 4] = ["def ", "fn ", "func ", "function"];
    let first = lines.first().copied().unwrap_or_default();
    let Some(start) = FUNCTIONS.iter().filter_map(|word| first.find(word)).min() else {
        return false;
    };
    let head = lines[..lines.len().min(HEAD_LINES)].join("\n");
    let list = head[start..]
        .find('(')
        .and_then(|open| parts(&head[start + open..]));
    list.unwrap_or_default().into_iter().any(|parameter| {
        let parameter = parameter.trim_start_matches(['*', '&', '.']);
        let parameter = parameter.strip_prefix("mut ").unwrap_or(parameter);
        let (own, rest) = parameter.split_at(parameter.find(|c| !is_word(c)).unwrap_or(parameter.len()));
        let rest = rest.trim_start();
        let is_whole = rest.is_empty() || rest.starts_with(['?', '=', ':']) && !rest.starts_with("::");
        own == name && is_whole
    })
}

/// Returns whether every call of a name passes as many arguments as the definition of another takes.
pub(crate) fn fit(
    workspace: &dyn Workspace,
    family: &'static Family,
    home: &str,
    (definition, name): (&str, &str),
) -> bool {
    let own = family.places_of(home, definition);
    let defining = own
        .iter()
        .find(|place| defined(line_at(home, place.start)) == Some(definition));
    let takes = defining
        .and_then(|place| parts(&home[place.end..]))
        .map(|list| taken(&list));
    for page in pages(workspace, family, name) {
        for place in &page.places {
            let passed = listed(&page.text[place.end..]).map(|list| list.len());
            let fits = match (&takes, passed) {
                (Some(takes), Some(count)) => takes.contains(&count),
                (None, Some(_)) => false,
                (_, None) => true,
            };
            if !fits {
                return false;
            }
        }
    }
    true
}

/// The texts of the parts of a list.
pub(crate) fn parts(text: &str) -> Option<Vec<&str>> {
    let list = listed(text)?.into_iter();
    Some(list.map(|part| &text[part]).collect())
}

/// The numbers of arguments that a list of parameters takes.
pub(crate) fn taken(parameters: &[&str]) -> RangeInclusive<usize> {
    let is_any = |parameter: &&&str| parameter.starts_with(['*']) || parameter.starts_with("...");
    let is_needed = |parameter: &&&str| !parameter.contains('=') && !parameter.contains("?:");
    match parameters.iter().any(|parameter| is_any(&parameter)) {
        true => 0..=usize::MAX,
        false => parameters.iter().filter(is_needed).count()..=parameters.len(),
    }
}

/// The parts of the list in brackets that begins here, as bytes of the text, without the space around them.
pub(crate) fn listed(text: &str) -> Option<Vec<Range<usize>>> {
    let mut depth = 0_usize;
    let mut parts = Vec::new();
    let mut start = text.starts_with('(').then_some(1)?;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '(' | '[' | '{' => depth += 1,
            ',' | ')' if depth == 0 => {
                let part = text[start..at].trim_start();
                let first = at - part.len();
                parts.push(first..first + part.trim_end().len());
                start = at + 1;
                if c == ')' {
                    parts.retain(|part| !part.is_empty());
                    return Some(parts);
                }
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}
