//! `import_fix`: missing, misspelt and wrongly placed imports (SPEC A4, F3).
//!
//! One file here is one fault: a [missing name](missing_name), a [missing module](missing_module),
//! a name that its [module does not have](missing_member), a [wrong relative](relative) import, a
//! [misspelt] one that nobody uses, a [module in a package](submodule) that nobody loaded,
//! modules of the project that are [not on the path](own_path), packages that are [not
//! installed](install).

mod declared;
mod install;
mod known;
mod missing_member;
mod missing_module;
mod missing_name;
mod misspelt;
mod own_path;
mod reference;
mod relative;
mod statement;
mod submodule;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, Diagnostic, Example, Fix, FixContext, FixStrategy,
    StrategyError, register_strategy,
};

use crate::offer::{Offer, rank};
use crate::python::complaint::{Complaint, Owner, hints};
use crate::python::describe;
use crate::python::environment::Environment;
use crate::python::imports::Imported;
use crate::python::inquiry::Inquiry;
use crate::python::project::Parsed;
use crate::python::site::{Site, sites};
use missing_member::MissingMember;
use missing_module::MissingModule;
use missing_name::MissingName;
use relative::WrongRelative;
use statement::imported_at;

const ID: &str = "import_fix";

const DOCS: &str = "\
## What it mends

- A module or name that is used and never imported: from the standard library, from what is
  installed, or from the project's own modules.
- An import that leads nowhere: a misspelt module or name, a module that lies in another package, a
  relative import with the wrong number of dots, a name that has moved.
- A package that is not installed, when the project declares it or its name is well known.

## Why

One wrong import keeps a whole module, and every test of it, from running. What was meant can nearly
always be found out: the interpreter knows its modules and what they export; the project's files show
what its own modules define and where everybody else imports a name from.

## Fix safety

Edits touch import statements, and the uses of a name whose import was misspelt; they are safe.
Before anything else it is asked whether the project itself has a module of that name: then the path
is mended, and nothing installed. An installation needs approval (class `install`), goes through the
project's own manager, and never concerns a name that nobody vouches for.
";

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a module that was never imported",
        "import sys\n\nsys.stdout.write(json.dumps({}))\n",
        "import json\nimport sys\n\nsys.stdout.write(json.dumps({}))\n",
    ),
    Example::new(
        "a name of the standard library",
        "from collections import Counter\n\nwords = defaultdict(list)\ncounts = Counter(words)\n",
        "from collections import Counter, defaultdict\n\nwords = defaultdict(list)\ncounts = Counter(words)\n",
    ),
    Example::new(
        "a misspelt module",
        "from dataclases import dataclass\n\n\n@dataclass\nclass Point:\n    x: int\n",
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Point:\n    x: int\n",
    ),
];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "adds missing imports and corrects wrong ones",
    DOCS,
    &EXAMPLES,
);

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportFix;

register_strategy!(ImportFix);

#[async_trait]
impl FixStrategy for ImportFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let (action, description, confidence) = match Complaint::of(diagnostic)? {
            Complaint::MissingModule(module) => (
                "correct import",
                format!("find what '{module}' was meant to be"),
                0.9,
            ),
            Complaint::MissingMember { name, .. } => {
                ("correct import", format!("find where '{name}' is"), 0.9)
            }
            Complaint::RelativeImport { .. } => (
                "correct import",
                "find where the import should lead".to_owned(),
                0.9,
            ),
            Complaint::UndefinedName(name) => (
                "add import",
                format!("import '{name}' if it is a module or exported by one"),
                0.7,
            ),
            Complaint::MissingAttribute {
                owner: Owner::Module(_),
                name,
            } => (
                "add import",
                format!("import '{name}' if it is a module in a package"),
                0.4,
            ),
            Complaint::UnusedImport(name) => {
                ("correct import", format!("see whether '{name}' is misspelt"), 0.3)
            }
            _ => return None,
        };
        Some(Candidate {
            strategy: ID.to_owned(),
            action: action.to_owned(),
            description,
            confidence: Confidence::new(confidence),
        })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let Some(complaint) = Complaint::of(&analysis.diagnostic) else {
            return Ok(Vec::new());
        };
        let case = Case {
            inquiry: Inquiry::new(context).await,
            context,
            diagnostic: &analysis.diagnostic,
            sites: sites(&analysis.diagnostic, context.workspace),
        };
        match complaint {
            Complaint::MissingModule(module) => case.missing_module(&module).await,
            Complaint::MissingMember { name, .. } => case.missing_member(&name).await,
            Complaint::RelativeImport { in_package } => case.relative(in_package),
            Complaint::UndefinedName(name) => case.missing_name(&name).await,
            Complaint::MissingAttribute {
                owner: Owner::Module(Some(package)),
                name,
            } => case.submodule(&package, &name).await,
            Complaint::UnusedImport(name) => case.unused(&name).await,
            _ => Ok(Vec::new()),
        }
    }
}

