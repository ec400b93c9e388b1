//! Patterns and replacements in Python, whose names are qualified.

use std::collections::BTreeSet;

use unbreak_core::RelPath;

use crate::python::imports::Wanted;
use crate::python::modules::Modules;
use crate::python::project::Parsed;
use crate::python::scope::Usage;
use crate::rule_file::language::{EXPANDO, TONGUES, Tongue, with_expando};
use crate::rule_file::python::{Names, Path, parse};

pub(super) static PYTHON: Tongue = TONGUES[0];

/// A pattern or a replacement in Python, and the names in it.
pub(super) struct Template {
    text: String,
    names: Vec<FreeName>,
}

/// A name that a template reads and does not bind.
struct FreeName {
    range: std::ops::Range<usize>,
    path: Path,
    /// Whether it stands for a module or something in one, and not for a builtin.
    is_qualified: bool,
}

impl Template {
    /// The names that a text reads and does not bind: qualified ones, and builtins.
    pub(super) fn of(text: &str) -> Self {
        let text = with_expando(text);
        let file = RelPath::new("pattern.py").ok();
        let parsed = file.and_then(|file| parse(&file, &text));
        let names = parsed.map(|parsed| free_names(&parsed)).unwrap_or_default();
        Self { text, names }
    }

    pub(super) fn has_modules(&self) -> bool {
        self.names.iter().any(|name| name.is_qualified)
    }

    /// Names without dots, which nothing in a file may bind.
    pub(super) fn builtins(&self) -> impl Iterator<Item = &str> {
        self.names
            .iter()
            .filter(|name| !name.is_qualified)
            .map(|name| name.path.head())
    }

    /// The text with each qualified name in each of the file's spellings, and the imports these come from.
    pub(super) fn spellings(&self, names: &Names<'_>) -> Vec<(String, Vec<usize>)> {
        let mut all: Vec<(Vec<String>, Vec<usize>)> = vec![(Vec::new(), Vec::new())];
        for name in &self.names {
            let own = match name.is_qualified {
                true => names.spellings(&name.path),
                false => vec![(name.path.to_string(), usize::MAX)],
            };
            let mut longer = Vec::new();
            for (texts, imports) in &all {
                for (spelled, index) in &own {
                    let mut texts = texts.clone();
                    texts.push(spelled.clone());
                    let mut imports = imports.clone();
                    imports.extend(Some(*index).filter(|index| *index != usize::MAX));
                    longer.push((texts, imports));
                }
            }
            all = longer;
        }
        let mut spelled: Vec<(String, Vec<usize>)> = all
            .into_iter()
            .map(|(texts, imports)| (self.with(&texts), imports))
            .collect();
        spelled.dedup();
        spelled
    }

    /// The text with the names as they are written at a place; what that needs imported is noted.
    pub(super) fn written(
        &self,
        names: &Names<'_>,
        modules: &[String],
        at: usize,
        wanted: &mut BTreeSet<Wanted>,
    ) -> Option<String> {
        let mut texts = Vec::new();
        let mut needed = Vec::new();
        for FreeName {
            path, is_qualified, ..
        } in &self.names
        {
            let (text, import) = match is_qualified {
                false => (path.to_string(), None),
                true => names.spell(path, &path.module(modules), at, |_| false, |_| false)?,
            };
            texts.push(text);
            needed.extend(import);
        }
        wanted.extend(needed);
        Some(self.with(&texts))
    }

    fn with(&self, texts: &[String]) -> String {
        let mut written = String::new();
        let mut done = 0;
        for (FreeName { range, .. }, text) in self.names.iter().zip(texts) {
            written.push_str(&self.text[done..range.start]);
            written.push_str(text);
            done = range.end;
        }
        written.push_str(&self.text[done..]);
        written.replace(EXPANDO, "$")
    }
}

/// Builtins whose members rules write: `int.from_bytes`.
const BUILTIN_TYPES: &[&str] = &[
    "bytes", "dict", "float", "int", "list", "object", "set", "str", "tuple", "type",
];

fn free_names(parsed: &Parsed) -> Vec<FreeName> {
    let is_plain = |name: &str| name.starts_with(EXPANDO) || matches!(name, "self" | "cls");
    let names = Names::of(parsed, &Modules::default());
    let references = parsed.scopes.references().iter();
    let mut found: Vec<_> = references
        .filter(|reference| {
            parsed
                .scopes
                .binding_scope(reference.scope, &reference.name)
                .is_none()
                && !is_plain(&reference.name)
        })
        .filter_map(|reference| {
            let attributes = match &reference.usage {
                Usage::Attribute { path, .. } => path.as_slice(),
                _ => &[],
            };
            let known = attributes
                .iter()
                .take_while(|part| !part.starts_with(EXPANDO))
                .count();
            let range = names.chain(reference, known)?;
            Some(FreeName {
                range: range.to_std_range(),
                path: Path::of(parsed.source.slice(range)),
                is_qualified: !attributes.is_empty() && !BUILTIN_TYPES.contains(&reference.name.as_str()),
            })
        })
        .collect();
    found.sort_by_key(|name| name.range.start);
    found
}
