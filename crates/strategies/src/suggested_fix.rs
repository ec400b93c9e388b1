//! `suggested_fix`: the suggestions of the reporting tool itself.
//!
//! Edits come [with the diagnostic](offer), or from the tool's machine-readable form, which is
//! [requested](ask) where the command prints text. Suggestions [in words](words) are read too,
//! where the words leave one change to make.

mod ask;
mod derive;
mod forms;
mod hole;
mod offer;
mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::{Value, json};
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, Example, Fix, FixContext, FixStrategy, Options,
    OptionsError, StrategyError, register_strategy,
};

use self::ask::Asker;
use crate::describe::describe;
use crate::tool_offer::Offers;
use crate::weights::asking;

const ID: &str = "suggested_fix";

const DOCS: &str = "\
## What it fixes

- Every error for which a tool offers edits: rustc, clippy, ESLint, ruff, gcc, clang, clang-tidy, and
  every tool that writes SARIF with fixes. If the command prints text, the same tool runs again in the
  same directory with the same arguments for its machine-readable form: `rustc --error-format=json`,
  `cargo check --message-format=json`, `eslint -f json`, `gcc -fdiagnostics-parseable-fixits`.
- Errors whose message names one change: \"did you mean 'total'?\" and similar.

## Why

The tool that reports an error knows the program best. Suggestions that it does not guarantee are often
right too: rustc calls the import of a missing name \"maybe
incorrect\" because another item may have that name. Each is verified by running the command.

## Fix safety

Edits that the tool calls machine-applicable are safe and come first; so is the declaration of a module
whose file rustc has seen. All others are unsafe:
alternatives in the tool's order, then edits that leave a `todo!()`. Suggestions that hide the finding
(`#[allow]`, disable comments), and suggestions of rustc that leave a placeholder in the code
(`/* Type */`), are never proposed.

## Options

`except` lists codes whose suggestions are ignored: `except = [\"no-var\", \"E0412\"]`.
";

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a misspelt variable",
        "fn main() {\n    let total = 3;\n    println!(\"{}\", totl);\n}\n",
        "fn main() {\n    let total = 3;\n    println!(\"{}\", total);\n}\n",
    ),
    Example::new(
        "a missing import",
        "fn main() {\n    let seen: HashSet<u8> = HashSet::new();\n    println!(\"{}\", seen.len());\n}\n",
        "use std::collections::HashSet;\n\nfn main() {\n    let seen: HashSet<u8> = HashSet::new();\n    println!(\"{}\", seen.len());\n}\n",
    ),
];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "applies the suggestions of compilers and linters, given as edits or in words",
    DOCS,
    &[],
    &EXAMPLES,
);

/// The strategy.
#[derive(Debug, Default)]
pub struct SuggestedFix {
    asker: Asker,
    /// Codes whose suggestions are not wanted.
    except: BTreeSet<String>,
}

register_strategy!(SuggestedFix::default());

#[async_trait]
impl FixStrategy for SuggestedFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn options_schema(&self) -> Option<Value> {
        Some(json!({
            "type": "object",
            "properties": {"except": {
                "type": "array",
                "items": {"type": "string"},
                "description": "codes whose suggestions are left alone",
            }},
            "additionalProperties": false,
        }))
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn FixStrategy>, OptionsError> {
        let except = options.get("except")?.unwrap_or_default();
        Ok(Arc::new(Self {
            except,
            ..Self::default()
        }))
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        if diagnostic
            .code
            .as_ref()
            .is_some_and(|code| self.except.contains(code))
        {
            return None;
        }
        let confidence = if !diagnostic.suggestions.is_empty() {
            asking::sure()
        } else if forms::may_know_more(diagnostic) {
            asking::likely()
        } else if words::speak(diagnostic) {
            asking::often()
        } else {
            return None;
        };
        Some(Candidate::new(
            ID,
            "apply the tool's suggestion",
            match &diagnostic.advice {
                Some(advice) => advice.lines().next().unwrap_or_default().to_owned(),
                None => "apply what the tool offers for it".to_owned(),
            },
            confidence,
        ))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let answer = match analysis.diagnostics().any(forms::may_know_more) {
            true => self.asker.ask(&analysis.diagnostic, context).await?,
            false => Arc::default(),
        };
        let mut offers = Offers::default();
        for diagnostic in analysis.diagnostics() {
            let asked = answer.iter().find(|other| is_same(diagnostic, other));
            let told = asked.filter(|other| !other.suggestions.is_empty());
            let mut own = offer::of(told.unwrap_or(diagnostic), context.workspace)?;
            own.extend(words::offers(diagnostic, context.workspace)?);
            offers.add(own);
        }
        Ok(offers.into_fixes(ID))
    }

    fn release(&self) {
        self.asker.forget();
    }
}

/// Returns whether a diagnostic in the tool's machine-readable form is the same as this one of its text.
fn is_same(text: &Diagnostic, machine: &Diagnostic) -> bool {
    let place = |it: &Diagnostic| (it.location.file.clone(), it.location.line, it.location.column);
    // ESLint's tables leave the full stop out.
    let first_line = |it: &Diagnostic| {
        let line = it.message.lines().next().unwrap_or_default().trim();
        line.trim_end_matches('.').to_owned()
    };
    let is_same_code = text.code.is_none() || machine.code.is_none() || text.code == machine.code;
    place(text) == place(machine) && is_same_code && first_line(text) == first_line(machine)
}
