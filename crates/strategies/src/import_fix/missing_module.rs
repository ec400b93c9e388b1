//! A module that cannot be found: on another path, misspelt, or renamed long ago.

use std::collections::BTreeSet;

use ruff_text_size::Ranged;
use unbreak_core::{DeterminedBy, Evidence, FixError, RelPath};

use super::known::{MOVED_MODULES, lookup};
use super::reference::{last, top};
use super::statement::Correction;
use super::uninstalled::Witness;
use super::uses::{asked_of_unbound, fit, uses};
use crate::offer::Offer;
use crate::python::closeness::{closest, is_slip};
use crate::python::imports::{Imported, failed_modules};
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::slip::is_slip_of_keys;
use crate::weights::{confidence, similarity};

/// A module that may be meant.
struct Target {
    /// Its absolute name.
    module: String,
    confidence: f64,
    reason: String,
    evidence: Evidence,
}

/// Repairs of one statement that imports a module which cannot be found.
pub(super) struct MissingModule<'a> {
    pub(super) inquiry: &'a Inquiry<'a>,
    pub(super) parsed: &'a Parsed,
    /// The names that the statement imports from the module (or the module itself).
    pub(super) imports: Vec<Imported<'a>>,
    /// The absolute name that is not found.
    pub(super) module: String,
    /// The absolute name of the module that is called so in the package of the file.
    pub(super) beside: Option<String>,
    pub(super) as_script: bool,
    /// The evidence that the module belongs to a package that is not installed.
    pub(super) witness: Option<Witness>,
}

impl MissingModule<'_> {
    /// Corrections of the statement, where there is a module that has everything that is used of it.
    pub(super) async fn offers(&self) -> Result<Vec<Offer>, FixError> {
        let uses = uses(self.parsed, &self.imports);
        let mut offers = Vec::new();
        let modules = self.inquiry.project.modules();
        let start = self.imports.first().map(|import| import.statement.start());
        let failed = start.map(|start| failed_modules(&self.parsed.source, start, modules));
        let failed = failed.unwrap_or_default();
        for target in self.targets(!uses.is_empty()).await {
            let is_other = target.module != self.module && !failed.contains(&target.module);
            let uses = [uses.clone(), self.used_unbound(&target.module)].concat();
            if is_other && fit(self.inquiry, &target.module, &uses).await {
                offers.extend(self.offer(target)?);
            }
        }
        Ok(offers)
    }

    /// Modules that may be meant. A module that is not installed is not misspelt, and one that the
    /// project declares means only itself.
    async fn targets(&self, is_used: bool) -> Vec<Target> {
        match self.witness {
            Some(Witness::Project) => Vec::new(),
            Some(Witness::Table) if !is_used => self.moved().into_iter().collect(),
            Some(Witness::Table) => self.elsewhere().into_iter().chain(self.moved()).collect(),
            None => {
                let others = self.elsewhere().into_iter().chain(self.moved());
                others.chain(self.misspelt(is_used).await).collect()
            }
        }
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
            rule: crate::rule::python::missing_module::CORRECT_IMPORT,
            title: format!("import {} instead of {}", target.module, import.module()),
            reason: target.reason,
            confidence: target.confidence,
            evidence: target.evidence,
            edits,
        }))
    }

    fn file(&self) -> &RelPath {
        self.parsed.source.file()
    }

    /// Returns whether the project has a module that may be meant.
    pub(super) fn is_elsewhere(&self) -> bool {
        !self.elsewhere().is_empty()
    }

    /// Modules of the project with the same last name that lie in another package, or only the one in the package of the
    /// file.
    fn elsewhere(&self) -> Vec<Target> {
        let wanted = self.module.split('.').collect::<Vec<_>>();
        let modules = self.inquiry.project.modules().iter();
        let is_meant = |name: &str| match &self.beside {
            Some(beside) => name == beside,
            None => last(name) == last(&self.module),
        };
        let same_name = modules.filter(|(file, module)| *file != self.file() && is_meant(&module.name));
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
                    confidence::only()
                } else {
                    confidence::resolved()
                },
                evidence: DeterminedBy::Resolution.into(),
                reason: format!("{file} is the project's module '{}'", last(&self.module)),
            }
        };
        same_name.map(target).collect()
    }

    /// Modules from whose dotted name this one is some keystrokes away, in one part of it.
    async fn misspelt(&self, is_used: bool) -> Vec<Target> {
        let mut targets = Vec::new();
        for (module, closeness, slip) in self.slips().await {
            let is_own = self.inquiry.project.modules().has(&module);
            let is_used = is_used || !self.used_unbound(&module).is_empty();
            let is_slip = lost_its_first_letter(&slip.0, &slip.1)
                || is_slip_of_keys(self.inquiry, &slip.0, &slip.1).await;
            targets.push(Target {
                confidence: similarity::confirmed() + similarity::slope() * closeness,
                evidence: Evidence::spelling(true, is_slip && (is_used || is_own)),
                reason: format!(
                    "there is no module '{}', but '{module}' is spelt much like it",
                    self.module
                ),
                module,
            });
        }
        targets
    }

    /// What the file uses of a module that it does not import, if this statement would import it whole.
    fn used_unbound(&self, module: &str) -> Vec<String> {
        let is_whole = |import: &Imported<'_>| import.from.is_none() && import.alias.asname.is_none();
        match self.imports.iter().all(is_whole) {
            true => asked_of_unbound(self.parsed, module),
            false => Vec::new(),
        }
    }

    /// Modules one typing error away, their closeness, and the misspelt part with its correction.
    async fn slips(&self) -> Vec<(String, f64, (String, String))> {
        let parts: Vec<&str> = self.module.split('.').collect();
        let mut found = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let package = parts[..at].join(".");
            let known = self.known_in(&package, part.starts_with('_')).await;
            let is_own = self.inquiry.project.modules().has(&package);
            let is_meant = |name: &str| is_slip(part, name) || is_own && lost_its_first_letter(part, name);
            let close = closest(part, known.iter().map(String::as_str));
            for (name, score) in close.into_iter().filter(|(name, _)| is_meant(name)).take(3) {
                let right = [&parts[..at], &[name], &parts[at + 1..]].concat().join(".");
                found.push((right, score, ((*part).to_owned(), name.to_owned())));
            }
            if !known.contains(*part) {
                break;
            }
        }
        found.retain(|(module, ..)| self.may_exist(module));
        found
    }

    /// Returns whether the first part of a module's name exists.
    fn may_exist(&self, module: &str) -> bool {
        let first = top(module);
        self.inquiry.is_foreign_module(first) || self.inquiry.project.modules().has(first)
    }

    /// Modules directly in a package, or top-level ones. Private ones are included only if the name
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

    /// The new name of a renamed module.
    fn moved(&self) -> Option<Target> {
        let module = lookup(MOVED_MODULES, &self.module)?;
        Some(Target {
            module: module.to_owned(),
            confidence: confidence::only(),
            evidence: DeterminedBy::Convention.into(),
            reason: format!("Python 3 has '{}' as '{module}'", self.module),
        })
    }
}

/// `_onfig` for `_config`: in a package of the project.
fn lost_its_first_letter(wrong: &str, right: &str) -> bool {
    let (wrong, right) = (wrong.trim_start_matches('_'), right.trim_start_matches('_'));
    let mut letters = right.chars();
    letters.next().is_some() && letters.as_str() == wrong && wrong.len() > 2
}
