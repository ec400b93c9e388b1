//! Resolves the names in a file.

use std::collections::BTreeMap;

use ruff_text_size::{Ranged, TextRange, TextSize};
use unbreak_core::{Edit, FixError};

use super::rename::Renames;
use crate::python::imports::{Imported, Wanted, failed_before, imported};
use crate::python::modules::Modules;
use crate::python::project::Parsed;
use crate::python::scope::{Binding, BindingKind, Reference, ScopeId, Usage};
use crate::python::source::Source;

/// A dotted name, part by part.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::rule_file) struct Path(pub(super) Vec<String>);

impl Path {
    pub(in crate::rule_file) fn of(dotted: &str) -> Self {
        Self(dotted.split('.').map(str::to_owned).collect())
    }

    /// Returns the rest of the path after `beginning`, if it begins so.
    pub(super) fn after(&self, beginning: &Self) -> Option<&[String]> {
        self.0.strip_prefix(beginning.0.as_slice())
    }

    pub(super) fn join(&self, rest: &[String]) -> Self {
        Self(self.0.iter().chain(rest).cloned().collect())
    }

    pub(in crate::rule_file) fn head(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// Splits the path into its parent and its last part.
    pub(super) fn split_last(&self) -> (Self, &str) {
        let (last, parent) = self
            .0
            .split_last()
            .map_or(("", [].as_slice()), |(l, p)| (l.as_str(), p));
        (Self(parent.to_vec()), last)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(in crate::rule_file) fn has_part(&self, name: &str) -> bool {
        self.0.iter().any(|part| part == name)
    }

    /// Whether it has more than one part.
    pub(in crate::rule_file) fn is_dotted(&self) -> bool {
        self.0.len() > 1
    }

    /// The module to import for it: the longest of these that it begins with, or its first part.
    pub(in crate::rule_file) fn module(&self, modules: &[String]) -> Self {
        let named = modules.iter().map(|module| Self::of(module));
        let longest = named
            .filter(|module| self.after(module).is_some())
            .max_by_key(Self::len);
        longest.unwrap_or_else(|| Self::of(self.head()))
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join("."))
    }
}

/// The imports of a file and the readings of what they bind.
pub(in crate::rule_file) struct Names<'p> {
    pub(super) parsed: &'p Parsed,
    pub(super) imports: Vec<Bound<'p>>,
    /// The ends of the attributes that begin at a byte, from the inside out.
    chains: BTreeMap<TextSize, Vec<TextSize>>,
    /// Modules that are there once their package is imported.
    loaded: &'p [String],
}

/// An import, and the scope that it binds its name in.
#[derive(Clone)]
pub(super) struct Bound<'p> {
    pub(super) import: Imported<'p>,
    pub(super) scope: ScopeId,
    /// The path that the bound name refers to.
    pub(super) target: Path,
    /// The module that is imported, or the member.
    pub(super) imported: Path,
}

/// A reading of an imported name.
pub(super) struct Reading<'p> {
    pub(super) reference: &'p Reference,
    pub(super) bound: usize,
    /// The path that it refers to, including its attributes.
    pub(super) path: Path,
}

