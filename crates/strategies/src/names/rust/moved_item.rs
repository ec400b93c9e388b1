//! One name of a list of imports is no longer in the module of the list: another module of the crate defines it.

use std::ops::Range;

use unbreak_core::{Edit, Fact, StrategyError};

use super::{Found, Rule};
use crate::declared::defined;
use crate::elsewhere::Subject;
use crate::names::text;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Import,
    action: "find the module that defines the name",
    answers: |fact| name(fact).is_some(),
    offers,
};

/// The last name of a path into the own crate of which nothing else is missing.
fn name(fact: &Fact) -> Option<&str> {
    match fact {
        Fact::UnresolvedImport {
            path, missing: None, ..
        } if path.starts_with("crate::") => path.rsplit("::").next(),
        _ => None,
    }
}

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(name) = name(found.fact) else {
        return Ok(Vec::new());
    };
    let page = found.case.text;
    let place = text::place(page, &found.diagnostic.location, name);
    let Some(list) = place.and_then(|place| List::around(page, &place)) else {
        return Ok(Vec::new());
    };
    let Some(module) = home(found, name) else {
        return Ok(Vec::new());
    };
    let path = match module.as_str() {
        "" => "crate".to_owned(),
        module => format!("crate::{module}"),
    };
    let edit = Edit::replace(
        found.case.file,
        page,
        list.statement.clone(),
        list.without(page, &path),
    )?;
    Ok(vec![safe(
        format!("import '{name}' from '{path}'"),
        format!("'{path}' is the only module of the crate that defines '{name}'"),
        confidence::resolved(),
        vec![edit],
    )])
}

/// The only module of the crate that has a visible item of the name.
fn home(found: &Found<'_>, name: &str) -> Option<String> {
    let publishes = |line: &str| line.starts_with("pub") && defined(line) == Some(name);
    let mut homes = found.modules().into_iter().filter(|module| {
        let text = found.case.context.workspace.read_text(&module.file);
        text.is_ok_and(|text| text.lines().any(publishes))
    });
    homes
        .next()
        .filter(|_| homes.next().is_none())
        .map(|home| home.path)
}

/// `use path::{one, other};`
struct List {
    /// The statement, from its first word to behind its line end.
    statement: Range<usize>,
    /// What stands between the braces.
    inner: Range<usize>,
    /// The part of the list that is elsewhere.
    part: Range<usize>,
}

impl List {
    /// The list around a name, if it is no list of lists.
    fn around(text: &str, name: &Range<usize>) -> Option<Self> {
        let start = text[..name.start].rfind(';').map_or(0, |at| at + 1);
        let open = start + text[start..name.start].rfind('{')?;
        let close = name.end + text[name.end..].find('}')?;
        let end = close + 2;
        let first = start + text[start..open].rfind("use ")?;
        let line = text[..first].rfind('\n').map_or(0, |at| at + 1);
        let is_flat = text[open + 1..close].find(['{', '}']).is_none() && text[first..open].ends_with("::");
        let inner = open + 1..close;
        let from = text[inner.start..name.start]
            .rfind(',')
            .map_or(inner.start, |at| inner.start + at + 1);
        let to = text[name.end..inner.end]
            .find(',')
            .map_or(inner.end, |at| name.end + at);
        let ends = text.get(close + 1..end) == Some(";");
        let is_whole = text[line..first].trim().is_empty() || text[line..first].starts_with("pub");
        let has_attribute = text[..line].trim_end().ends_with(']');
        let has_line_end = text.get(end..).is_some_and(|rest| rest.starts_with('\n'));
        (is_flat && ends && is_whole && !has_attribute).then_some(Self {
            statement: line..end + usize::from(has_line_end),
            inner,
            part: from..to,
        })
    }

    /// The statement without the part, and one more that imports it from another path, in the order of the paths.
    fn without(&self, text: &str, path: &str) -> String {
        let parts = text[self.inner.clone()].split(',').map(str::trim);
        let part = text[self.part.clone()].trim();
        let rest: Vec<&str> = parts
            .filter(|other| !other.is_empty() && *other != part)
            .collect();
        let begin = &text[self.statement.start..self.inner.start - 1];
        let (Some(head), end) = (begin.rfind("use "), &text[self.inner.end + 1..self.statement.end]) else {
            return text[self.statement.clone()].to_owned();
        };
        let own = format!("{}use {path}::{part}{end}", &begin[..head]);
        let others = match rest.as_slice() {
            [] => return own,
            [one] if *one != "self" => format!("{begin}{one}{end}"),
            _ if text[self.inner.clone()].contains('\n') => {
                let line = text[..self.part.start].trim_end_matches([' ', '\t']).len();
                let after = text[self.part.end..]
                    .strip_prefix(',')
                    .map_or(self.part.end, |_| self.part.end + 1);
                let before = &text[self.statement.start..line.min(self.part.start)];
                format!("{before}{}", &text[after..self.statement.end])
            }
            _ => format!("{begin}{{{}}}{end}", rest.join(", ")),
        };
        match own < others {
            true => own + &others,
            false => others + &own,
        }
    }
}
