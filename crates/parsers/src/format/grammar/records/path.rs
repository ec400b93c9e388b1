//! Paths to the texts of a finding, and what is asked of one.

use std::borrow::Cow;

use super::part::{Keyed, Part};

/// The parts from the root of the document to a finding.
pub(super) type Around<'v> = Vec<Keyed<'v>>;

/// The key or the name of the element that led to a part.
const KEY: &str = "@";

/// Paths, the first of which that leads to a text counts: `LongMessage|ShortMessage`. A text in quotes stands for
/// itself; `^rule.Name` is the name of the nearest element around that is a `rule`.
#[derive(Debug)]
pub(crate) struct Paths(Vec<String>);

impl Paths {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.split('|').map(str::to_owned).collect())
    }

    /// The text in the finding, or else in what is around it.
    fn text<'v>(&'v self, around: &[Keyed<'v>]) -> Option<Cow<'v, str>> {
        self.0.iter().find_map(|path| text_at(path, around))
    }

    /// The first path that leads to something.
    fn part<'v>(&self, part: Part<'v>) -> Option<Part<'v>> {
        self.0.iter().find_map(|path| part.at(path))
    }

    /// The text of the finding itself, line by line.
    pub(super) fn lines<'v>(&self, finding: Part<'v>) -> Option<Cow<'v, str>> {
        self.0.iter().find_map(|path| finding.at(path)?.lines())
    }
}

fn text_at<'v>(path: &'v str, around: &[Keyed<'v>]) -> Option<Cow<'v, str>> {
    let mut nearest = around.iter().rev();
    if let Some(literal) = path.strip_prefix('\'') {
        return Some(literal.trim_end_matches('\'').into());
    }
    if let Some((name, path)) = path.strip_prefix('^').and_then(|path| path.split_once('.')) {
        let (part, _) = nearest.find(|(_, key)| *key == Some(name))?;
        return part.at(path)?.text();
    }
    nearest.find_map(|(part, key)| match path {
        KEY => key.map(Cow::Borrowed),
        path => part.at(path)?.text(),
    })
}

/// A text made of parts of a finding.
#[derive(Debug)]
pub(crate) enum Wording {
    At(Paths),
    /// Literal texts, each followed by what its paths lead to, but for the last.
    Made(Vec<(String, Option<Placeholder>)>),
}

/// A part of a wording that the finding fills in.
#[derive(Debug)]
pub(crate) enum Placeholder {
    Text(Paths),
    /// The number of parts at a path: `{#file}`.
    Count(String),
}

impl Wording {
    /// # Errors
    /// When a brace is not closed.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        if !text.contains('{') {
            return Ok(Self::At(Paths::new(text)));
        }
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((literal, tail)) = rest.split_once('{') {
            let (path, tail) = tail
                .split_once('}')
                .ok_or_else(|| format!("'{text}' has a brace that is not closed"))?;
            let placeholder = match path.strip_prefix('#') {
                Some(path) => Placeholder::Count(path.to_owned()),
                None => Placeholder::Text(Paths::new(path)),
            };
            pieces.push((literal.to_owned(), Some(placeholder)));
            rest = tail;
        }
        pieces.push((rest.to_owned(), None));
        Ok(Self::Made(pieces))
    }

    /// The text; none when a part of it is missing.
    pub(super) fn text<'v>(&'v self, around: &[Keyed<'v>]) -> Option<Cow<'v, str>> {
        let pieces = match self {
            Self::At(paths) => return paths.text(around),
            Self::Made(pieces) => pieces,
        };
        let mut made = String::new();
        for (literal, placeholder) in pieces {
            made.push_str(literal);
            match placeholder {
                Some(Placeholder::Text(paths)) => made.push_str(&paths.text(around)?),
                Some(Placeholder::Count(path)) => {
                    let (finding, _) = around.last()?;
                    made.push_str(&count(*finding, path).to_string());
                }
                None => {}
            }
        }
        Some(made.into())
    }
}

fn count(part: Part<'_>, path: &str) -> usize {
    let mut number = 0;
    visit((part, None), path, &mut Vec::new(), &mut |_| number += 1);
    number
}

/// A requirement on a part: `path`, `path=TEXT`, `path=ONE|ANOTHER`, or with `!` before it what it must not have.
#[derive(Debug)]
pub(crate) struct Need {
    paths: Paths,
    texts: Vec<String>,
    is_denied: bool,
}

impl Need {
    pub(crate) fn new(text: &str) -> Self {
        let (text, is_denied) = match text.strip_prefix('!') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let (path, texts) = match text.split_once('=') {
            Some((path, texts)) => (path, texts.split('|').map(str::to_owned).collect()),
            None => (text, Vec::new()),
        };
        Self {
            paths: Paths::new(path),
            texts,
            is_denied,
        }
    }

    /// The path that leads to something in every finding.
    pub(super) fn required(&self) -> Option<&str> {
        match self.paths.0.as_slice() {
            [path] if !self.is_denied => Some(path),
            _ => None,
        }
    }

    pub(super) fn holds(&self, part: Part<'_>) -> bool {
        let found = self.paths.part(part);
        let has = match self.texts.as_slice() {
            [] => found.is_some(),
            texts => found
                .and_then(Part::text)
                .is_some_and(|text| texts.iter().any(|expected| *expected == text)),
        };
        has != self.is_denied
    }
}

/// Passes on what a path leads to, with the parts around it. `*` is any key, `**` any number of them.
pub(super) fn visit<'v>(
    at: Keyed<'v>,
    path: &str,
    around: &mut Around<'v>,
    take: &mut dyn FnMut(&Around<'v>),
) {
    around.push(at);
    let (part, _) = at;
    match path.split_once('.').unwrap_or((path, "")) {
        ("", _) => take(around),
        // Within what was found nothing more is searched for.
        ("**", rest) => {
            let (next, below) = rest.split_once('.').unwrap_or((rest, ""));
            for child in part.all("*") {
                let path = if child.1 == Some(next) { below } else { path };
                visit(child, path, around, take);
            }
        }
        (key, rest) => {
            for child in part.all(key) {
                visit(child, rest, around, take);
            }
        }
    }
    around.pop();
}
