//! A library's parser.
//!
//! With claims it receives many of its blocks at once; without, every line is a call.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use regex::Regex;
use serde_json::Value;
use unbreak_core::parser::{Claims, History};
use unbreak_core::registry::Kind;
use unbreak_core::{
    Descriptor, Document, ErrorParser, Line, Options, OptionsError, OutputRange, ParserState, Sink, Step,
};
use unbreak_plugin_abi::messages::{self, Findings, Form, method};

use super::super::error::{PluginError, PluginErrorKind};
use super::super::instance::Instance;
use super::configured::settle;

/// The amount of claimed text that is handed over at once.
const BATCH_BYTES: usize = 64 << 10;
/// The most lines of one block: a longer one is not a block.
const BLOCK_LINES: usize = 400;

/// A parser in a library.
#[derive(Clone)]
pub(in super::super) struct LoadedParser {
    /// Its name in calls.
    name: String,
    descriptor: Descriptor,
    options_schema: Option<Value>,
    /// Leaked: the trait returns static texts, and a library stays loaded anyway.
    triggers: Vec<&'static str>,
    priority: i32,
    claims: Option<Claims>,
    rules: Option<Arc<Rules>>,
    instance: Arc<Instance>,
}

struct Rules {
    begin: Regex,
    follow: Option<Regex>,
    before: usize,
}

impl LoadedParser {
    pub(in super::super) fn new(
        info: messages::ParserInfo,
        instance: &Arc<Instance>,
    ) -> Result<Self, PluginError> {
        Self::named(info.descriptor.id.to_string(), info, instance)
    }

    fn named(
        name: String,
        info: messages::ParserInfo,
        instance: &Arc<Instance>,
    ) -> Result<Self, PluginError> {
        let garbage = |message: String| instance.error(PluginErrorKind::Garbage(message));
        if info.triggers.is_empty() || info.triggers.iter().any(String::is_empty) {
            return Err(garbage(format!(
                "the parser {} has no triggers, or an empty one",
                info.descriptor.id
            )));
        }
        let rules = info.claims.as_ref().map(Rules::new).transpose();
        let rules = rules.map_err(|error| garbage(format!("its claims: {error}")))?;
        let leak = |text: String| -> &'static str { text.leak() };
        Ok(Self {
            name,
            descriptor: info.descriptor,
            options_schema: info.options_schema,
            triggers: info.triggers.into_iter().map(leak).collect(),
            priority: info.priority,
            claims: info.claims,
            rules: rules.map(Arc::new),
            instance: Arc::clone(instance),
        })
    }

    fn with(&self, options: &Options) -> Result<Self, PluginError> {
        let (name, info) = self.instance.configure(Kind::Parser, &self.name, options)?;
        Self::named(name, info, &self.instance)
    }
}

impl Rules {
    fn new(claims: &Claims) -> Result<Self, regex::Error> {
        Ok(Self {
            begin: Regex::new(&claims.begin)?,
            follow: claims.follow.as_deref().map(Regex::new).transpose()?,
            before: claims.before.min(History::CAPACITY),
        })
    }
}

impl ErrorParser for LoadedParser {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn triggers(&self) -> &[&str] {
        &self.triggers
    }

    fn priority(&self) -> i32 {
        self.priority
    }

    fn claims(&self) -> Option<Claims> {
        self.claims.clone()
    }

    fn options_schema(&self) -> Option<Value> {
        self.options_schema.clone()
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn ErrorParser>, OptionsError> {
        Ok(settle(&self.instance, self.with(options), || self.clone())?)
    }

    fn start(&self) -> Box<dyn ParserState> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let far = Far {
            name: self.name.clone(),
            instance: Arc::clone(&self.instance),
            state: NEXT.fetch_add(1, Ordering::Relaxed),
            used: false,
            failed: false,
        };
        match &self.rules {
            Some(rules) => Box::new(Claiming {
                far,
                rules: Arc::clone(rules),
                open: None,
                blocks: Vec::new(),
                text: String::new(),
            }),
            None => Box::new(Asking {
                far,
                open: false,
                unsure: false,
                unfinished: false,
            }),
        }
    }
}

/// The library's side of a parse. After the first failure it is not called again.
struct Far {
    name: String,
    instance: Arc<Instance>,
    state: u64,
    used: bool,
    failed: bool,
}

impl Far {
    fn ask<T: serde::de::DeserializeOwned>(
        &mut self,
        method: &str,
        payload: Vec<u8>,
        sink: &mut Sink,
    ) -> Option<T> {
        if self.failed {
            return None;
        }
        let asked = self.instance.ask(&self.name, method, payload);
        asked
            .map_err(|error| {
                self.failed = true;
                sink.problem(error.to_string());
            })
            .ok()
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let (form, range, text) = match document {
            Document::Json { value, range } => (Form::Json, *range, value.to_string()),
            Document::Xml { text, range } => (Form::Xml, *range, (*text).to_owned()),
            _ => return false,
        };
        let header = messages::Document {
            state: self.state,
            form,
            range,
        };
        self.used = true;
        let payload = messages::with_body(&header, text.as_bytes());
        let taken: Option<messages::Taken> = self.ask(method::DOCUMENT, payload, sink);
        taken.is_some_and(|taken| {
            emit(taken.findings, &[], sink);
            taken.taken
        })
    }
}

