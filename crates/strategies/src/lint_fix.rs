//! `lint_fix`: fixes the findings of linters and formatters.
//!
//! The tool's own edits come first: as reported, or requested where its text output omits them. For
//! linters that offer none, rules make small repairs. A formatter is run only where it is the
//! failing check.

mod blank_lines;
mod effects;
mod escape;
mod expression;
mod fixer;
mod mend;
mod ruff;
#[cfg(feature = "languages")]
mod script;
mod spot;
mod suggested;
mod unused;
mod whitespace;

use std::borrow::Cow;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, ErrorType, Example, Fact, Fix, FixContext, FixStrategy,
    RelPath, SafetyClass, StrategyError, UnusedKind, register_strategy,
};

use crate::describe::describe;
use crate::python::fact::fact;
use crate::python::site::own_file;
use crate::python::source::Source;
use crate::weights::asking;
use fixer::Checkers;
use ruff::Ruff;
use spot::Spot;

const ID: &str = "lint_fix";

const DOCS: &str = "\
## What it fixes

- Findings of ruff, with ruff's own edits: if the command prints text, the edits of the same ruff with the
  same arguments for the same rule at the same place. `suggested_fix` makes those in its JSON output.
- Findings of pycodestyle, pyflakes, flake8 and pylint about white space, blank lines, comments,
  unused imports and variables, comparisons with `None`, f-strings without placeholders.
- Backslashes in Python's texts that escape nothing, as a linter, a warning of Python or, with `-W error`, its
  compiler reports them: the text becomes a raw one, or the backslash is doubled where the text has an
  escape.
- Findings of ESLint for which it has no edit: unused variables, imports, caught errors and last
  parameters of callbacks, `debugger`, self-assignments, `apply` instead of spread arguments.
- Findings of checkers that can write what they want (formatters, `standard`, `stylelint`, `rubocop`,
  `golangci-lint` and others): the checker is run in a copy of the tree with the option that makes it
  write, and its changes at the findings are made.

## Why

The tool that reports a finding knows best how to fix it, and for which findings that is safe.

## Fix safety

Only reported rules at reported places are changed, never a whole tree. Edits that the tool calls unsafe
are unsafe here; edits that it only displays are not proposed. Removing an unused import of a project
module that does more than define names (registers, calls, patches) is also unsafe. Unused code is not
removed while any name or import is missing, because the unused import may be the misspelt one.
";

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an f-string without placeholders",
        "import sys\n\nsys.exit(f\"the sheet is empty\")\n",
        "import sys\n\nsys.exit(\"the sheet is empty\")\n",
    ),
    Example::new(
        "an unused import",
        "import json\nimport sys\n\nsys.exit(1)\n",
        "import sys\n\nsys.exit(1)\n",
    ),
];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "applies the fixes of linters to their findings, and formats files that a formatter refuses",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

const LANGUAGES: &[Cow<'static, str>] = &[
    #[cfg(feature = "languages")]
    Cow::Borrowed("javascript"),
    Cow::Borrowed("python"),
    #[cfg(feature = "languages")]
    Cow::Borrowed("typescript"),
];

/// The strategy.
#[derive(Debug, Default)]
pub struct LintFix {
    ruff: Ruff,
    checkers: Checkers,
}

register_strategy!(LintFix::default());

#[async_trait]
impl FixStrategy for LintFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let is_unread = diagnostic.error_type == ErrorType::Unknown;
        let is_finding = diagnostic.error_type == ErrorType::Lint && diagnostic.suggestions.is_empty()
            || is_warning_of_the_compiler(diagnostic);
        if !is_unread && !is_finding {
            return None;
        }
        Some(Candidate::new(
            ID,
            "apply the linter's fix",
            format!(
                "fix {} where it is reported",
                diagnostic.code.as_deref().unwrap_or("the finding")
            ),
            if is_unformatted(diagnostic) {
                asking::sure()
            } else {
                asking::often()
            },
        ))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        if analysis.diagnostic.error_type == ErrorType::Unknown {
            return Ok(self.checkers.fix_all(context).await?.into_iter().collect());
        }
        let mut fixes: Vec<Fix> = Vec::new();
        for diagnostic in analysis.diagnostics() {
            let Some(file) = diagnostic.file().and_then(|file| context.workspace.locate(file)) else {
                continue;
            };
            let Some(mut fix) = self.mend(diagnostic, &file, context).await? else {
                continue;
            };
            if let (
                Some(Fact::UnusedName {
                    name,
                    what: UnusedKind::Import,
                }),
                Some(line),
            ) = (fact(diagnostic), diagnostic.location.line)
                && effects::of_import(context.workspace, &file, line, name)
            {
                fix.safety = SafetyClass::Unsafe;
                fix.rationale = format!("nothing uses '{name}', but what it runs may be needed");
            }
            match fixes
                .iter_mut()
                .find(|known| !known.conflicts_with(&fix) && known.safety == fix.safety)
            {
                Some(known) => {
                    known.add_rules_of(&fix);
                    known.edits.extend(fix.edits);
                }
                None => fixes.push(fix),
            }
        }
        Ok(fixes)
    }

    fn release(&self) {
        self.checkers.forget();
    }
}

