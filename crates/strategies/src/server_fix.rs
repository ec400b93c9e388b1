//! `server_fix`: the quick fixes of a project's language servers.
//!
//! A [server](servers) is [found](find), [queried](session) for its offers for the errors of a run,
//! and shut down. That takes seconds, so it is only done when nothing else has an answer.

mod action;
mod client;
mod find;
mod frame;
mod servers;
mod session;
mod uri;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use serde_json::{Value, json};
use unbreak_core::{
    Analysis, Candidate, Descriptor, Diagnostic, ErrorType, Example, Fix, FixContext, FixStrategy, Options,
    OptionsError, RelPath, Stability, StrategyError, register_strategy,
};

use self::servers::Server;
use self::session::Answer;
use crate::state;
use crate::tool_offer::{Offer, Offers};
use crate::weights::asking;

const ID: &str = "server_fix";

const DOCS: &str = "\
## What it fixes

All errors for which the project's language server offers a quick fix: missing imports, similar names,
wrong signatures. Known servers are `ty`, `pyrefly` and `basedpyright` (Python),
`typescript-language-server` (TypeScript, JavaScript), `rust-analyzer`, `gopls` and `clangd` (C, C++).

## Needs

A server in the project's `node_modules/.bin` or virtual environment, or on the `PATH`. It is started for
the request and stopped afterwards. If a server exits early or does not answer in time (option
`seconds`), the report names it, and the run continues without it.

## Why

A server has read the whole project and all its dependencies. This takes seconds, so a server is asked
only when no other strategy has a proposal left.

## Fix safety