impl<'p> Names<'p> {
    pub(in crate::rule_file) fn of(parsed: &'p Parsed, modules: &Modules) -> Self {
        let file = parsed.source.file();
        let bound = |import: Imported<'p>| {
            let target = import.target(file, modules)?;
            let imported = match import.from {
                Some(_) => target.clone(),
                None => import.name().to_owned(),
            };
            let here = parsed.scopes.scope_at(import.alias.start());
            let scope = parsed.scopes.binding_scope(here, import.bound())?;
            Some(Bound {
                import,
                scope,
                target: Path::of(&target),
                imported: Path::of(&imported),
            })
        };
        let all = imported(&parsed.source).into_iter();
        let imports = all
            .filter(|import| import.name() != "*")
            .filter_map(bound)
            .collect();
        let mut chains: BTreeMap<TextSize, Vec<TextSize>> = BTreeMap::new();
        parsed.source.each_node(|node| {
            if node.is_expr_attribute() {
                chains.entry(node.start()).or_default().push(node.end());
            }
        });
        for ends in chains.values_mut() {
            ends.sort();
        }
        Self {
            parsed,
            imports,
            chains,
            loaded: &[],
        }
    }

    /// The same, knowing modules that are there once their package is imported.
    pub(in crate::rule_file) fn with_loaded(mut self, loaded: &'p [String]) -> Self {
        self.loaded = loaded;
        self
    }

    /// The text that the names are read in.
    pub(in crate::rule_file) fn source(&self) -> &'p Source {
        &self.parsed.source
    }

    /// Whether a range of the text is a reading of a dotted name.
    pub(in crate::rule_file) fn reads(&self, path: &Path, range: TextRange) -> bool {
        let references = self.parsed.scopes.references().iter();
        references
            .filter(|reference| reference.range.start() == range.start())
            .filter_map(|reference| self.reading(reference))
            .any(|reading| {
                let attributes = reading
                    .path
                    .len()
                    .checked_sub(self.imports[reading.bound].target.len());
                reading.path == *path
                    && attributes.and_then(|count| self.chain(reading.reference, count)) == Some(range)
            })
    }

    /// Whether a module is imported anywhere in the file, or something from it.
    pub(in crate::rule_file) fn imports_from(&self, module: &str) -> bool {
        let module = Path::of(module);
        self.imports_all_of(&module)
            || self
                .imports
                .iter()
                .any(|bound| bound.imported.after(&module).is_some())
    }

    /// Whether the file imports or reads a dotted name, or something in it.
    pub(in crate::rule_file) fn mentions(&self, path: &Path) -> bool {
        let (home, name) = path.split_last();
        self.imports
            .iter()
            .any(|bound| bound.imported.after(path).is_some())
            || self.imports_all_of(&home) && self.parsed.scopes.unbound(name).next().is_some()
            || self
                .readings()
                .iter()
                .any(|reading| reading.path.after(path).is_some())
    }

    /// The import of a dotted name.
    pub(in crate::rule_file) fn import_named(&self, path: &Path) -> Option<Imported<'p>> {
        let bound = self.imports.iter().find(|bound| bound.imported == *path)?;
        Some(bound.import)
    }

    /// Returns whether all of a module is imported: `from module import *`.
    fn imports_all_of(&self, module: &Path) -> bool {
        imported(&self.parsed.source)
            .iter()
            .any(|import| import.name() == "*" && import.level == 0 && import.module() == module.to_string())
    }

    /// Names without dots that nothing binds, under their new names. A name that `from module import *`
    /// brought is written without a dot, too.
    pub(in crate::rule_file) fn unbound_edits(&self, renames: &Renames) -> Result<Vec<Edit>, FixError> {
        let mut edits = Vec::new();
        for (old, new) in &renames.0 {
            if old.is_dotted() {
                let (home, name) = old.split_last();
                let (new_home, new_name) = new.split_last();
                let is_near = new_home.len() == 0 || new_home == home;
                if is_near && self.imports_all_of(&home) {
                    for reading in self.parsed.scopes.unbound(name) {
                        edits.push(self.parsed.source.replace(reading.range, new_name)?);
                    }
                }
                continue;
            }
            if new.is_dotted() {
                continue;
            }
            for reading in self.parsed.scopes.unbound(old.head()) {
                edits.push(self.parsed.source.replace(reading.range, new.head())?);
            }
        }
        Ok(edits)
    }

    /// Every reading of an imported name, with what it stands for.
    pub(super) fn readings(&self) -> Vec<Reading<'p>> {
        let references = self.parsed.scopes.references().iter();
        references
            .filter_map(|reference| self.reading(reference))
            .collect()
    }

    fn reading(&self, reference: &'p Reference) -> Option<Reading<'p>> {
        let bound = self.import_of(reference)?;
        let attributes: &[String] = match &reference.usage {
            Usage::Attribute { path, .. } => path,
            _ => &[],
        };
        Some(Reading {
            reference,
            bound,
            path: self.imports[bound].target.join(attributes),
        })
    }

    /// The import that a name comes from; none where something else may bind it.
    pub(super) fn import_of(&self, reference: &Reference) -> Option<usize> {
        let scopes = &self.parsed.scopes;
        let scope = scopes.binding_scope(reference.scope, &reference.name)?;
        let bindings = &scopes.scope(scope).bindings[&reference.name];
        let all_imports = bindings.iter().all(|binding| binding.kind == BindingKind::Import);
        let is_it = |bound: &Bound<'_>| bound.scope == scope && bound.import.bound() == reference.name;
        self.imports.iter().position(is_it).filter(|_| all_imports)
    }

    /// Everything that binds the name of an import in its scope.
    pub(super) fn bindings(&self, bound: &Bound<'_>) -> &[Binding] {
        let bindings = &self.parsed.scopes.scope(bound.scope).bindings;
        bindings.get(bound.import.bound()).map_or(&[], Vec::as_slice)
    }

    /// The bytes of a name and as many of its attributes.
    pub(in crate::rule_file) fn chain(&self, reference: &Reference, attributes: usize) -> Option<TextRange> {
        let start = reference.range.start();
        let end = match attributes {
            0 => reference.range.end(),
            count => *self.chains.get(&start)?.get(count - 1)?,
        };
        Some(TextRange::new(start, end))
    }

    /// The spellings of a dotted name in this file, with the index of the import they come from.
    pub(in crate::rule_file) fn spellings(&self, path: &Path) -> Vec<(String, usize)> {
        let spelled = |(index, bound): (usize, &Bound<'p>)| {
            let rest = path.after(&bound.target)?;
            let head = bound.import.bound();
            let parts = std::iter::once(head).chain(rest.iter().map(String::as_str));
            Some((parts.collect::<Vec<_>>().join("."), index))
        };
        self.imports.iter().enumerate().filter_map(spelled).collect()
    }

    /// Whether a name at a place, and everywhere in a range, is the one that an import binds.
    pub(in crate::rule_file) fn is_bound_by(&self, index: usize, range: &std::ops::Range<usize>) -> bool {
        let name = self.imports[index].import.bound();
        let mut inside = self.parsed.scopes.references().iter().filter(|reference| {
            let at = reference.range.to_std_range();
            reference.name == name && range.start <= at.start && at.end <= range.end
        });
        let mut any = false;
        let all = inside.all(|reference| {
            any = true;
            self.import_of(reference)
                .is_some_and(|found| self.imports[found].target == self.imports[index].target)
        });
        any && all
    }

    /// Whether a place is only reached where the import of a dotted name, or of the module that has it, failed.
    pub(super) fn has_failed(&self, path: &Path, at: TextSize) -> bool {
        let failed = failed_before(self.source(), at);
        let mut bound = self.imports.iter();
        bound.any(|bound| {
            let is_it = |failed: &Imported<'_>| std::ptr::eq(failed.statement, bound.import.statement);
            path.after(&bound.target).is_some() && failed.iter().any(is_it)
        })
    }

    /// Whether nothing in the file binds a name that is read at a place.
    pub(in crate::rule_file) fn is_free(&self, name: &str, at: usize) -> bool {
        let scopes = &self.parsed.scopes;
        let at = TextSize::try_from(at).unwrap_or_default();
        scopes.binding_scope(scopes.scope_at(at), name).is_none()
    }

    /// How a dotted name is written at a place, and what must be imported for it; none where a name that it
    /// needs is taken. `module` is what is imported if nothing is imported yet.
    pub(in crate::rule_file) fn spell(
        &self,
        path: &Path,
        module: &Path,
        at: usize,
        is_leaving: impl Fn(usize) -> bool,
        is_builtin: impl Fn(&str) -> bool,
    ) -> Option<(String, Option<Wanted>)> {
        let scopes = &self.parsed.scopes;
        let position = TextSize::try_from(at).ok()?;
        let here = scopes.scope_at(position);
        let mut best: Option<(usize, String)> = None;
        for (spelled, index) in self.spellings(path) {
            let bound = &self.imports[index];
            let is_visible = scopes.binding_scope(here, bound.import.bound()) == Some(bound.scope);
            let length = bound.target.len();
            // Where a package alone is imported, a module in it may not be there.
            let reaches = bound.imported.after(module).is_some()
                || module.len() == 1
                || self.loaded.iter().any(|loaded| *loaded == module.to_string());
            let is_longer = best.as_ref().is_none_or(|(known, _)| length > *known);
            if is_visible && reaches && is_longer && !is_leaving(index) {
                best = Some((length, spelled));
            }
        }
        if let Some((_, spelled)) = best {
            return Some((spelled, None));
        }
        if path.len() == 1 {
            let name = path.head();
            let import = (!is_builtin(name)).then(|| Wanted::module(name));
            return self.is_free(name, at).then(|| (name.to_owned(), import));
        }
        let (parent, last) = path.split_last();
        let has_sibling = |bound: &Bound<'_>| {
            bound.import.from.is_some()
                && bound.import.level == 0
                && bound.import.module() == parent.to_string()
        };
        let (wanted, written) = match module.len() {
            _ if self.imports.iter().any(has_sibling) && self.is_free(last, at) => {
                (Wanted::member(parent.to_string(), last), last.to_owned())
            }
            1 => (Wanted::module(module.to_string()), path.to_string()),
            _ if *module == parent => (Wanted::member(parent.to_string(), last), last.to_owned()),
            _ => (Wanted::module(module.to_string()), path.to_string()),
        };
        let bound = written.split('.').next().unwrap_or_default();
        let is_taken = scopes.binding_scope(here, bound).is_some_and(|scope| {
            let imports = self.imports.iter().enumerate();
            let mut same = imports.filter(|(_, it)| it.scope == scope && it.import.bound() == bound);
            !same
                .any(|(index, it)| is_leaving(index) || it.target.head() == bound && it.import.from.is_none())
        });
        if is_taken {
            return self.spell_by_member(path, module, at);
        }
        Some((written, Some(wanted)))
    }

    /// A dotted name by the member of its module, which is imported under a name that is free.
    fn spell_by_member(&self, path: &Path, module: &Path, at: usize) -> Option<(String, Option<Wanted>)> {
        let (member, rest) = path.after(module)?.split_first()?;
        let alias = format!("{}_{member}", module.0.join("_"));
        let bound = [member, &alias].into_iter().find(|name| self.is_free(name, at))?;
        let wanted = Wanted::member(module.to_string(), member).bound_to(bound);
        let parts: Vec<&str> = std::iter::once(bound).chain(rest).map(String::as_str).collect();
        Some((parts.join("."), Some(wanted)))
    }
}
