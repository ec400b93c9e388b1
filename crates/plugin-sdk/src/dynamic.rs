//! The bridge of a dynamic library: messages in, calls of the traits, messages out.
//!
//! A panic ends the call but not the program; an `async` strategy or tool runs on a runtime of the library's
//! own, on the thread of the call; `tracing` events are sent to the host.

mod commands;
mod contain;
mod describe;
mod link;
mod log;
mod memory;
mod parsing;
mod runtime;
mod shelf;
mod tree;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use unbreak_core::capability::CapabilityError;
use unbreak_core::registry::Kind;
use unbreak_core::{
    DebugTool, Diagnostic, ErrorParser, FixContext, FixStrategy, Model, Models, OptionsError, StrategyError,
    ToolContext, ToolError,
};
pub use unbreak_plugin_abi as abi;
use unbreak_plugin_abi::messages::{self, method};
use unbreak_plugin_abi::{Host, Reply, Slice, status};

use self::link::Link;
use self::memory::AskedModel;
use self::parsing::Parses;
use self::shelf::Shelf;
use self::tree::{Files, Surroundings};

/// The plug-ins of a library.
#[derive(Default)]
pub struct Set {
    parsers: Shelf<dyn ErrorParser>,
    strategies: Shelf<dyn FixStrategy>,
    tools: Shelf<dyn DebugTool>,
    parses: Parses,
    link: Link,
}

/// The reason why a call gives no result.
struct Failure {
    status: u32,
    message: String,
}

impl Failure {
    fn new(status: u32, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
        }
    }
}

impl Set {
    /// An empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a parser.
    #[must_use]
    pub fn parser(mut self, parser: impl ErrorParser + 'static) -> Self {
        self.parsers
            .add(parser.descriptor().id.to_string(), Arc::new(parser));
        self
    }

    /// Adds a strategy.
    #[must_use]
    pub fn strategy(mut self, strategy: impl FixStrategy + 'static) -> Self {
        self.strategies
            .add(strategy.descriptor().id.to_string(), Arc::new(strategy));
        self
    }

    /// Adds a tool.
    #[must_use]
    pub fn tool(mut self, tool: impl DebugTool + 'static) -> Self {
        self.tools.add(tool.descriptor().id.to_string(), Arc::new(tool));
        self
    }

    fn describe(&self) -> messages::Description {
        messages::Description {
            protocol: abi::PROTOCOL,
            parsers: self.parsers.described(describe::parser),
            strategies: self.strategies.described(describe::strategy),
            tools: self.tools.described(describe::tool),
        }
    }

    fn dispatch(&self, id: &str, name: &str, payload: &[u8]) -> Result<Vec<u8>, Failure> {
        match name {
            method::DESCRIBE => Ok(messages::header(&self.describe())),
            method::CONFIGURE => self.configure(id, &read(payload)?),
            method::ASSESS => {
                let strategy = self.strategies.called(id)?;
                let diagnostic: Diagnostic = read(payload)?;
                Ok(messages::header(&strategy.assess(&diagnostic)))
            }
            method::PREPARE => prepare(&*self.strategies.called(id)?, &self.link, &read(payload)?),
            method::PROPOSE => propose(&*self.strategies.called(id)?, &self.link, &read(payload)?),
            method::RELEASE => {
                self.strategies.called(id)?.release();
                Ok(answer(&()))
            }
            method::CALL => use_tool(&*self.tools.called(id)?, &self.link, payload),
            _ => self
                .parses
                .dispatch(&*self.parsers.called(id)?, id, name, payload),
        }
    }

    /// Adds a plug-in with options next to the one without, under the name that the host chose.
    fn configure(&self, id: &str, request: &messages::Configure) -> Result<Vec<u8>, Failure> {
        let options = &request.options;
        let refuse = |error: OptionsError| Failure::new(status::INPUT, error.to_string());
        match request.kind {
            Kind::Parser => {
                let configured = self.parsers.called(id)?.configured(options).map_err(refuse)?;
                self.parsers.name(&request.name, &configured);
                Ok(answer(&describe::parser(&configured)))
            }
            Kind::Strategy => {
                let configured = self.strategies.called(id)?.configured(options).map_err(refuse)?;
                self.strategies.name(&request.name, &configured);
                Ok(answer(&describe::strategy(&configured)))
            }
            Kind::Tool => {
                let configured = self.tools.called(id)?.configured(options).map_err(refuse)?;
                self.tools.name(&request.name, &configured);
                Ok(answer(&describe::tool(&configured)))
            }
        }
    }
}

fn read<T: DeserializeOwned>(payload: &[u8]) -> Result<T, Failure> {
    messages::read(payload).map_err(|error| unreadable(&error))
}

