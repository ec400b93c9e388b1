//! A relative import that leads out of its package, or is in a file outside of any.

use unbreak_core::{DeterminedBy, FixError, RelPath};

use super::reference::last;
use super::statement::Correction;
use crate::offer::Offer;
use crate::python::imports::Imported;
use crate::python::inquiry::Inquiry;
use crate::python::modules::Module;
use crate::python::project::Parsed;
use crate::weights::confidence;

/// Repairs of `from ...module import names`.
pub(super) struct WrongRelative<'a> {
    pub(super) inquiry: &'a Inquiry<'a>,
    pub(super) parsed: &'a Parsed,
    /// The names that the statement imports.
    pub(super) imports: Vec<Imported<'a>>,
    pub(super) as_script: bool,
}

impl WrongRelative<'_> {
    /// The same import from where the module really is.
    pub(super) fn offers(&self) -> Result<Vec<Offer>, FixError> {
        let Some(import) = self.imports.first() else {
            return Ok(Vec::new());
        };
        let correction = Correction {
            inquiry: self.inquiry,
            parsed: self.parsed,
            as_script: self.as_script,
        };
        let mut offers = Vec::new();
        for (module, confidence) in self.targets(import) {
            let edits = correction.retarget(import, &module)?;
            if edits.iter().all(|edit| edit.original == edit.replacement) {
                continue;
            }
            offers.push(Offer {
                rule: crate::rule::python::relative_import::LEVEL,
                title: format!("import from {module} instead of {}", import.module()),
                reason: format!(
                    "{module} contains the imported names, and {} does not exist",
                    import.module()
                ),
                confidence,
                evidence: DeterminedBy::Resolution.into(),
                edits,
            });
        }
        Ok(offers)
    }

    /// The project's modules that have every imported name. First the module that the dots would
    /// lead to if the file were imported as part of its package, then others of its name.
    fn targets(&self, import: &Imported<'_>) -> Vec<(String, f64)> {
        let project = &self.inquiry.project;
        let file = self.parsed.source.file();
        let named = import.from.unwrap_or_default();
        let meant = import.absolute_module(file, project.modules());
        let is_candidate = |(other, module): &(&RelPath, &Module)| {
            let is_named = named.is_empty() || last(&module.name) == last(named);
            *other != file && is_named && self.has_every_name(&module.name)
        };
        let modules = project.modules().iter().filter(is_candidate);
        let scored = modules.map(|(_, module)| {
            let is_meant = Some(&module.name) == meant.as_ref();
            (
                module.name.clone(),
                if is_meant {
                    confidence::only()
                } else {
                    confidence::resolved()
                },
            )
        });
        scored.collect()
    }

    fn has_every_name(&self, module: &str) -> bool {
        let mut names = self.imports.iter().map(Imported::name);
        names.all(|name| name == "*" || self.inquiry.project.exports(module, name))
    }
}
