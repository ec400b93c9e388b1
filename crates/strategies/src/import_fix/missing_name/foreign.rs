//! Finds a missing name in the standard library and in installed packages.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{MissingName, Source};
use crate::import_fix::known::{ALIASES, lookup};
use crate::python::environment::Subject;
use crate::python::exports;
use crate::python::imports::{Wanted, imported};
use crate::python::scope::Usage;
use crate::weights::confidence;

/// The greatest number of files searched for modules that a project imports from.
const MOST_FILES: usize = 200;

impl MissingName<'_> {
    /// The module of this name in the standard library or among the installed ones. Where its
    /// attributes are submodules that must be imported themselves, the innermost of them.
    pub(super) async fn foreign_module(&self) -> Vec<Source> {
        if !self.inquiry.is_foreign_module(self.name) || self.uses.contains(&Usage::Called) {
            return Vec::new();
        }
        let names = self.dotted_names();
        let Some(environment) = self.inquiry.environment() else {
            return Vec::new();
        };
        let subjects = environment.look_up(names.iter().map(String::as_str)).await;
        let Some(module) = subjects.get(self.name).filter(|subject| subject.module) else {
            return Vec::new();
        };
        let is_bare = self.uses.iter().all(|use_| *use_ == Usage::Plain);
        if !is_bare && !self.fits_module(|attribute| module.has(attribute)) {
            return Vec::new();
        }
        let needed: BTreeSet<String> = self
            .uses
            .iter()
            .map(|use_| module_of_chain(self.name, use_, &subjects))
            .collect();
        let source = |module: String| Source {
            reason: format!("'{}' is used as the module {module} is", self.name),
            wanted: Wanted::module(module),
            has_rival: false,
            confidence: if is_bare {
                confidence::preferred()
            } else {
                confidence::stated()
            },
        };
        let longest = needed.into_iter().max_by_key(String::len);
        longest.into_iter().map(source).collect()
    }

    /// The name, and each chain of attributes read from it: `xml`, `xml.etree`, ...
    fn dotted_names(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::from([self.name.to_owned()]);
        for use_ in &self.uses {
            if let Usage::Attribute { path, .. } = use_ {
                let mut name = self.name.to_owned();
                for part in path {
                    name = format!("{name}.{part}");
                    names.insert(name.clone());
                }
            }
        }
        names
    }

    /// A module that is conventionally bound to this name: `np`, or `_sys` for a private import.
    pub(super) fn alias(&self) -> Option<Source> {
        let module = lookup(ALIASES, self.name).or_else(|| self.name.strip_prefix('_'))?;
        let top = module.split('.').next().unwrap_or_default();
        let is_used_so = self
            .uses
            .iter()
            .any(|use_| matches!(use_, Usage::Attribute { .. }));
        (is_used_so && self.inquiry.is_foreign_module(top)).then(|| Source {
            wanted: Wanted::module(module).bound_to(self.name),
            confidence: confidence::resolved(),
            reason: format!("'{}' is the customary name of {module}", self.name),
            has_rival: false,
        })
    }

    /// Modules that export the name as something that can be used like this: those of the standard
    /// library that it is usually imported from, and those that the project already imports names
    /// from.
    pub(super) async fn exported_names(&self) -> Vec<Source> {
        let Some(environment) = self.inquiry.environment() else {
            return Vec::new();
        };
        let known = self.modules_in_use();
        let usual: Vec<&str> = exports::homes(self.name).collect();
        let used = known
            .iter()
            .map(String::as_str)
            .filter(|name| !usual.contains(name));
        let sources: Vec<&str> = usual.iter().copied().chain(used).collect();
        let modules = environment.look_up(sources.iter().copied()).await;
        let exports = |module: &&str| {
            modules
                .get(*module)
                .is_some_and(|subject| self.is_exported_by(subject))
        };
        let homes: Vec<&str> = sources.into_iter().filter(exports).collect();
        let dotted: Vec<String> = homes.iter().map(|home| format!("{home}.{}", self.name)).collect();
        let subjects = environment.look_up(dotted.iter().map(String::as_str)).await;
        let fitting = homes.iter().zip(&dotted).filter_map(|(home, dotted)| {
            let subject = subjects.get(dotted)?;
            self.fits_value(subject).then_some((*home, subject))
        });
        let mut fitting: Vec<(&str, &Arc<Subject>)> = fitting.collect();
        let is_awaited = self.is_awaited();
        let is_coroutine = |(_, subject): &(&str, &Arc<Subject>)| subject.coroutine;
        let has_coroutine = fitting.iter().any(is_coroutine);
        if is_awaited && has_coroutine {
            fitting.retain(is_coroutine);
        }
        // A plain function may return what can be awaited; that it does, no one has said.
        let has_rival = fitting.len() > 1 || is_awaited && !has_coroutine;
        let ranked = fitting.into_iter().enumerate().map(|(rank, (home, _))| Source {
            wanted: Wanted::member(home, self.name),
            confidence: self.confidence_in(home, rank, &modules),
            reason: format!("{home} exports '{}'", self.name),
            has_rival,
        });
        ranked.collect()
    }

    /// The modules from outside that any of the project's files imports names from.
    fn modules_in_use(&self) -> BTreeSet<String> {
        let project = &self.inquiry.project;
        let files = project.modules().iter().take(MOST_FILES);
        let parsed = files.filter_map(|(file, _)| project.parsed(file));
        let mut modules = BTreeSet::new();
        for other in parsed {
            let imports = imported(&other.source);
            let absolute = imports.iter().filter(|import| import.level == 0);
            let foreign = absolute
                .filter_map(|import| import.from)
                .filter(|name| !project.modules().has(name));
            modules.extend(foreign.map(str::to_owned));
        }
        modules
    }

    fn is_exported_by(&self, module: &Subject) -> bool {
        let is_private = self.name.starts_with('_');
        module.exports.contains(self.name) || (is_private && module.members.contains(self.name))
    }

    /// The first module of the list is the customary one, unless the file already imports from
    /// another. That it uses `typing` says nothing of names that `typing` only passes on.
    fn confidence_in(&self, module: &str, rank: usize, modules: &BTreeMap<String, Arc<Subject>>) -> f64 {
        let abstract_classes = modules.get("collections.abc");
        let is_passed_on = |name: &str| abstract_classes.is_some_and(|abc| abc.exports.contains(name));
        let imports = imported(&self.parsed.source);
        let is_at_hand = imports.iter().any(|import| {
            let is_like = module != "typing" || rank == 0 || is_passed_on(import.name());
            import.from == Some(module) && import.level == 0 && is_like
        });
        let is_only_named = self.uses.iter().all(|use_| *use_ == Usage::Plain);
        match (is_at_hand, rank, is_only_named) {
            (true, ..) => confidence::only(),
            (false, 0, false) => confidence::resolved(),
            (false, 0, true) => confidence::likely(),
            (false, ..) => confidence::preferred(),
        }
    }

    /// Returns whether a class, function or value can be used as the name is.
    fn fits_value(&self, subject: &Subject) -> bool {
        self.uses.iter().all(|use_| match use_ {
            Usage::Called => subject.callable,
            Usage::Attribute { path, .. } => subject.has(&path[0]),
            Usage::Updated => false,
            Usage::Plain => !subject.module,
        })
    }
}

/// The longest chain of attributes of one use that is a module not loaded by its parent.
fn module_of_chain(name: &str, use_: &Usage, subjects: &BTreeMap<String, Arc<Subject>>) -> String {
    let mut module = name.to_owned();
    let Usage::Attribute { path, .. } = use_ else {
        return module;
    };
    for part in path {
        let inner = format!("{module}.{part}");
        let is_submodule = subjects
            .get(&module)
            .is_some_and(|outer| outer.submodules.contains(part));
        if !is_submodule || !subjects.get(&inner).is_some_and(|subject| subject.module) {
            break;
        }
        module = inner;
    }
    module
}