impl LintFix {
    /// The change that one finding calls for.
    async fn mend(
        &self,
        diagnostic: &Diagnostic,
        file: &RelPath,
        context: &FixContext<'_>,
    ) -> Result<Option<Fix>, StrategyError> {
        let fact = fact(diagnostic);
        let is_removal = matches!(
            fact,
            Some(Fact::UnusedName {
                what: UnusedKind::Import | UnusedKind::Variable,
                ..
            })
        );
        if is_removal && context.diagnostics.iter().any(is_about_a_missing_name) {
            return Ok(None);
        }
        #[cfg(feature = "languages")]
        if script::is_removal(diagnostic) && context.diagnostics.iter().any(script::is_about_a_missing_name) {
            return Ok(None);
        }
        if is_unformatted(diagnostic) {
            return self.checkers.fix(diagnostic, file, context).await;
        }
        // `suggested_fix` makes what a tool suggests.
        if !diagnostic.suggestions.is_empty() {
            return Ok(None);
        }
        let code = diagnostic.code.as_deref().unwrap_or_default();
        if diagnostic.parser == "ruff" {
            let asked = self.ruff.suggestion(diagnostic, file, context).await?;
            return match asked {
                Some(suggestion) => suggested::fix(ID, context.workspace, &suggestion, code),
                None => Ok(None),
            };
        }
        if let Some(fix) = self.checkers.fix(diagnostic, file, context).await? {
            return Ok(Some(fix));
        }
        #[cfg(feature = "languages")]
        if let Some(fix) = script::fix(ID, diagnostic, file, context.workspace)? {
            return Ok(Some(fix));
        }
        by_rule(diagnostic, fact, code, context)
    }
}

/// The repair for a rule of a linter that offers no edits.
fn by_rule(
    diagnostic: &Diagnostic,
    fact: Option<&Fact>,
    code: &str,
    context: &FixContext<'_>,
) -> Result<Option<Fix>, StrategyError> {
    let file = diagnostic
        .file()
        .and_then(|file| own_file(file, context.workspace));
    let Some(file) = file else { return Ok(None) };
    let Some(source) = Source::parse(file.clone(), context.workspace.read_text(&file)?) else {
        return Ok(None);
    };
    let spot = Spot::new(&source, diagnostic);
    match spot.filter(|_| source.is_intact()) {
        Some(spot) => Ok(mend::fix(ID, code, fact, &spot)?),
        None => Ok(None),
    }
}

/// Returns whether Python's compiler warns of this, and refuses it where warnings are errors.
fn is_warning_of_the_compiler(diagnostic: &Diagnostic) -> bool {
    let fact = fact(diagnostic);
    matches!(fact, Some(Fact::InvalidEscape { .. } | Fact::LiteralIdentity))
}

fn is_unformatted(diagnostic: &Diagnostic) -> bool {
    matches!(
        diagnostic.code.as_deref(),
        Some("unformatted" | "unsorted-imports")
    )
}

/// Returns whether a diagnostic reports a missing name or import, so that an unused one may be its misspelling.
fn is_about_a_missing_name(diagnostic: &Diagnostic) -> bool {
    matches!(
        fact(diagnostic),
        Some(
            Fact::MissingModule { .. }
                | Fact::MissingExport { .. }
                | Fact::RelativeImport { .. }
                | Fact::UndefinedName { .. }
                | Fact::UnboundName { .. }
        )
    )
}
