//! Finds the statement that a diagnostic is about, and selects the rule for the fault.

use std::sync::Arc;

use unbreak_core::{Command, Diagnostic, Fact, Fix, FixContext, StrategyError};

use super::missing_member::MissingMember;
use super::missing_module::MissingModule;
use super::missing_name::MissingName;
use super::reference::{last, top};
use super::relative::WrongRelative;
use super::statement::imported_at;
use super::uninstalled::{Uninstalled, Witness, witness};
use super::{ID, install, misspelt, own_path, submodule};
use crate::closeness::is_slip;
use crate::message;
use crate::offer::{Offer, rank};
use crate::python::environment::Environment;
use crate::python::fact::fact;
use crate::python::imports::Imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::site::{Site, sites};
use crate::weights::ranking;

/// A diagnostic with what is needed to examine it.
pub(super) struct Case<'a> {
    inquiry: Inquiry<'a>,
    context: &'a FixContext<'a>,
    diagnostic: &'a Diagnostic,
    sites: Vec<Site>,
}

impl<'a> Case<'a> {
    pub(super) async fn new(diagnostic: &'a Diagnostic, context: &'a FixContext<'a>) -> Self {
        Self {
            inquiry: Inquiry::new(context).await,
            context,
            diagnostic,
            sites: sites(diagnostic, context.workspace),
        }
    }

