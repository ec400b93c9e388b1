//! Qualified names in JavaScript, TypeScript, Rust, Go and Java: `util.isArray` is what a rule says,
//! `u.isArray` or `isArray` what a file writes. `python` does the same for Python.
//!
//! A language is a [`Notation`]: how its imports are read, what declares a name, and how an import is added.
//!
//! **Architecture Invariant:** a name that anything but an import binds anywhere in the file is not resolved.

mod change;
mod declared;
mod go;
mod import;
mod java;
mod rust;
mod script;

use std::collections::BTreeSet;
use std::ops::Range;

use ast_grep_core::Node;
use ast_grep_core::tree_sitter::StrDoc;
use unbreak_core::{RelPath, Workspace};

pub(super) use self::change::{rename, settle, without};
use self::import::Import;
use super::language::Tongue;
use crate::script::is_es_module;

/// A node of a file's tree.
type TreeNode<'t> = Node<'t, StrDoc<Tongue>>;

/// How a language writes names and imports.
pub(super) struct Notation {
    /// Stands between the parts of a name.
    separator: &'static str,
    /// Kinds of nodes that read a name.
    readings: &'static [&'static str],
    /// Kinds of nodes around a name that declare it, and the field in which the name stands; any field if empty.
    declarations: &'static [(&'static str, &'static str)],
    /// The parts of a name as a rule writes it: first what is imported, then the members.
    parts: fn(&str) -> Vec<String>,
    /// The imports of an import statement; empty for other nodes.
    imports: fn(&TreeNode<'_>) -> Vec<Import>,
    /// The meaning of a name that is not imported, if it does not depend on the file.
    absolute: fn(&[&str]) -> Option<Vec<String>>,
    /// How a name is written with a new import; none if the file cannot have it.
    add: fn(&Wanted<'_>) -> Option<Added>,
    /// The place and the text of a new import.
    insert: fn(&Wanted<'_>) -> Option<(usize, String)>,
}

/// A name that a file needs.
struct Wanted<'a> {
    path: &'a [String],
    file: &'a RelPath,
    text: &'a str,
    workspace: &'a dyn Workspace,
    /// Whether the file has no other meaning for a name.
    is_free: &'a dyn Fn(&str) -> bool,
}

/// A name as a file can write it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Added {
    pub(super) written: String,
    /// The import that it needs.
    pub(super) import: Option<Vec<String>>,
}

/// A name that a rule writes, by its parts.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Qualified(Vec<String>);

impl Qualified {
    /// Reads a name; none in a language whose imports are not read here.
    pub(super) fn of(tongue: &Tongue, written: &str) -> Option<Self> {
        let parts = (notation(tongue)?.parts)(written);
        Some(Self(parts))
    }

    /// Its parts: what is imported, and the members.
    pub(super) fn path(&self) -> Vec<String> {
        self.0.clone()
    }
}

fn notation(tongue: &Tongue) -> Option<&'static Notation> {
    match tongue.name {
        "javascript" | "typescript" | "tsx" => Some(&script::NOTATION),
        "rust" => Some(&rust::NOTATION),
        "go" => Some(&go::NOTATION),
        "java" => Some(&java::NOTATION),
        _ => None,
    }
}

/// The names of a file: what its imports bring, what it declares, and where it reads them.
pub(super) struct FileNames<'a> {
    notation: &'static Notation,
    file: &'a RelPath,
    text: &'a str,
    workspace: &'a dyn Workspace,
    imports: Vec<Import>,
    declared: BTreeSet<String>,
    /// Where a name is read, with all that follows it.
    chains: Vec<Range<usize>>,
}

impl<'a> FileNames<'a> {
    /// Reads a text; none in a language whose imports are not read here.
    pub(super) fn of(
        tongue: &Tongue,
        file: &'a RelPath,
        text: &'a str,
        workspace: &'a dyn Workspace,
    ) -> Option<Self> {
        let notation = notation(tongue)?;
        let tree = ast_grep_core::tree_sitter::LanguageExt::ast_grep(tongue, text);
        let root = tree.root();
        let imports: Vec<Import> = root.dfs().flat_map(|node| (notation.imports)(&node)).collect();
        let is_import = |range: &Range<usize>| {
            let within = |import: &Import| import.names.start <= range.start && range.end <= import.names.end;
            imports.iter().any(within)
        };
        let mut declared = BTreeSet::new();
        let mut chains = Vec::new();
        for node in root.dfs().filter(TreeNode::is_named_leaf) {
            if is_import(&node.range()) {
                continue;
            }
            // A number or a text declares nothing, and its parents are far to seek in a deep tree.
            if node.kind().contains("identifier") && declared::is_declared(notation, &node) {
                declared.insert(node.text().into_owned());
            } else if notation.readings.contains(&node.kind().as_ref()) {
                chains.extend(chain(text, &node.range(), notation.separator));
            }
        }
        Some(Self {
            notation,
            file,
            text,
            workspace,
            imports,
            declared,
            chains,
        })
    }

