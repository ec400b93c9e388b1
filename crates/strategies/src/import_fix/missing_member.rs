//! A name that the module it is imported from does not have.

use std::collections::BTreeSet;

use unbreak_core::{DeterminedBy, Evidence, FixError, RelPath};

use super::missing_name::MissingName;
use super::reexport;
use super::reference::top;
use super::statement::Correction;
use crate::closeness::{is_capitalised, is_extended, parts};
use crate::offer::Offer;
use crate::python::closeness::{closest, is_meant};
use crate::python::exports;
use crate::python::imports::Imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::removed::is_removed;
use crate::python::scope::BindingKind;
use crate::python::slip::is_slip_of_keys;
use crate::weights::{confidence, similarity};

/// Repairs of `from module import name`, where `module` exists and `name` does not.
pub(super) struct MissingMember<'a> {
    pub(super) inquiry: &'a Inquiry<'a>,
    pub(super) parsed: &'a Parsed,
    pub(super) import: Imported<'a>,
    /// The absolute name of the module.
    pub(super) module: String,
    pub(super) as_script: bool,
}

/// A module that has the name.
struct Home {
    module: String,
    confidence: f64,
    determined_by: DeterminedBy,
    reason: String,
}

impl MissingMember<'_> {
    /// Corrections of the name, and of the module where another has the name.
    pub(super) async fn offers(&self, hints: &[String]) -> Result<Vec<Offer>, FixError> {
        let members = self.inquiry.members(&self.module).await;
        if members.contains(self.import.name()) {
            return Ok(Vec::new()); // a circular import: the name is there, but not yet
        }
        if let Some(offers) = self.lost_there(hints).await? {
            return Ok(offers);
        }
        let mut offers = self.misspelt(&members, hints).await?;
        let homes = self.homes().await;
        let handed_on = match homes.as_slice() {
            [home] => reexport::offer(self, &home.module)?,
            _ => None,
        };
        let is_rival = handed_on.is_some() || self.may_be_renamed(&members);
        if let Some(offer) = handed_on {
            let is_promised = !offer.evidence.may_change_meaning;
            offers.push(offer);
            if is_promised {
                return Ok(offers);
            }
        }
        for home in homes {
            let edits = self.correction().move_member(&self.import, &home.module)?;
            let mut evidence = Evidence::new(home.determined_by);
            evidence.may_change_meaning = is_rival;
            offers.push(Offer {
                rule: crate::rule::python::missing_export::MOVED,
                title: format!("import {} from {}", self.import.name(), home.module),
                reason: home.reason,
                confidence: if is_rival {
                    confidence::open()
                } else {
                    home.confidence
                },
                evidence,
                edits,
            });
        }
        Ok(offers)
    }

    /// The import that the module lost, if it uses the name itself and binds it nowhere.
    async fn lost_there(&self, hints: &[String]) -> Result<Option<Vec<Offer>>, FixError> {
        let Some(there) = self.inquiry.project.module(&self.module) else {
            return Ok(None);
        };
        let scopes = &there.scopes;
        let name = self.import.name();
        if scopes.has_star_import() || scopes.unbound(name).next().is_none() {
            return Ok(None);
        }
        let offers = MissingName::new(self.inquiry, &there, name).offers(hints).await?;
        Ok(Some(offers).filter(|offers| !offers.is_empty()))
    }

    /// Returns whether the module of the project defines a name that is this one with an addition: it may have been
    /// renamed there.
    fn may_be_renamed(&self, members: &BTreeSet<String>) -> bool {
        let is_own = self.inquiry.project.modules().has(&self.module);
        let name = self.import.name();
        is_own
            && members
                .iter()
                .any(|member| is_extended(member, name) && is_same_kind(name, member))
    }

    fn correction(&self) -> Correction<'_> {
        Correction {
            inquiry: self.inquiry,
            parsed: self.parsed,
            as_script: self.as_script,
        }
    }

    async fn misspelt(&self, members: &BTreeSet<String>, hints: &[String]) -> Result<Vec<Offer>, FixError> {
        let name = self.import.name();
        if is_removed(&self.module, name) {
            return Ok(Vec::new());
        }
        let public = members
            .iter()
            .filter(|member| name.starts_with('_') || !member.starts_with('_'));
        let mut close = closest(name, public.map(String::as_str));
        for (member, closeness) in &mut close {
            // A name that the file uses but does not bind was meant to be imported.
            if self.parsed.scopes.unbound(member).next().is_some() {
                *closeness = 1.0;
            }
        }
        close.retain(|(member, closeness)| {
            *closeness >= 1.0 || is_meant(name, member) && is_same_kind(name, member)
        });
        close.sort_by(|a, b| b.1.total_cmp(&a.1));
        let is_likely = |hint: &&String| members.contains(*hint) && is_meant(name, hint);
        let hinted = hints.iter().filter(is_likely);
        let hinted = hinted.map(|hint| (hint.as_str(), similarity::hinted()));
        let mut offers = Vec::new();
        for (member, closeness) in hinted.chain(close).take(3) {
            offers.push(Offer {
                rule: crate::rule::python::missing_export::MISSPELT,
                title: format!("import {member} instead of {name}"),
                reason: format!(
                    "{} has no '{name}', but '{member}' is spelt much like it",
                    self.module
                ),
                confidence: similarity::base() + similarity::slope() * closeness,
                evidence: match self.parsed.scopes.unbound(member).next() {
                    Some(_) => DeterminedBy::Resolution.into(),
                    None => Evidence::spelling(true, self.is_slip(name, member).await),
                },
                edits: self.correction().rename_member(&self.import, member)?,
            });
        }
        Ok(offers)
    }

    /// Returns whether one name is the other with a slip. In a package of others a class beside a function that is
    /// called like it is another thing: the function may have gone.
    async fn is_slip(&self, name: &str, member: &str) -> bool {
        let is_own = self.inquiry.project.modules().has(&self.module);
        (is_own || is_capitalised(name) == is_capitalised(member))
            && is_slip_of_keys(self.inquiry, name, member).await
    }

    /// The modules that have the name. For a module of the project these are other modules of the project only: what is
    /// called the same elsewhere is another thing.
    async fn homes(&self) -> Vec<Home> {
        let is_own = self.inquiry.project.modules().has(&self.module);
        if is_own {
            return self.own_homes();
        }
        let name = self.import.name();
        let Some(environment) = self.inquiry.environment() else {
            return Vec::new();
        };
        let usual: Vec<&str> = exports::homes(name).collect();
        let mut homes = environment.homes(&self.module, name, &usual).await;
        homes.truncate(3);
        let is_foreign = !self.inquiry.stdlib().contains(top(&self.module));
        let is_certain = match is_foreign {
            // Two things hardly have a name of several words by chance.
            true => parts(name).len() > 1,
            false => !self.is_method_of_a_builtin().await,
        };
        homes
            .into_iter()
            .map(|module| self.home(module, is_certain, is_foreign))
            .collect()
    }

    /// A module from outside that has the name. Below the module that lost it, the same name was
    /// moved; anywhere else, or deep inside of a package, it may be an unrelated thing of that name.
    fn home(&self, module: String, is_certain: bool, is_foreign: bool) -> Home {
        let inside = module.strip_prefix(&self.module);
        let inside = inside.and_then(|rest| rest.strip_prefix('.'));
        let is_inside = inside.is_some_and(|rest| !is_foreign || !rest.contains('.'));
        Home {
            confidence: if is_inside {
                confidence::stated()
            } else {
                confidence::resolved()
            },
            determined_by: match is_inside || is_certain {
                true => DeterminedBy::Resolution,
                false => DeterminedBy::Search,
            },
            reason: format!(
                "{module} exports '{}', {} does not",
                self.import.name(),
                self.module
            ),
            module,
        }
    }

    /// Returns whether texts, lists or tables have a method of this name: functions of `string` became such.
    async fn is_method_of_a_builtin(&self) -> bool {
        let Some(environment) = self.inquiry.environment() else {
            return false;
        };
        let types = ["builtins.str", "builtins.list", "builtins.dict"];
        let subjects = environment.look_up(types).await;
        subjects.values().any(|subject| subject.has(self.import.name()))
    }

    /// The project's modules that define the name, or are called so.
    fn own_homes(&self) -> Vec<Home> {
        let project = &self.inquiry.project;
        let name = self.import.name();
        let own = self.parsed.source.file();
        let is_elsewhere = |file: &RelPath| file != own && project.modules().may_use(own, file);
        let mut homes = Vec::new();
        for other in project.mentioning(name) {
            let file = other.source.file();
            let bindings = other.scopes.scope(0).bindings.get(name);
            let is_definition =
                bindings.is_some_and(|all| all.iter().any(|binding| binding.kind != BindingKind::Import));
            let module = project.modules().module(file);
            if let (true, true, Some(module)) = (is_definition, is_elsewhere(file), module) {
                homes.push(Home {
                    module: module.name.clone(),
                    confidence: confidence::only(),
                    determined_by: DeterminedBy::Resolution,
                    reason: format!("'{name}' is defined in {file}"),
                });
            }
        }
        for (file, module) in project.modules().iter() {
            let is_called_so = module.name.rsplit('.').next() == Some(name);
            if is_called_so && is_elsewhere(file) && module.name.contains('.') {
                let package = module.name.rsplit_once('.').map_or("", |(package, _)| package);
                homes.push(Home {
                    module: package.to_owned(),
                    confidence: confidence::resolved(),
                    determined_by: DeterminedBy::Resolution,
                    reason: format!("'{name}' is the module {file}"),
                });
            }
        }
        homes.retain(|home| home.module != self.module);
        homes
    }
}

/// Returns whether both names are those of classes, or none is; a slip in the capitals alone says nothing.
fn is_same_kind(name: &str, member: &str) -> bool {
    is_capitalised(name) == is_capitalised(member) || name.eq_ignore_ascii_case(member)
}
