//! The methods of parsers.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use unbreak_core::parser::History;
use unbreak_core::{Document, ErrorParser, Line, ParserState, Sink, Step};
use unbreak_plugin_abi::messages::{self, Findings, Form, Found, method};
use unbreak_plugin_abi::status;

use super::{Failure, answer, read, unreadable};

/// The parses that are under way, by parser and by the host's number.
#[derive(Default)]
pub(super) struct Parses(Mutex<BTreeMap<(String, u64), Running>>);

struct Running {
    state: Box<dyn ParserState>,
    history: History,
}

impl Running {
    fn new(parser: &dyn ErrorParser) -> Self {
        Self {
            state: parser.start(),
            history: History::default(),
        }
    }

    fn remember(&mut self, lines: &[String]) {
        self.history.clear();
        lines.iter().for_each(|line| self.history.push(line.as_str()));
    }
}

impl Parses {
    pub(super) fn dispatch(
        &self,
        parser: &dyn ErrorParser,
        id: &str,
        name: &str,
        payload: &[u8],
    ) -> Result<Vec<u8>, Failure> {
        match name {
            method::PARSE => parse(parser, payload),
            method::LINE => self.line(parser, id, payload),
            method::DOCUMENT => self.document(parser, id, payload),
            method::FINISH => self.finish(parser, id, payload),
            method::FORGET => {
                let messages::State { state } = read(payload)?;
                self.lock().remove(&(id.to_owned(), state));
                Ok(answer(&Value::Null))
            }
            _ => Err(Failure::new(
                status::UNKNOWN,
                format!("there is no method '{name}'"),
            )),
        }
    }

    fn line(&self, parser: &dyn ErrorParser, id: &str, payload: &[u8]) -> Result<Vec<u8>, Failure> {
        let (header, text): (messages::Line, &str) = text_of(payload)?;
        self.with(parser, id, header.state, |running, sink| {
            if let Some(before) = &header.before {
                running.remember(before);
            }
            let line = Line {
                text,
                range: header.range,
                history: &running.history,
            };
            let step = running.state.line(&line, sink);
            running.history.push(text);
            let findings = findings(sink, 0);
            answer(&messages::Stepped {
                step: step.into(),
                unsure: running.state.is_unsure(),
                unfinished: running.state.is_unfinished(),
                findings,
            })
        })
    }

    fn document(&self, parser: &dyn ErrorParser, id: &str, payload: &[u8]) -> Result<Vec<u8>, Failure> {
        let (header, text): (messages::Document, &str) = text_of(payload)?;
        let range = header.range;
        let value: Value = match header.form {
            Form::Json => serde_json::from_str(text)
                .map_err(|error| Failure::new(status::INPUT, format!("the document is not JSON: {error}")))?,
            Form::Xml => Value::Null,
        };
        let document = match header.form {
            Form::Json => Document::Json { value: &value, range },
            Form::Xml => Document::Xml { text, range },
        };
        self.with(parser, id, header.state, |running, sink| {
            let taken = running.state.document(&document, sink);
            let findings = findings(sink, 0);
            answer(&messages::Taken { taken, findings })
        })
    }

    fn finish(&self, parser: &dyn ErrorParser, id: &str, payload: &[u8]) -> Result<Vec<u8>, Failure> {
        let messages::State { state } = read(payload)?;
        self.with(parser, id, state, |running, sink| {
            running.state.finish(sink);
            answer(&findings(sink, 0))
        })
    }

    /// Takes the state out while it works: a state that panics is lost, and no other call has to wait.
    fn with(
        &self,
        parser: &dyn ErrorParser,
        id: &str,
        state: u64,
        work: impl FnOnce(&mut Running, &mut Sink) -> Vec<u8>,
    ) -> Result<Vec<u8>, Failure> {
        let key = (id.to_owned(), state);
        let known = self.lock().remove(&key);
        let mut running = known.unwrap_or_else(|| Running::new(parser));
        let reply = work(&mut running, &mut Sink::default());
        self.lock().insert(key, running);
        Ok(reply)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(String, u64), Running>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn text_of<T: serde::de::DeserializeOwned>(payload: &[u8]) -> Result<(T, &str), Failure> {
    let (header, body) = messages::split(payload).map_err(|error| unreadable(&error))?;
    let text = std::str::from_utf8(body).map_err(|_| Failure::new(status::INPUT, "the text is not UTF-8"))?;
    Ok((header, text))
}

/// Claimed blocks, each from a fresh state.
fn parse(parser: &dyn ErrorParser, payload: &[u8]) -> Result<Vec<u8>, Failure> {
    let (request, mut text): (messages::Parse, &str) = text_of(payload)?;
    let mut found = Findings::default();
    for (index, block) in request.blocks.iter().enumerate() {
        let (lines, rest) = text
            .split_at_checked(block.bytes)
            .ok_or_else(|| Failure::new(status::INPUT, "a block ends beyond the text"))?;
        text = rest;
        let mut sink = Sink::default();
        read_block(parser, block, lines, &mut sink);
        let of_block = findings(&mut sink, index);
        found.diagnostics.extend(of_block.diagnostics);
        found.problems.extend(of_block.problems);
        found.stopped_early |= of_block.stopped_early;
    }
    Ok(answer(&found))
}

fn read_block(parser: &dyn ErrorParser, block: &messages::Block, lines: &str, sink: &mut Sink) {
    let mut running = Running::new(parser);
    running.remember(&block.before);
    let lines: Vec<&str> = lines.lines().collect();
    let (mut next, mut held, mut returned) = (0, false, 0);
    while let Some(text) = lines.get(next) {
        let Running { state, history } = &mut running;
        let line = Line {
            text,
            range: block.range,
            history,
        };
        match state.line(&line, sink) {
            // The block ended before the line, which may begin another.
            Step::Pass if held => held = false,
            // The same with the line before it; only once, or this would not end.
            Step::Return if held && next > returned => {
                (held, returned) = (false, next);
                *history = history.before(1);
                next -= 1;
            }
            step => {
                held = matches!(step, Step::More | Step::Maybe);
                history.push(*text);
                next += 1;
            }
        }
    }
    if !running.state.is_unfinished() {
        running.state.finish(sink);
    }
}

fn findings(sink: &mut Sink, block: usize) -> Findings {
    let (diagnostics, problems) = sink.drain();
    Findings {
        stopped_early: sink.has_stopped_early(),
        diagnostics: diagnostics
            .into_iter()
            .map(|diagnostic| Found { block, diagnostic })
            .collect(),
        problems: problems.into_iter().map(|problem| problem.message).collect(),
    }
}
