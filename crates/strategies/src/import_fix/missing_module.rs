//! A module that cannot be found: on another path, misspelt, or renamed long ago.

use std::collections::BTreeSet;

use unbreak_core::{FixError, RelPath};

use super::known::{MOVED_MODULES, lookup};
use super::reference::last;
use super::statement::Correction;
use crate::offer::Offer;
use crate::python::closeness::closest;
use crate::python::imports::Imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;

/// A module that may be meant.
struct Target {
    /// Its absolute name.
    module: String,
    confidence: f64,
    reason: String,
}

/// Repairs of one statement that imports a module which cannot be found.
pub(super) struct MissingModule<'a> {
    pub(super) inquiry: &'a Inquiry<'a>,
    pub(super) parsed: &'a Parsed,
    /// The names that the statement imports from the module (or the module itself).
    pub(super) imports: Vec<Imported<'a>>,
    /// The absolute name that is not found.
    pub(super) module: String,
    pub(super) as_script: bool,
}

impl MissingModule<'_> {
    /// Corrections of the statement, where there is a module that offers what it imports.
    pub(super) async fn offers(&self) -> Result<Vec<Offer>, FixError> {
        let mut targets = self.elsewhere();
        targets.extend(self.misspelt().await);
        targets.extend(self.moved());
        let mut offers = Vec::new();
        for target in targets {
            if target.module != self.module && self.has_what_is_imported(&target.module).await {
                offers.extend(self.offer(target)?);
            }
        }
        Ok(offers)
    }

    fn offer(&self, target: Target) -> Result<Option<Offer>, FixError> {
        let Some(import) = self.imports.first() else {
            return Ok(None);
        };
        let correction = Correction {
            inquiry: self.inquiry,
            parsed: self.parsed,
            as_script: self.as_script,
        };
        let edits = correction.retarget(import, &target.module)?;
        let is_change = edits.iter().any(|edit| edit.original != edit.replacement);
        Ok(is_change.then(|| Offer {
            title: format!("import {} instead of {}", target.module, import.module()),
            reason: target.reason,
            confidence: target.confidence,
            edits,
        }))
    }

    async fn has_what_is_imported(&self, module: &str) -> bool {
        for import in self.imports.iter().filter(|import| import.from.is_some()) {
            if import.name() != "*" && self.inquiry.exports(module, import.name()).await == Some(false) {
                return false;
            }
        }
        true
    }

    fn file(&self) -> &RelPath {
        self.parsed.source.file()
    }

    /// Whether the project has a module that may be meant.
    pub(super) fn is_elsewhere(&self) -> bool {
        !self.elsewhere().is_empty()
    }

    /// Modules of the project with the same last name that lie in another package.
    fn elsewhere(&self) -> Vec<Target> {
        let wanted = self.module.split('.').collect::<Vec<_>>();
        let modules = self.inquiry.project.modules().iter();
        let same_name =
            modules.filter(|(file, module)| *file != self.file() && last(&module.name) == last(&self.module));
        let target = |(file, module): (&RelPath, &crate::python::modules::Module)| {
            let shared = module
                .name
                .rsplit('.')
                .zip(wanted.iter().rev())
                .take_while(|(a, b)| a == *b)
                .count();
            Target {
                module: module.name.clone(),
                confidence: if shared == wanted.len() || shared > 1 {
                    0.94
                } else {
                    0.9
                },
                reason: format!("{file} is the project's module '{}'", last(&self.module)),
            }
        };
        same_name.map(target).collect()
    }

    /// The module that its dotted name, part by part, comes closest to.
    async fn misspelt(&self) -> Vec<Target> {
        let mut names = vec![(String::new(), 1.0)];
        for part in self.module.split('.') {
            let mut longer = Vec::new();
            for (prefix, closeness) in names {
                let known = self.known_in(&prefix, part.starts_with('_')).await;
                let exact = known.contains(part).then_some((part, 1.0));
                let close = closest(part, known.iter().map(String::as_str));
                for (name, score) in exact.into_iter().chain(close).take(3) {
                    let dot = if prefix.is_empty() { "" } else { "." };
                    longer.push((format!("{prefix}{dot}{name}"), closeness * score));
                }
            }
            names = longer;
        }
        let target = |(module, closeness): (String, f64)| Target {
            confidence: 0.55 + 0.4 * closeness,
            reason: format!(
                "there is no module '{}', but '{module}' is spelt much like it",
                self.module
            ),
            module,
        };
        names.into_iter().map(target).collect()
    }

    /// Modules directly in a package, or top-level ones. Private ones are meant only where the name
    /// begins like one.
    async fn known_in(&self, package: &str, with_private: bool) -> BTreeSet<String> {
        let modules = self.inquiry.project.modules();
        if package.is_empty() {
            let foreign = self
                .inquiry
                .foreign_modules()
                .filter(|name| with_private || !name.starts_with('_'));
            let own = modules.tops();
            return foreign.chain(own).map(str::to_owned).collect();
        }
        if modules.has(package) {
            return modules.children(package).map(str::to_owned).collect();
        }
        let subject = self.inquiry.subject(package).await;
        subject.map_or_else(BTreeSet::new, |subject| &subject.submodules | &subject.loaded)
    }

    /// What the module was renamed to.
    fn moved(&self) -> Option<Target> {
        let module = lookup(MOVED_MODULES, &self.module)?;
        Some(Target {
            module: module.to_owned(),
            confidence: 0.92,
            reason: format!("Python 3 has '{}' as '{module}'", self.module),
        })
    }
}
