//! `installed_fix`: asks the installed package what replaces a name that it does not have.
//!
//! [`python`] and [`npm`] find what a package says of the name: its tables of renamed names, docstrings,
//! decorators, changelog. The sentences are read like advice in a message, and `message_fix` makes the edits.

mod npm;
mod python;

use async_trait::async_trait;
use serde::Deserialize;
use unbreak_core::{
    Analysis, Candidate, Descriptor, DeterminedBy, Diagnostic, Example, Fact, Fix, FixContext, FixStrategy,
    SafetyClass, StrategyError, register_strategy,
};

use crate::describe::describe;
use crate::message::{self, advice};
use crate::message_fix;
use crate::python::fact::is_python;
use crate::tool_offer::{Offer, Offers};

const ID: &str = "installed_fix";

const DOCS: &str = "\
## What it fixes

A name, member or parameter that an installed package does not have (any more), if the package itself documents
the replacement: in a table of renamed names, a docstring (`.. versionchanged::`, `.. deprecated::`), the
text of a decorator, a changelog that is installed with it, or `@deprecated` in a declaration file of npm.

## Why

An updated package often documents its old names, although its error message does not mention them.

## Fix safety

Safe if the package names one replacement and the replacement exists. Several replacements are unsafe. The package
is read, never imported. A message that names the replacement itself belongs to `message_fix`.
";

static EXAMPLES: [Example; 0] = [];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "writes the replacement that an installed package names",
    DOCS,
    &[
        std::borrow::Cow::Borrowed("javascript"),
        std::borrow::Cow::Borrowed("python"),
        std::borrow::Cow::Borrowed("typescript"),
    ],
    &EXAMPLES,
);

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct InstalledFix;

register_strategy!(InstalledFix);

/// A name that is missing from something installed.
struct MissingPart<'a> {
    name: &'a str,
    /// The module or package, if the message names it.
    module: Option<&'a str>,
    /// The class or function that it is missing from; `None` for the module itself.
    owner: Option<&'a str>,
}

/// A sentence of an installed package about the name.
#[derive(Debug, Clone, Deserialize)]
struct InstalledAdvice {
    text: String,
    file: String,
    line: u32,
}

impl<'a> MissingPart<'a> {
    fn of(fact: &'a Fact) -> Option<Self> {
        use unbreak_core::OwnerKind::Module;
        match fact {
            Fact::MissingExport { name, module, .. } => Some(Self {
                name,
                module: module.as_deref(),
                owner: None,
            }),
            Fact::UnknownMember {
                name,
                owner,
                owner_kind: Module,
                ..
            } => Some(Self {
                name,
                module: owner.as_deref(),
                owner: None,
            }),
            Fact::UnknownMember { name, owner, .. } => Some(Self {
                name,
                module: None,
                owner: owner.as_deref().map(last),
            }),
            Fact::UnexpectedArgument { name, callee, .. } => Some(Self {
                name,
                module: None,
                owner: Some(callee_of(callee.as_deref()?)),
            }),
            Fact::NotCallable { name: Some(name), .. } => Some(Self {
                name: last(name),
                module: None,
                owner: None,
            }),
            _ => None,
        }
    }
}

/// The last part of a dotted name.
fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The function, or the class of a constructor: `Pot` of `Pot.__init__()`.
fn callee_of(callee: &str) -> &str {
    let callee = callee.trim_end_matches("()");
    last(callee.trim_end_matches(".__init__").trim_end_matches(".__new__"))
}

#[async_trait]
impl FixStrategy for InstalledFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let part = MissingPart::of(diagnostic.fact.as_ref()?)?;
        if message::names_replacement(diagnostic) || !is_python(diagnostic) && !npm::is_script(diagnostic) {
            return None;
        }
        let description = format!("see what the installed package says of '{}'", part.name);
        Some(Candidate::new(ID, "ask the installed package", description, 0.6))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let mut offers = Offers::default();
        for diagnostic in analysis.diagnostics() {
            offers.add(of(diagnostic, context).await?);
        }
        Ok(offers.into_fixes(ID))
    }
}

/// Returns whether a package says of a replacement that it does something else.
fn works_otherwise(text: &str) -> bool {
    const WORDS: [&str; 4] = ["semantics", "behav", "differently", "not equivalent"];
    let text = text.to_lowercase();
    WORDS.iter().any(|word| text.contains(word))
}

async fn of(diagnostic: &Diagnostic, context: &FixContext<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(part) = diagnostic.fact.as_ref().and_then(MissingPart::of) else {
        return Ok(Vec::new());
    };
    let all = match is_python(diagnostic) {
        true => python::advice(&part, diagnostic, context).await,
        false => npm::advice(&part, diagnostic, context),
    };
    let mut offers: Vec<Offer> = Vec::new();
    for said in all {
        // The sentence takes the place of the message, which names no replacement.
        let mut advised = diagnostic.clone();
        advised.message.clone_from(&said.text);
        advised.notes.clear();
        advised.advice = None;
        let is_about =
            |advice: &advice::Advice| advice.old.as_deref().is_some_and(|old| last(old) == part.name);
        if !advice::of(&advised).iter().any(is_about) {
            continue;
        }
        for mut offer in message_fix::of(&advised, context).await? {
            offer.rules = vec![crate::rule::any::installed::REPLACEMENT];
            offer.reason = format!(
                "the installed package says so ({}:{}): {}",
                said.file, said.line, said.text
            );
            if offer.evidence.determined_by == DeterminedBy::Message {
                offer.evidence.determined_by = DeterminedBy::Convention;
            }
            if works_otherwise(&said.text) {
                offer.safety = SafetyClass::Unsafe;
                offer.evidence.may_change_meaning = true;
            }
            if !offers.iter().any(|known| known.edits == offer.edits) {
                offers.push(offer);
            }
        }
    }
    if offers.len() > 1 {
        // The package says different things: nothing tells which one is meant.
        for offer in &mut offers {
            offer.safety = SafetyClass::Unsafe;
            offer.evidence.determined_by = DeterminedBy::Fitting;
            offer.evidence.is_only_candidate = false;
        }
    }
    Ok(offers)
}
