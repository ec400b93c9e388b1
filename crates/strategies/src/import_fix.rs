//! `import_fix`: missing, misspelt and wrongly placed imports.
//!
//! One file here is one fault: a name that is used and not imported, a module that is not found, a
//! name that its module does not have, a wrong relative import, an unused misspelt one, a submodule
//! that was not imported, a module of the project that is not on the path, a package that is not
//! installed. `case` finds the place and selects the rule.

mod case;
mod declared;
mod install;
mod known;
mod missing_member;
mod missing_module;
mod missing_name;
mod misspelt;
mod own_path;
mod reexport;
mod reference;
mod relative;
pub(crate) mod statement;
mod submodule;
mod uninstalled;
pub(crate) mod uses;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, Example, Fact, Fix, FixContext, FixStrategy, OwnerKind,
    StrategyError, UnusedKind, register_strategy,
};

use crate::describe::describe;
use crate::elsewhere::{self, Subject};
use crate::python::fact::fact;
use crate::weights::asking;
use case::Case;
pub(crate) use uninstalled::{Uninstalled, is_package};

const ID: &str = "import_fix";

const DOCS: &str = "\
## What it mends

- A module or name that is used and never imported: from the standard library, from what is
  installed, or from the project's own modules.
- An import that leads nowhere: a misspelt module or name, a module that lies in another package, a
  relative import with the wrong number of dots, a name that has moved.
- A package that is not installed, when the project declares it or its name is well known.
- In JavaScript and TypeScript the same of names, modules, paths and what modules export.
- In Go and Java an import that is missing, misspelt or (Go) not used.
- In Rust, where rustc offers no edit: a module that nobody declares, that lies elsewhere or is misspelt;
  a crate of nearly that name; what is private, or could be derived.
- In C and C++ a header that is misspelt, or that a name of the standard library needs.

## Why

One wrong import keeps a whole module, and every test of it, from running. What was meant can nearly
always be found out: the interpreter knows its modules and what they export; the project's files show
what its own modules define and where everybody else imports a name from.

## Fix safety

Edits touch import statements, and the uses of a name whose import was misspelt; they are safe. What
makes something of the crate visible, or derives a trait, is unsafe.
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
    crate::LANGUAGES,
    &EXAMPLES,
);

/// The package of a Python module that cannot be imported because it is not installed.
pub(crate) async fn uninstalled(
    diagnostic: &Diagnostic,
    module: &str,
    context: &FixContext<'_>,
) -> Option<Uninstalled> {
    Case::new(diagnostic, context).await.uninstalled(module)
}

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct ImportFix;

register_strategy!(ImportFix);

#[async_trait]
impl FixStrategy for ImportFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        if let Some(candidate) = elsewhere::assess(Subject::Import, diagnostic) {
            return Some(candidate);
        }
        let (action, description, confidence) = match fact(diagnostic)? {
            Fact::MissingModule { module, .. } => (
                "correct import",
                format!("find what '{module}' was meant to be"),
                asking::sure(),
            ),
            Fact::MissingExport { name, .. } => (
                "correct import",
                format!("find where '{name}' is"),
                asking::sure(),
            ),
            Fact::RelativeImport { .. } => (
                "correct import",
                "find where the import should lead".to_owned(),
                asking::sure(),
            ),
            Fact::UndefinedName { name, .. } => (
                "add import",
                format!("import '{name}' if it is a module or exported by one"),
                asking::often(),
            ),
            Fact::UnknownMember {
                owner_kind: OwnerKind::Module,
                name,
                ..
            } => (
                "add import",
                format!("import '{name}' if it is a module in a package"),
                asking::seldom(),
            ),
            Fact::UnusedName {
                name,
                what: UnusedKind::Import,
            } => (
                "correct import",
                format!("see whether '{name}' is misspelt"),
                asking::rarely(),
            ),
            _ => return None,
        };
        Some(Candidate::new(ID, action, description, confidence))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        if let Some(fixes) = elsewhere::repair(Subject::Import, analysis, context).await? {
            return Ok(fixes);
        }
        let Some(fact) = fact(&analysis.diagnostic) else {
            return Ok(Vec::new());
        };
        let case = Case::new(&analysis.diagnostic, context).await;
        match fact {
            Fact::MissingModule { module, .. } => case.missing_module(module).await,
            Fact::MissingExport { name, .. } => case.missing_member(name).await,
            Fact::RelativeImport { in_package } => case.relative(*in_package),
            Fact::UndefinedName { name, .. } => case.missing_name(name).await,
            Fact::UnknownMember {
                owner_kind: OwnerKind::Module,
                owner: Some(package),
                name,
                ..
            } => case.submodule(package, name).await,
            Fact::UnusedName {
                name,
                what: UnusedKind::Import,
            } => case.unused(name).await,
            _ => Ok(Vec::new()),
        }
    }
}
