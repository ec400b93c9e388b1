//! The other names that a file misses from the same module: one statement had imported them all.

use std::collections::BTreeSet;

use super::MissingName;
use crate::python::imports::{Wanted, imported};
use crate::python::scope::BindingKind;

impl MissingName<'_> {
    /// The names besides the own one that nothing binds and that the module of an import defines. A file that imports
    /// from the module already has lost single names.
    pub(super) async fn missed_with(&self, wanted: &Wanted) -> BTreeSet<String> {
        let is_plain = wanted.member.is_some() && wanted.alias.is_none();
        let scopes = &self.parsed.scopes;
        let imports = imported(&self.parsed.source);
        let is_there = imports.iter().any(|import| import.module() == wanted.module);
        let module = self.absolute(&wanted.module).filter(|_| is_plain && !is_there);
        let Some(module) = module.filter(|_| !scopes.has_star_import()) else {
            return BTreeSet::new();
        };
        let defined = self.defined_in(&module).await;
        let builtins = self.inquiry.builtins();
        let names = scopes.references().iter().map(|use_| &use_.name);
        let is_missed = |name: &&String| {
            name.as_str() != self.name
                && defined.contains(*name)
                && !builtins.contains(*name)
                && scopes.unbound(name).next().is_some()
        };
        names.filter(is_missed).cloned().collect()
    }

    /// The absolute name of a module that an import in the file names.
    fn absolute(&self, module: &str) -> Option<String> {
        let name = module.trim_start_matches('.');
        match u32::try_from(module.len() - name.len()).ok()? {
            0 => Some(name.to_owned()),
            level => {
                let modules = self.inquiry.project.modules();
                modules.absolute(self.file(), level, name)
            }
        }
    }

    /// What a module defines for others: of the project's, its own definitions; of the others, what they export.
    async fn defined_in(&self, module: &str) -> BTreeSet<String> {
        let project = &self.inquiry.project;
        if let Some(parsed) = project.module(module) {
            let bindings = parsed.scopes.scope(0).bindings.iter();
            let own = bindings.filter(|(_, all)| all.iter().any(|own| own.kind != BindingKind::Import));
            return own.map(|(name, _)| name.clone()).collect();
        }
        let subject = self.inquiry.subject(module).await;
        subject.map_or_else(BTreeSet::new, |subject| subject.exports.clone())
    }
}
