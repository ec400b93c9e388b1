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
    Analysis, Candidate, Command, Descriptor, Diagnostic, Example, Fact, Fix, FixContext, FixStrategy,
    OwnerKind, StrategyError, UnusedKind, register_strategy,
};

use crate::describe::describe;
use crate::elsewhere::{self, Subject};
use crate::python::fact::fact;
use crate::weights::asking;
use case::Case;
pub(crate) use uninstalled::{Uninstalled, is_package};

const ID: &str = "import_fix";

const DOCS: &str = "\
## What it fixes

- A module or name that is used but not imported: from the standard library, from installed packages,
  or from the project's own modules.
- An unresolved import: a misspelt module or name, a module in another package, a relative import with
  the wrong number of dots, a name that has moved.
- A package that is not installed, if the project declares it or its name is well known.
- In JavaScript and TypeScript: the same faults of names, modules, paths and exports.
- In Go and Java: an import that is missing, misspelt or (Go) unused.
- In Rust, where rustc offers no edit: a module that is undeclared, misspelt or in another place; a
  misspelt crate; a private item; a trait that can be derived.
- In C and C++: a header that is misspelt, or that a name of the standard library needs.

## Why

One wrong import prevents a whole module and all its tests from running. The intended import can nearly
always be determined: the interpreter knows its modules and their exports, and the project's files show
what its own modules define and where other files import a name from.

## Fix safety

Edits to import statements, and to the uses of a name whose import was misspelt, are safe. Edits that
make an item of the crate visible, or derive a trait, are unsafe. If the project itself has a module of
that name, its path is repaired and nothing is installed. An installation needs approval (class
`install`), uses the project's own package manager, and is never based on an unknown name.
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

/// The file that builds a missing compiled module of the project, and the command that has it built.
pub(crate) async fn unbuilt(
    diagnostic: &Diagnostic,
    module: &str,
    context: &FixContext<'_>,
) -> Option<(&'static str, Command)> {
    Case::new(diagnostic, context).await.unbuilt(module)
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
