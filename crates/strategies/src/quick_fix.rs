//! `quick_fix`: the fixes that a language service offers for the place of an error.
//!
//! [TypeScript's](typescript) is queried by a small program of ours that runs in Node. It also
//! tries the fixes in memory, where a check costs milliseconds, and finds sequences of them that
//! leave no error.

mod answer;
mod kinds;
mod typescript;

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, Example, Fix, FixContext, FixStrategy, StrategyError,
    register_strategy,
};

use self::answer::Answer;
use self::typescript::{Question, Service};
use crate::describe::describe;
use crate::state::{self, Last};
use crate::weights::asking;

const ID: &str = "quick_fix";

const DOCS: &str = "\
## What it fixes

Errors in TypeScript and JavaScript that `tsc`, and tools with the same output, report: missing imports,
misspelt names, a forgotten `await`, `async`, `new` or `override`, unimplemented members, missing
arguments and properties, wrong export forms, and everything else for which TypeScript's own language
service has a code fix.

## Needs

Node, and a TypeScript that has a language service (version 5 or 6): the project's own, the one beside
`tsc` on the `PATH`, or the one that `unbreak doctor --install typescript` installs.

## Why

The service knows the types. Its fixes are made for editors, in which a person chooses. Here each fix is
tried in memory first, and fixes that leave fewer errors come first.

## Fix safety

Corrections of existing code (a name, an import, `await`) are safe. Declarations derived from a use, and
removals, are unsafe and come last. Suppressions and changes to the compiler's options are refused.
";

static EXAMPLES: [Example; 1] = [Example::new(
    "a call that forgets to wait",
    "async function load(): Promise<number> {\n    return 4;\n}\n\nexport async function twice(): Promise<number> {\n    return load() * 2;\n}\n",
    "async function load(): Promise<number> {\n    return 4;\n}\n\nexport async function twice(): Promise<number> {\n    return await load() * 2;\n}\n",
)];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "applies the code fixes of TypeScript's language service",
    DOCS,
    &[Cow::Borrowed("typescript"), Cow::Borrowed("javascript")],
    &EXAMPLES,
);

/// The strategy.
#[derive(Default)]
pub struct QuickFix {
    last: Last<Answer>,
    /// The running service with the directory it was started in, kept between questions: most of
    /// the files it read do not change.
    service: Mutex<Option<(PathBuf, Service)>>,
}

register_strategy!(QuickFix::default());

#[async_trait]
impl FixStrategy for QuickFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let is_known = diagnostic.parser == "tsc" && diagnostic.file().is_some();
        is_known.then(|| {
            Candidate::new(
                ID,
                "ask the language service",
                "apply TypeScript's own code fix",
                asking::sure(),
            )
        })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        if is_consequence(&analysis.diagnostic, context) {
            return Ok(Vec::new());
        }
        let answer = self.answer(&analysis.diagnostic, context).await?;
        let diagnostics: Vec<&Diagnostic> = analysis.diagnostics().collect();
        answer.fixes(ID, &diagnostics, context.workspace)
    }

    /// Loading TypeScript takes about as long as the compiler's own work: both are done at once.
    async fn prepare(&self, context: &FixContext<'_>) -> Result<(), StrategyError> {
        if !typescript::is_asked_for(context) {
            return Ok(());
        }
        let question = Question::of(None, context)?;
        if let Some(mut service) = self.service(context).await? {
            service.put(&question).await?;
            self.keep(context, service);
        }
        Ok(())
    }

    fn release(&self) {
        self.service.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.last.forget();
    }
}

/// Returns whether TypeScript would know a type if it found a module that the file imports: a type written
/// for such an "implicit any" is then not needed.
fn is_consequence(diagnostic: &Diagnostic, context: &FixContext<'_>) -> bool {
    const IMPLICIT_ANY: &[&str] = &["TS7006", "TS7019", "TS7031"];
    const NOT_FOUND: &[&str] = &["TS2305", "TS2307", "TS2614", "TS2724", "TS2792"];
    let is_one_of =
        |it: &Diagnostic, codes: &[&str]| it.code.as_deref().is_some_and(|code| codes.contains(&code));
    let mut others = context.diagnostics.iter();
    is_one_of(diagnostic, IMPLICIT_ANY)
        && others.any(|other| other.file() == diagnostic.file() && is_one_of(other, NOT_FOUND))
}

impl QuickFix {
    /// The service's answer for the current tree; queried once for all errors of a run.
    async fn answer(
        &self,
        diagnostic: &Diagnostic,
        context: &FixContext<'_>,
    ) -> Result<Arc<Answer>, StrategyError> {
        let state = state::digest(context);
        if let Some(answer) = self.last.get(state) {
            return Ok(answer);
        }
        let question = Question::of(diagnostic.file(), context)?;
        let answer = match self.service(context).await? {
            Some(mut service) => {
                let answer = service.ask(&question).await?;
                self.keep(context, service);
                answer
            }
            None => Answer::default(),
        };
        Ok(self.last.keep(state, answer))
    }

    /// The running service, or a new one.
    async fn service(&self, context: &FixContext<'_>) -> Result<Option<Service>, StrategyError> {
        let kept = self.service.lock().unwrap_or_else(PoisonError::into_inner).take();
        match kept {
            Some((directory, service)) if directory == context.workspace.root() => Ok(Some(service)),
            _ => Service::start(context).await,
        }
    }

    fn keep(&self, context: &FixContext<'_>, service: Service) {
        let place = context.workspace.root().to_owned();
        *self.service.lock().unwrap_or_else(PoisonError::into_inner) = Some((place, service));
    }
}