impl Drop for Far {
    fn drop(&mut self) {
        if self.used && !self.failed {
            let state = messages::State { state: self.state };
            // A failure does not matter here: this state is not used again.
            let _ = self
                .instance
                .ask::<Value>(&self.name, method::FORGET, messages::header(&state));
        }
    }
}

fn emit(findings: Findings, blocks: &[messages::Block], sink: &mut Sink) {
    if findings.stopped_early {
        sink.stopped_early();
    }
    for found in findings.diagnostics {
        let mut diagnostic = found.diagnostic;
        if let Some(block) = blocks.get(found.block)
            && diagnostic.output == OutputRange::default()
        {
            diagnostic.output = block.range;
        }
        sink.emit(diagnostic);
    }
    findings
        .problems
        .into_iter()
        .for_each(|problem| sink.problem(problem));
}

fn before(line: &Line<'_>, most: usize) -> Vec<String> {
    let lines = (1..=most).rev().filter_map(|n| line.back(n));
    lines.map(str::to_owned).collect()
}

/// A state that cuts out blocks by the claims.
struct Claiming {
    far: Far,
    rules: Arc<Rules>,
    /// The number of lines of the block that may continue; it is the last of `blocks`.
    open: Option<usize>,
    blocks: Vec<messages::Block>,
    text: String,
}

impl Claiming {
    fn begin(&mut self, line: &Line<'_>) -> Step {
        if !self.rules.begin.is_match(line.text) {
            return Step::Pass;
        }
        self.blocks.push(messages::Block {
            bytes: 0,
            range: line.range,
            before: before(line, self.rules.before),
        });
        self.hold(line);
        match self.rules.follow {
            Some(_) => {
                self.open = Some(1);
                Step::More
            }
            None => Step::Done,
        }
    }

    fn hold(&mut self, line: &Line<'_>) {
        self.text.push_str(line.text);
        self.text.push('\n');
        if let Some(block) = self.blocks.last_mut() {
            block.bytes += line.text.len() + 1;
            block.range.end = line.range.end;
        }
    }

    fn flush(&mut self, sink: &mut Sink) {
        let blocks = std::mem::take(&mut self.blocks);
        let text = std::mem::take(&mut self.text);
        if blocks.is_empty() {
            return;
        }
        let request = messages::Parse { blocks };
        let payload = messages::with_body(&request, text.as_bytes());
        if let Some(findings) = self.far.ask(method::PARSE, payload, sink) {
            emit(findings, &request.blocks, sink);
        }
    }
}

impl ParserState for Claiming {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if self.far.failed {
            return Step::Pass;
        }
        if let Some(lines) = self.open {
            let follow = self.rules.follow.as_ref();
            if lines < BLOCK_LINES && follow.is_some_and(|follow| follow.is_match(line.text)) {
                self.open = Some(lines + 1);
                self.hold(line);
                return Step::More;
            }
            self.open = None;
            return Step::Pass;
        }
        if self.text.len() >= BATCH_BYTES {
            self.flush(sink);
        }
        self.begin(line)
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        self.far.document(document, sink)
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.open = None;
        self.flush(sink);
    }
}

/// A state that asks about every line.
struct Asking {
    far: Far,
    open: bool,
    /// The plug-in's answer about the open block.
    unsure: bool,
    unfinished: bool,
}

impl ParserState for Asking {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let header = messages::Line {
            state: self.far.state,
            range: line.range,
            before: (!self.open).then(|| before(line, History::CAPACITY)),
        };
        self.far.used = true;
        let payload = messages::with_body(&header, line.text.as_bytes());
        let stepped: Option<messages::Stepped> = self.far.ask(method::LINE, payload, sink);
        let step = stepped.map_or(Step::Pass, |stepped| {
            (self.unsure, self.unfinished) = (stepped.unsure, stepped.unfinished);
            emit(stepped.findings, &[], sink);
            stepped.step.into()
        });
        self.open = step == Step::More;
        step
    }

    fn is_unsure(&self) -> bool {
        self.open && self.unsure
    }

    fn is_unfinished(&self) -> bool {
        self.open && self.unfinished
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        self.far.document(document, sink)
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.open = false;
        let state = messages::State {
            state: self.far.state,
        };
        if let Some(findings) = self.far.ask(method::FINISH, messages::header(&state), sink) {
            emit(findings, &[], sink);
        }
    }
}
