//! A name that the module it is imported from does not have.

use std::collections::BTreeSet;

use unbreak_core::{FixError, RelPath};

use super::known::SOURCES_OF_NAMES;
use super::statement::Correction;
use crate::offer::Offer;
use crate::python::closeness::closest;
use crate::python::imports::Imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::scope::BindingKind;

/// Repairs of `from module import name`, where `module` exists and `name` does not.
pub(super) struct MissingMember<'a> {
    pub(super) inquiry: &'a Inquiry<'a>,
    pub(super) parsed: &'a Parsed,
    pub(super) import: Imported<'a>,
    /// The absolute name of the module.
    pub(super) module: String,
    pub(super) as_script: bool,
}

impl MissingMember<'_> {
    /// Corrections of the name, and of the module where another has the name.
    pub(super) async fn offers(&self, hints: &[String]) -> Result<Vec<Offer>, FixError> {
        let members = self.inquiry.members(&self.module).await;
        if members.contains(self.import.name()) {
            return Ok(Vec::new()); // a circular import: the name is there, but not yet
        }
        let mut offers = self.misspelt(&members, hints)?;
        for (module, confidence, reason) in self.homes().await {
            let edits = self.correction().move_member(&self.import, &module)?;
            offers.push(Offer {
                title: format!("import {} from {module}", self.import.name()),
                reason,
                confidence,
                edits,
            });
        }
        Ok(offers)
    }

    fn correction(&self) -> Correction<'_> {
        Correction {
            inquiry: self.inquiry,
            parsed: self.parsed,
            as_script: self.as_script,
        }
    }

    fn misspelt(&self, members: &BTreeSet<String>, hints: &[String]) -> Result<Vec<Offer>, FixError> {
        let name = self.import.name();
        let public = members
            .iter()
            .filter(|member| name.starts_with('_') || !member.starts_with('_'));
        let mut close = closest(name, public.map(String::as_str));
        for (member, closeness) in &mut close {
            // What the file uses and has from nowhere is what was meant to be imported.
            if self.parsed.scopes.unbound(member).next().is_some() {
                *closeness = 1.0;
            }
        }
        close.sort_by(|a, b| b.1.total_cmp(&a.1));
        let hinted = hints.iter().filter(|hint| members.contains(*hint));
        let hinted = hinted.map(|hint| (hint.as_str(), 0.95));
        let mut offers = Vec::new();
        for (member, closeness) in hinted.chain(close).take(3) {
            offers.push(Offer {
                title: format!("import {member} instead of {name}"),
                reason: format!(
                    "{} has no '{name}', but '{member}' is spelt much like it",
                    self.module
                ),
                confidence: 0.5 + 0.4 * closeness,
                edits: self.correction().rename_member(&self.import, member)?,
            });
        }
        Ok(offers)
    }

    /// Modules that do have the name.
    async fn homes(&self) -> Vec<(String, f64, String)> {
        let own = self.own_homes();
        if !own.is_empty() {
            return own;
        }
        let name = self.import.name();
        let Some(environment) = self.inquiry.environment() else {
            return Vec::new();
        };
        let modules = environment.look_up(SOURCES_OF_NAMES.iter().copied()).await;
        let exporting = SOURCES_OF_NAMES.iter().filter(|module| {
            modules
                .get(**module)
                .is_some_and(|subject| subject.exports.contains(name))
        });
        let reason = |module: &str| format!("{module} exports '{name}', {} does not", self.module);
        exporting
            .map(|module| ((*module).to_owned(), 0.88, reason(module)))
            .take(2)
            .collect()
    }

    /// The project's modules that define the name, or are called so.
    fn own_homes(&self) -> Vec<(String, f64, String)> {
        let project = &self.inquiry.project;
        let name = self.import.name();
        let is_elsewhere = |file: &RelPath| file != self.parsed.source.file();
        let mut homes = Vec::new();
        for other in project.mentioning(name) {
            let file = other.source.file();
            let bindings = other.scopes.scope(0).bindings.get(name);
            let is_definition =
                bindings.is_some_and(|all| all.iter().any(|binding| binding.kind != BindingKind::Import));
            let module = project.modules().module(file);
            if let (true, true, Some(module)) = (is_definition, is_elsewhere(file), module) {
                homes.push((
                    module.name.clone(),
                    0.93,
                    format!("'{name}' is defined in {file}"),
                ));
            }
        }
        for (file, module) in project.modules().iter() {
            let is_called_so = module.name.rsplit('.').next() == Some(name);
            if is_called_so && is_elsewhere(file) && module.name.contains('.') {
                let package = module.name.rsplit_once('.').map_or("", |(package, _)| package);
                homes.push((package.to_owned(), 0.9, format!("'{name}' is the module {file}")));
            }
        }
        homes.retain(|(module, ..)| *module != self.module);
        homes
    }
}