    /// Returns whether the text of an expression stands for a name.
    pub(super) fn reads(&self, written: &str, name: &Qualified) -> bool {
        self.resolve(written).contains(&name.0)
    }

    /// How the file writes a name, and the import that it needs for that.
    pub(super) fn written(&self, name: &Qualified) -> Option<Added> {
        self.written_without(name, None)
    }

    /// The same where the imports of a name go.
    fn written_without(&self, name: &Qualified, gone: Option<&Qualified>) -> Option<Added> {
        let path = &name.0;
        let separator = self.notation.separator;
        let mut known: Vec<(usize, String)> = Vec::new();
        for import in self.imports.iter().filter(|import| import.local != "*") {
            let Some(rest) = path.strip_prefix(import.path.as_slice()) else {
                continue;
            };
            let is_whole = rest.is_empty() || !import.is_default;
            if !is_whole && is_es_module(&import.path[0], self.file, self.workspace) {
                continue;
            }
            if self.resolve(&import.local).contains(&import.path) {
                let parts: Vec<&str> = std::iter::once(import.local.as_str())
                    .chain(rest.iter().map(String::as_str))
                    .collect();
                known.push((rest.len(), parts.join(separator)));
            }
        }
        if let Some((_, written)) = known.into_iter().min() {
            return Some(Added {
                written,
                import: None,
            });
        }
        (self.notation.add)(&Wanted {
            path,
            file: self.file,
            text: self.text,
            workspace: self.workspace,
            is_free: &|local| {
                let stays = |import: &&Import| gone.is_none_or(|gone| import.path != gone.0);
                let mut others = self.imports.iter().filter(stays);
                !self.declared.contains(local) && !others.any(|import| import.local == local)
            },
        })
    }

    /// The names that a text may stand for: one, or one for each import of all that a module has.
    fn resolve(&self, written: &str) -> Vec<Vec<String>> {
        let compact: String = written.split_whitespace().collect();
        let parts: Vec<&str> = compact.split(self.notation.separator).collect();
        let is_name = |part: &&str| !part.is_empty() && part.chars().all(is_part);
        let Some((head, rest)) = parts.split_first().filter(|_| parts.iter().all(is_name)) else {
            return Vec::new();
        };
        if self.declared.contains(*head) {
            return Vec::new();
        }
        let with = |path: &[String], rest: &[&str]| -> Vec<String> {
            path.iter()
                .cloned()
                .chain(rest.iter().map(|part| (*part).to_owned()))
                .collect()
        };
        let named = self.imports.iter().filter(|import| import.local == *head);
        let mut meant: Vec<Vec<String>> = named.map(|import| with(&import.path, rest)).collect();
        meant.dedup();
        if !meant.is_empty() {
            return if meant.len() == 1 { meant } else { Vec::new() };
        }
        let all = self.imports.iter().filter(|import| import.local == "*");
        all.map(|import| with(&import.path, &parts))
            .chain((self.notation.absolute)(&parts))
            .collect()
    }

    /// The places that read a name, or something in it, each with its text.
    fn readings(&self) -> impl Iterator<Item = (&Range<usize>, &'a str)> {
        self.chains.iter().map(|range| (range, &self.text[range.clone()]))
    }
}

/// A name that stands for itself, with the members behind it; none where it is itself a member.
fn chain(text: &str, name: &Range<usize>, separator: &str) -> Option<Range<usize>> {
    let before = text[..name.start].trim_end();
    let is_member = before.ends_with('.') && !before.ends_with("..");
    if is_member || before.ends_with(separator) && !before.ends_with("..") {
        return None;
    }
    let mut end = name.end;
    while let Some(rest) = text[end..].strip_prefix(separator) {
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            break;
        }
        end += separator.len() + length;
    }
    Some(name.start..end)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// The parts of a name whose first one is a module with slashes: `react-dom/client.createRoot`.
fn behind_slashes(written: &str) -> Vec<String> {
    let base = written.rfind('/').map_or(0, |at| at + 1);
    let end = written[base..].find('.').map_or(written.len(), |at| base + at);
    let members = written[end..].split('.').filter(|part| !part.is_empty());
    std::iter::once(&written[..end])
        .chain(members)
        .map(str::to_owned)
        .collect()
}