The fix that the server prefers is safe, and all others are unsafe. Fixes that silence a finding (ignore
comments, `#[allow]`) or invent code (\"generate\", \"create\", \"declare\", a body of `todo!()`) are never
proposed. Commands of a server are run only if they just send an edit.
";

static EXAMPLES: [Example; 1] = [Example::new(
    "a missing import",
    "def area(radius: float) -> float:\n    return math.pi * radius**2\n",
    "import math\ndef area(radius: float) -> float:\n    return math.pi * radius**2\n",
)];

static DESCRIPTOR: Descriptor = Descriptor {
    id: Cow::Borrowed(ID),
    version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
    summary: Cow::Borrowed("applies the quick fixes of the project's language server"),
    docs: Cow::Borrowed(DOCS),
    languages: Cow::Borrowed(&[
        Cow::Borrowed("c"),
        Cow::Borrowed("cpp"),
        Cow::Borrowed("go"),
        Cow::Borrowed("javascript"),
        Cow::Borrowed("python"),
        Cow::Borrowed("rust"),
        Cow::Borrowed("typescript"),
    ]),
    examples: Cow::Borrowed(&EXAMPLES),
    stability: Stability::Preview,
};

/// Exceptions for wrong names or signatures; servers see these faults without running the program.
const NAMES: &[&str] = &[
    "AttributeError",
    "ImportError",
    "ModuleNotFoundError",
    "NameError",
    "ReferenceError",
    "TypeError",
    "UnboundLocalError",
];

/// How long a server is not started after a failure.
const REST: Duration = Duration::from_secs(600);

/// The strategy.
#[derive(Debug, Default)]
pub struct ServerFix {
    /// The time limit of a session, unless that of the server applies.
    limit: Option<Duration>,
    last: Mutex<BTreeMap<(String, &'static str), Known>>,
}

/// The state of a server for a project.
#[derive(Debug, Clone)]
enum Known {
    /// Its answer for a state of the tree.
    Answer(u64, Arc<Answer>),
    /// The time of its failure.
    Failed(Instant),
}

register_strategy!(ServerFix::default());

#[async_trait]
impl FixStrategy for ServerFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn options_schema(&self) -> Option<Value> {
        Some(json!({
            "type": "object",
            "properties": {"seconds": {
                "type": "number",
                "exclusiveMinimum": 0,
                "description": "how long a conversation with a server may take; 60 to 90 without this",
            }},
            "additionalProperties": false,
        }))
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn FixStrategy>, OptionsError> {
        let seconds: Option<f64> = options.get("seconds")?;
        let limit = seconds.map(Duration::try_from_secs_f64).transpose();
        let limit = limit.map_err(|error| OptionsError::Value {
            name: "seconds".to_owned(),
            reason: error.to_string(),
        })?;
        Ok(Arc::new(Self {
            limit,
            ..Self::default()
        }))
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let file = session::place(diagnostic).file.as_deref()?;
        let server = servers::for_file(file).find(|server| is_visible(diagnostic, server))?;
        Some(Candidate::new(
            ID,
            "ask a language server",
            format!("apply what {}, or another server, offers", server.program),
            asking::last(),
        ))
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let Some((file, ..)) = session::key(&analysis.diagnostic, context.workspace) else {
            return Ok(Vec::new());
        };
        let mut failure = None;
        for server in servers::for_file(file.as_str()) {
            if !analysis.diagnostics().any(|error| is_visible(error, server)) {
                continue;
            }
            let answer = match self.answer(server, &file, context).await {
                Ok(answer) => answer,
                Err(error) => {
                    failure.get_or_insert(error);
                    continue;
                }
            };
            let mut offers = Offers::default();
            for diagnostic in analysis.diagnostics() {
                let own = session::key(diagnostic, context.workspace).and_then(|key| answer.get(&key));
                let own = own.cloned().unwrap_or_default();
                let answers =
                    |offer: &Offer| diagnostic.error_type == ErrorType::Lint || !only_deletes(offer);
                offers.add(own.into_iter().filter(answers).collect());
            }
            let fixes = offers.into_fixes(ID);
            if !fixes.is_empty() {
                return Ok(fixes);
            }
        }
        failure.map_or(Ok(Vec::new()), Err)
    }
}

impl ServerFix {
    /// A server's answer for the current tree; queried once for all errors of a run in the
    /// languages it knows.
    async fn answer(
        &self,
        server: &'static Server,
        file: &RelPath,
        context: &FixContext<'_>,
    ) -> Result<Arc<Answer>, StrategyError> {
        let near = context.command.directory.as_ref().map_or("", RelPath::as_str);
        let Some(project) = find::project(server, file, near, context.workspace) else {
            return Ok(Arc::default());
        };
        let place = context
            .workspace
            .root()
            .join(&project)
            .to_string_lossy()
            .into_owned();
        let question = state::digest(context);
        match self.known(&place, server) {
            Some(Known::Answer(asked, answer)) if asked == question => return Ok(answer),
            Some(Known::Failed(when)) if when.elapsed() < REST => return Ok(Arc::default()),
            _ => {}
        }
        let errors: Vec<&Diagnostic> = context
            .diagnostics
            .iter()
            .filter(|error| is_visible(error, server) && is_in(error, server, &project, near, context))
            .collect();
        let command = find::command(server, file, context.workspace);
        let limit = self.limit.unwrap_or(server.limit);
        let asked = session::ask(server, &command, &project, &errors, limit, context).await;
        let known = match &asked {
            Ok(answer) => Known::Answer(question, Arc::new(answer.clone().unwrap_or_default())),
            Err(_) => Known::Failed(Instant::now()),
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.insert((place, server.program), known.clone());
        asked.map(|_| match known {
            Known::Answer(_, answer) => answer,
            Known::Failed(_) => Arc::default(),
        })
    }

    fn known(&self, place: &str, server: &Server) -> Option<Known> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(&(place.to_owned(), server.program)).cloned()
    }
}

/// Returns whether an offer only removes code. Deleting the use of something missing does not find it; such
/// an offer answers another remark of the server on the same line.
fn only_deletes(offer: &Offer) -> bool {
    offer.edits.iter().all(|edit| edit.replacement.trim().is_empty())
}

/// Returns whether a server would examine the same program for an error.
fn is_in(error: &Diagnostic, server: &Server, project: &str, near: &str, context: &FixContext<'_>) -> bool {
    let Some((file, ..)) = session::key(error, context.workspace) else {
        return false;
    };
    let own = find::project(server, &file, near, context.workspace);
    server.language(file.as_str()).is_some() && own.as_deref() == Some(project)
}

/// Returns whether the error is visible without running the program.
fn is_visible(diagnostic: &Diagnostic, server: &Server) -> bool {
    use ErrorType::{Build, Import, Lint, Runtime, Syntax, Type};
    match diagnostic.error_type {
        Build | Import | Syntax | Type => true,
        Lint => {
            let fact = diagnostic.fact.as_ref();
            server.knows_style || fact.is_some_and(|fact| fact.missing_name().is_some())
        }
        Runtime => diagnostic
            .code
            .as_deref()
            .is_some_and(|code| NAMES.contains(&code)),
        _ => false,
    }
}
