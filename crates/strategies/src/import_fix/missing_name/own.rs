//! Finds a missing name in the project itself.

use std::collections::BTreeMap;

use unbreak_core::RelPath;

use super::{MissingName, Source};
use crate::import_fix::reference::last;
use crate::python::imports::imported;
use crate::python::modules::Module;
use crate::python::project::Parsed;
use crate::python::scope::{BindingKind, Usage};
use crate::weights::confidence;

impl MissingName<'_> {
    /// The modules that the rest of the project imports the name from.
    pub(super) fn by_custom(&self) -> Vec<Source> {
        let project = &self.inquiry.project;
        let mut customs: BTreeMap<(String, Option<String>), usize> = BTreeMap::new();
        for other in project.mentioning(self.name) {
            let file = other.source.file();
            let binding = imported(&other.source)
                .into_iter()
                .filter(|import| import.bound() == self.name);
            for import in binding.filter(|_| file != self.file()) {
                let Some(module) = import.absolute_module(file, project.modules()) else {
                    continue;
                };
                let member = import.from.is_some().then(|| import.name().to_owned());
                let is_dotted = member.is_none() && import.alias.asname.is_none() && module.contains('.');
                if !is_dotted && self.can_be(&module, member.as_deref()) {
                    *customs.entry((module, member)).or_default() += 1;
                }
            }
        }
        let total: usize = customs.values().sum();
        let source = |((module, member), count): ((String, Option<String>), usize)| {
            #[expect(clippy::cast_precision_loss, reason = "a count of files")]
            let share = count as f64 / total as f64;
            Source {
                wanted: self.wanted(&module, member.as_deref()),
                has_rival: false,
                confidence: confidence::likely() + (confidence::stated() - confidence::likely()) * share,
                reason: format!("{count} other file(s) of the project import '{}' so", self.name),
            }
        };
        customs.into_iter().map(source).collect()
    }

    /// Returns whether an import that other files have can be right here: a called name is not a module.
    fn can_be(&self, module: &str, member: Option<&str>) -> bool {
        let is_own = self.inquiry.project.modules().has(module);
        let this = self.inquiry.project.modules().module(self.file());
        if this.is_some_and(|this| this.name == module) {
            return false;
        }
        let exists = is_own
            || self
                .inquiry
                .is_foreign_module(module.split('.').next().unwrap_or_default());
        exists
            && !(member.is_none() && self.uses.contains(&Usage::Called))
            && !member.is_some_and(|name| self.is_handed_on_by(module, name))
    }

    /// Returns whether a package around the file imports a name from one of its own modules: while it does so, it may not
    /// have the name yet when it comes to this file.
    fn is_handed_on_by(&self, package: &str, name: &str) -> bool {
        let project = &self.inquiry.project;
        let own = project.modules().module(self.file());
        let is_around = own.is_some_and(|own| {
            let rest = own.name.strip_prefix(package);
            rest.is_some_and(|rest| rest.starts_with('.'))
        });
        let is_import = |around: &Parsed| {
            let bindings = around.scopes.scope(0).bindings.get(name);
            bindings.is_some_and(|all| all.iter().all(|binding| binding.kind == BindingKind::Import))
        };
        is_around && project.module(package).is_some_and(|around| is_import(&around))
    }

    /// Names that the project's own modules define.
    pub(super) fn own_names(&self) -> Vec<Source> {
        let project = &self.inquiry.project;
        let mut sources = Vec::new();
        for other in project.mentioning(self.name) {
            let Some(module) = project.modules().module(other.source.file()) else {
                continue;
            };
            let bindings = other.scopes.scope(0).bindings.get(self.name);
            let defined = bindings.and_then(|all| all.iter().find(|b| b.kind != BindingKind::Import));
            let is_elsewhere = other.source.file() != self.file()
                && project.modules().may_use(self.file(), other.source.file());
            let Some(binding) = defined.filter(|_| is_elsewhere) else {
                continue;
            };
            let is_value = binding.kind == BindingKind::Assignment;
            let odd = is_value && self.uses.contains(&Usage::Called);
            sources.push(Source {
                wanted: self.wanted(&module.name, Some(self.name)),
                has_rival: false,
                confidence: if odd {
                    confidence::preferred()
                } else {
                    confidence::resolved()
                },
                reason: format!("'{}' is defined in {}", self.name, other.source.file()),
            });
        }
        sources
    }

    /// Modules of the project that have this name, and the attributes that are used.
    pub(super) fn own_modules(&self) -> Vec<Source> {
        let project = &self.inquiry.project;
        let named = project
            .modules()
            .iter()
            .filter(|(_, module)| last(&module.name) == self.name);
        let fitting = named.filter(|(file, module)| {
            *file != self.file() && self.fits_module(|attribute| project.exports(&module.name, attribute))
        });
        let source = |(file, module): (&RelPath, &Module)| {
            let wanted = match module.name.rsplit_once('.') {
                Some((package, _)) => self.wanted(package, Some(self.name)),
                None => self.wanted(&module.name, None),
            };
            Source {
                wanted,
                has_rival: false,
                confidence: confidence::resolved(),
                reason: format!("{file} contains the members used on '{}'", self.name),
            }
        };
        fitting.map(source).collect()
    }
}