fn unreadable(error: &messages::Unreadable) -> Failure {
    Failure::new(status::INPUT, format!("the payload cannot be read: {error}"))
}

fn answer(message: &impl Serialize) -> Vec<u8> {
    messages::header(message)
}

/// Calls `then` with the context that the host sent.
fn with_context<T>(
    link: &Link,
    setting: &messages::Setting,
    then: impl FnOnce(&FixContext<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let workspace = Files::new(link, &setting.root);
    let machine = Surroundings::new(link);
    let models = AskedModel::all(link, &setting.models);
    let tiers: Vec<&dyn Model> = models.iter().map(|model| model as _).collect();
    let mut context = FixContext::new(&workspace, link, &setting.command, &setting.allowed);
    context.models = Models::new(&tiers, setting.samples);
    context.memory = setting.memory.then_some(link as _);
    context.reader = setting.reader.then_some(link as _);
    context.machine = setting.machine.then_some(&machine as _);
    context.briefer = setting.briefer.then_some(link as _);
    context.attempts = setting.attempts.then_some(link as _);
    context.tools = setting.tools.as_deref().map(Path::new);
    context.diagnostics = &setting.diagnostics;
    context.output = &setting.output;
    context.command_time = setting.command_ms.map(Duration::from_millis);
    then(&context)
}

fn prepare(strategy: &dyn FixStrategy, link: &Link, setting: &messages::Setting) -> Result<Vec<u8>, Failure> {
    with_context(link, setting, |context| {
        let prepared = runtime::run(strategy.prepare(context))?;
        prepared.map(|()| answer(&())).map_err(|error| refused(&error))
    })
}

fn propose(strategy: &dyn FixStrategy, link: &Link, asked: &messages::Propose) -> Result<Vec<u8>, Failure> {
    with_context(link, &asked.setting, |context| {
        let fixes = runtime::run(strategy.propose(&asked.analysis, context))?;
        fixes.map(|fixes| answer(&fixes)).map_err(|error| refused(&error))
    })
}

fn refused(error: &StrategyError) -> Failure {
    let status = match error {
        StrategyError::Capability(error) => status_of(error),
        _ => status::ERROR,
    };
    Failure::new(status, error.to_string())
}

fn use_tool(tool: &dyn DebugTool, link: &Link, payload: &[u8]) -> Result<Vec<u8>, Failure> {
    let request: messages::Call = read(payload)?;
    let workspace = Files::new(link, &request.root);
    let mut context = ToolContext::new(&workspace, link);
    context.memory = request.memory.then_some(link as _);
    context.reader = request.reader.then_some(link as _);
    context.scratch = request.scratch.as_deref().map(Path::new);
    context.kept = request.kept.as_deref().map(Path::new);
    context.progress = Some(link as _);
    let output = runtime::run(tool.call(request.input, &context))?;
    output.map(|output| answer(&output)).map_err(|error| {
        let (status, message) = match &error {
            ToolError::Input(message) => (status::INPUT, message.clone()),
            ToolError::Capability(refused) => (status_of(refused), error.to_string()),
            _ => (status::ERROR, error.to_string()),
        };
        Failure::new(status, message)
    })
}

fn status_of(error: &CapabilityError) -> u32 {
    match error {
        CapabilityError::Denied(_) => status::DENIED,
        CapabilityError::NotFound(_) => status::NOT_FOUND,
        CapabilityError::Cancelled => status::CANCELLED,
        _ => status::ERROR,
    }
}

/// One call of the host; [`plugin!`](macro@crate::plugin) puts it into the library's table.
///
/// # Safety
/// `host` is null or points to the host's table, and both the table and the bytes of the slices stay valid
/// for the call.
pub unsafe fn call(set: &Set, host: *const Host, id: Slice, method: Slice, payload: Slice) -> Reply {
    // SAFETY: the caller's promise.
    let (entered, id, method, payload) = unsafe {
        (
            set.link.enter(host),
            id.as_bytes(),
            method.as_bytes(),
            payload.as_bytes(),
        )
    };
    let Some(_entered) = entered else {
        return refuse(Failure::new(
            status::ERROR,
            "the host handed over no table of its own",
        ));
    };
    let (Ok(id), Ok(method)) = (std::str::from_utf8(id), std::str::from_utf8(method)) else {
        return refuse(Failure::new(status::INPUT, "the id or the method is not UTF-8"));
    };
    let _events = log::forward(&set.link);
    match contain::call(|| set.dispatch(id, method, payload)) {
        Ok(result) => Reply::ok(result),
        Err(failure) => refuse(failure),
    }
}

fn refuse(failure: Failure) -> Reply {
    Reply::new(failure.status, failure.message.into_bytes())
}
