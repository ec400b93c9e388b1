//! Checks the robustness of plug-ins.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use unbreak_core::{Diagnostic, ErrorParser};
use unbreak_parsers::Pipeline;
use unbreak_plugin_abi::messages::{Description, StrategyInfo, ToolInfo, method, question};
use unbreak_plugin_abi::status;

use super::super::call::Answer;
use super::super::error::PluginErrorKind;
use super::super::instance::Instance;
use super::examples;

/// Invalid payloads.
const GARBAGE: [&[u8]; 8] = [
    b"",
    b"null",
    b"\x00\xff\xfe",
    b"{",
    b"[[[[[[[[[[[[[[[[",
    b"{\"state\": 1}\n\xff\xff",
    b"{\"blocks\": [{\"bytes\": 99999999, \"start\": 9, \"end\": 1}]}\nshort",
    b"{\"state\": -1, \"form\": \"json\", \"start\": 0, \"end\": 0}\n{",
];

const METHODS: [&str; 10] = [
    method::CONFIGURE,
    method::PARSE,
    method::LINE,
    method::DOCUMENT,
    method::FINISH,
    method::FORGET,
    method::ASSESS,
    method::PROPOSE,
    method::CALL,
    "no such method",
];

/// How long an invalid or an interrupted call may take.
const PATIENCE: Duration = Duration::from_secs(5);

fn ids(description: &Description) -> Vec<String> {
    let parsers = description.parsers.iter().map(|it| &it.descriptor.id);
    let strategies = description.strategies.iter().map(|it| &it.descriptor.id);
    let tools = description.tools.iter().map(|it| &it.descriptor.id);
    let all = parsers.chain(strategies).chain(tools);
    all.map(ToString::to_string)
        .chain(["no such id".to_owned()])
        .collect()
}

/// Checks that invalid calls are refused, and leave the plug-in unchanged.
pub(super) fn garbage(instance: &Instance) -> Result<(), String> {
    let before = instance.describe().map_err(|error| error.to_string())?;
    let never = AtomicBool::new(false);
    for id in ids(&before) {
        for name in METHODS {
            for payload in GARBAGE {
                let mut deny = |_: &str, _: &[u8]| Answer::no(status::DENIED, "not in this call");
                let called = instance.call(&id, name, payload.to_vec(), PATIENCE, &never, &mut deny);
                let Err(error) = called else { continue };
                match error.kind() {
                    PluginErrorKind::Refused { .. } => {}
                    kind => return Err(format!("method '{name}' of '{id}': {kind}")),
                }
            }
        }
    }
    let after = instance.describe().map_err(|error| error.to_string())?;
    if before != after {
        return Err("it describes itself differently afterwards".to_owned());
    }
    Ok(())
}

/// Checks that calls whose result is no longer wanted come to an end.
pub(super) fn interrupt(instance: &Instance) -> Result<(), String> {
    let description = instance.describe().map_err(|error| error.to_string())?;
    let mut calls = Vec::new();
    for StrategyInfo { descriptor, .. } in &description.strategies {
        if let Some(example) = descriptor.examples.first() {
            calls.push((method::PROPOSE, descriptor, examples::proposal(example)?));
        }
    }
    for ToolInfo { descriptor, .. } in &description.tools {
        if let Some(example) = descriptor.examples.first() {
            calls.push((method::CALL, descriptor, examples::tool_call(example)?));
        }
    }
    calls
        .into_iter()
        .try_for_each(|(name, descriptor, payload)| interrupted(instance, &descriptor.id, name, payload))
}

fn interrupted(instance: &Instance, id: &str, name: &str, payload: Vec<u8>) -> Result<(), String> {
    let stop = AtomicBool::new(true);
    let mut answer = |name: &str, _: &[u8]| match name {
        question::CANCELLED => Answer::ok(b"true".to_vec()),
        _ => Answer::no(status::CANCELLED, "interrupted"),
    };
    match instance.call(id, name, payload, PATIENCE, &stop, &mut answer) {
        Err(error) if !matches!(error.kind(), PluginErrorKind::Refused { .. }) => {
            Err(format!("{id}: {}", error.kind()))
        }
        _ => Ok(()),
    }
}

/// Checks that a parser finds the same whether the output comes at once or a few bytes at a time.
pub(super) fn cut(parser: &Arc<dyn ErrorParser>) -> Result<(), String> {
    let pipeline = Pipeline::new([Arc::clone(parser)]);
    for example in parser.descriptor().examples.iter() {
        let output = example.input.as_bytes();
        let whole = pipeline.parse(output, None).diagnostics;
        for size in [1, 7, 64] {
            if in_pieces(&pipeline, output, size) != whole {
                return Err(format!(
                    "example '{}' gives something else in pieces of {size} bytes",
                    example.title
                ));
            }
        }
    }
    Ok(())
}

fn in_pieces(pipeline: &Pipeline, output: &[u8], size: usize) -> Vec<Diagnostic> {
    let mut parse = pipeline.start();
    let mut found = Vec::new();
    for piece in output.chunks(size) {
        parse.feed(piece);
        found.extend(parse.take());
    }
    found.extend(parse.finish(None).diagnostics);
    found
}