/// One diagnostic and what is needed to look into it.
struct Case<'a> {
    inquiry: Inquiry<'a>,
    context: &'a FixContext<'a>,
    diagnostic: &'a Diagnostic,
    sites: Vec<Site>,
}

impl Case<'_> {
    fn hints(&self) -> Vec<String> {
        hints(self.diagnostic)
    }

    fn rank(&self, offers: Vec<Offer>) -> Vec<Fix> {
        rank(ID, offers)
    }

    fn is_script(&self, parsed: &Parsed) -> bool {
        Inquiry::is_script(self.context, parsed.source.file())
    }

    async fn missing_module(&self, module: &str) -> Result<Vec<Fix>, StrategyError> {
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
            let fixes = own_path::offers(ID, &self.inquiry, self.context, &module);
            if !fixes.is_empty() && first.level == 0 {
                return Ok(fixes);
            }
            let case = MissingModule {
                inquiry: &self.inquiry,
                parsed: &parsed,
                imports,
                module,
                as_script: self.is_script(&parsed),
            };
            return Ok(self.or_install(self.rank(case.offers().await?), &case));
        }
        Ok(Vec::new())
    }

    /// The imports of a statement that need the module; a missing package is missed by those of its
    /// modules too.
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

    /// A package that is not installed is offered beside guesses at a misspelling, and never where
    /// the project has a module of that name.
    fn or_install(&self, mut fixes: Vec<Fix>, case: &MissingModule<'_>) -> Vec<Fix> {
        let top = case.module.split('.').next().unwrap_or_default();
        let is_own = self.inquiry.project.modules().has(top) || case.is_elsewhere();
        if is_own || self.inquiry.is_foreign_module(top) {
            return fixes;
        }
        if let Some(fix) = install::install(ID, &self.inquiry, self.context, &case.module) {
            Environment::forget(self.context.workspace.root());
            fixes.retain(|guess| guess.confidence > fix.confidence);
            fixes.push(fix);
        }
        fixes
    }

    async fn missing_member(&self, name: &str) -> Result<Vec<Fix>, StrategyError> {
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
            return Ok(self.rank(case.offers(&self.hints()).await?));
        }
        Ok(Vec::new())
    }

    fn relative(&self, in_package: bool) -> Result<Vec<Fix>, StrategyError> {
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

    async fn missing_name(&self, name: &str) -> Result<Vec<Fix>, StrategyError> {
        let Some(parsed) = self.first_file() else {
            return Ok(Vec::new());
        };
        let case = MissingName::new(&self.inquiry, &parsed, name);
        let mut offers = case.offers(&self.hints()).await?;
        let corrections = misspelt::offers(&self.inquiry, &parsed, name).await?;
        if !corrections.is_empty() {
            // A second import would leave the misspelt one behind.
            offers.iter_mut().for_each(|offer| offer.confidence *= 0.8);
        }
        offers.extend(corrections);
        Ok(self.rank(offers))
    }

    async fn submodule(&self, package: &str, name: &str) -> Result<Vec<Fix>, StrategyError> {
        let Some(parsed) = self.first_file() else {
            return Ok(Vec::new());
        };
        Ok(self.rank(submodule::offers(&self.inquiry, &parsed, package, name).await?))
    }

    /// An unused import is looked at only beside a name that is missing in the same file.
    async fn unused(&self, name: &str) -> Result<Vec<Fix>, StrategyError> {
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
        for complaint in here.filter_map(Complaint::of) {
            if let Complaint::UndefinedName(missing) = complaint {
                let of_this = |offer: &Offer| offer.edits.iter().any(|edit| edit.original == bound);
                let found = misspelt::offers(&self.inquiry, &parsed, &missing).await?;
                offers.extend(found.into_iter().filter(of_this));
            }
        }
        Ok(self.rank(offers))
    }

    fn first_file(&self) -> Option<std::sync::Arc<Parsed>> {
        self.inquiry.project.parsed(&self.sites.first()?.file)
    }
}