    /// The names that the tool offers.
    fn hints(&self) -> &'a [String] {
        self.diagnostic.fact.as_ref().map_or(&[], Fact::instead)
    }

    fn rank(&self, offers: Vec<Offer>) -> Vec<Fix> {
        rank(ID, offers)
    }

    fn is_script(&self, parsed: &Parsed) -> bool {
        Inquiry::is_script(self.context, parsed.source.file())
    }

    pub(super) async fn missing_module(&self, module: &str) -> Result<Vec<Fix>, StrategyError> {
        for site in &self.sites {
            let Some(parsed) = self.inquiry.project.parsed(&site.file) else {
                continue;
            };
            let imports = self.imports_of(module, imported_at(&parsed, site), site);
            let Some(first) = imports.first() else {
                continue;
            };
            let modules = self.inquiry.project.modules();
            let Some(module) = first.absolute_module(&site.file, modules) else {
                continue;
            };
            // Python 2 looked there first.
            let beside = modules.absolute(&site.file, 1, &module);
            let beside = beside.filter(|beside| *beside != module && modules.has(beside));
            let fixes = own_path::offers(ID, &self.inquiry, self.context, &module);
            if !fixes.is_empty() && first.level == 0 && beside.is_none() {
                return Ok(fixes);
            }
            let case = MissingModule {
                inquiry: &self.inquiry,
                parsed: &parsed,
                witness: self.witness(first, &module),
                imports,
                module,
                beside,
                as_script: self.is_script(&parsed),
            };
            return Ok(self.or_install(self.rank(case.offers().await?), &case));
        }
        Ok(Vec::new())
    }

    /// The evidence that a module is not installed. The project's own modules never are in this state.
    fn witness(&self, import: &Imported<'_>, module: &str) -> Option<Witness> {
        let is_own = import.level > 0 || self.inquiry.project.modules().has(top(module));
        let ask = || witness(self.context.workspace, &self.inquiry, module);
        (!is_own).then(ask).flatten()
    }

    /// The imports of a statement that need the module; a missing package is also missing for
    /// imports of its modules.
    fn imports_of<'p>(&self, module: &str, all: Vec<Imported<'p>>, site: &Site) -> Vec<Imported<'p>> {
        let modules = self.inquiry.project.modules();
        let needs = |import: &Imported<'_>| {
            let absolute = import.absolute_module(&site.file, modules).unwrap_or_default();
            let inside = absolute
                .strip_prefix(module)
                .is_some_and(|rest| rest.starts_with('.'));
            absolute == module || inside || import.module() == module
        };
        all.into_iter().filter(needs).collect()
    }

    /// The file that builds a compiled module of the project which is not there, and the command that has it built.
    pub(super) fn unbuilt(&self, module: &str) -> Option<(&'static str, Command)> {
        let recipe = own_path::recipe_of_extension(&self.inquiry, self.context.workspace, module)?;
        Some((recipe, own_path::build(&self.inquiry)?))
    }

    /// The package of a module that is not installed; `None` if the project may mean one of its own modules.
    pub(super) fn uninstalled(&self, module: &str) -> Option<Uninstalled> {
        let modules = self.inquiry.project.modules();
        let is_own = modules.has(top(module))
            || modules
                .iter()
                .any(|(_, own)| last(&own.name) == last(module) && module.contains('.'));
        let witness = witness(self.context.workspace, &self.inquiry, module)?;
        let mut tops = modules.tops().into_iter();
        let is_misspelt = witness == Witness::Table && tops.any(|own| is_slip(top(module), own));
        (!is_own && !is_misspelt)
            .then(|| install::uninstalled(&self.inquiry, self.context, module))
            .flatten()
    }

    /// Offers a package that is not installed beside corrections of the spelling, but never where
    /// the project has a module of that name.
    fn or_install(&self, mut fixes: Vec<Fix>, case: &MissingModule<'_>) -> Vec<Fix> {
        let is_own = match case.witness {
            Some(Witness::Project) => false,
            _ => self.inquiry.project.modules().has(top(&case.module)) || case.is_elsewhere(),
        };
        let is_there = case.witness.is_none() && self.inquiry.is_foreign_module(top(&case.module));
        if is_own || is_there {
            return fixes;
        }
        if let Some(fix) = install::install(ID, &self.inquiry, self.context, &case.module) {
            Environment::doubt(self.context);
            fixes.retain(|guess| guess.confidence > fix.confidence);
            fixes.push(fix);
        }
        fixes
    }

    pub(super) async fn missing_member(&self, name: &str) -> Result<Vec<Fix>, StrategyError> {
        if message::names_replacement(self.diagnostic) {
            return Ok(Vec::new());
        }
        for site in &self.sites {
            let Some(parsed) = self.inquiry.project.parsed(&site.file) else {
                continue;
            };
            let here = imported_at(&parsed, site);
            let Some(import) = here
                .into_iter()
                .find(|import| import.name() == name && import.from.is_some())
            else {
                continue;
            };
            let modules = self.inquiry.project.modules();
            let Some(module) = import.absolute_module(&site.file, modules) else {
                continue;
            };
            let as_script = self.is_script(&parsed);
            let case = MissingMember {
                inquiry: &self.inquiry,
                parsed: &parsed,
                import,
                module,
                as_script,
            };
            return Ok(self.rank(case.offers(self.hints()).await?));
        }
        Ok(Vec::new())
    }

    pub(super) fn relative(&self, in_package: bool) -> Result<Vec<Fix>, StrategyError> {
        for site in &self.sites {
            let Some(parsed) = self.inquiry.project.parsed(&site.file) else {
                continue;
            };
            let here = imported_at(&parsed, site);
            let imports: Vec<Imported<'_>> = here.into_iter().filter(|import| import.level > 0).collect();
            if imports.is_empty() {
                continue;
            }
            let case = WrongRelative {
                inquiry: &self.inquiry,
                parsed: &parsed,
                imports,
                as_script: !in_package,
            };
            return Ok(self.rank(case.offers()?));
        }
        Ok(Vec::new())
    }

    pub(super) async fn missing_name(&self, name: &str) -> Result<Vec<Fix>, StrategyError> {
        let Some(parsed) = self.first_file() else {
            return Ok(Vec::new());
        };
        let case = MissingName::new(&self.inquiry, &parsed, name);
        let mut offers = case.offers(self.hints()).await?;
        let corrections = misspelt::offers(&self.inquiry, &parsed, name).await?;
        if !corrections.is_empty() {
            // A second import would leave the misspelt one behind.
            offers
                .iter_mut()
                .for_each(|offer| offer.confidence *= ranking::elsewhere());
        }
        offers.extend(corrections);
        Ok(self.rank(offers))
    }

    pub(super) async fn submodule(&self, package: &str, name: &str) -> Result<Vec<Fix>, StrategyError> {
        let Some(parsed) = self.first_file() else {
            return Ok(Vec::new());
        };
        Ok(self.rank(submodule::offers(&self.inquiry, &parsed, package, name).await?))
    }

    /// An unused import is examined only if a name is missing in the same file.
    pub(super) async fn unused(&self, name: &str) -> Result<Vec<Fix>, StrategyError> {
        let Some(parsed) = self.first_file() else {
            return Ok(Vec::new());
        };
        let bound = name.rsplit('.').next().unwrap_or(name);
        let file = parsed.source.file().as_str();
        let here = self
            .context
            .diagnostics
            .iter()
            .filter(|other| other.file() == Some(file));
        let mut offers = Vec::new();
        for fact in here.filter_map(fact) {
            if let Fact::UndefinedName { name: missing, .. } = fact {
                let of_this = |offer: &Offer| offer.edits.iter().any(|edit| edit.original == bound);
                let found = misspelt::offers(&self.inquiry, &parsed, missing).await?;
                offers.extend(found.into_iter().filter(of_this));
            }
        }
        Ok(self.rank(offers))
    }

    fn first_file(&self) -> Option<Arc<Parsed>> {
        self.inquiry.project.parsed(&self.sites.first()?.file)
    }
}
