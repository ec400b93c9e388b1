//! A library in a process of its own: `unbreak plugin-host LIBRARY`.
//!
//! Whether it crashes, hangs, exits or writes without end there, the result is an error here.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use unbreak_core::Command;

use super::call::{Answer, CallLimits, Patience, Port, Request, Transport};
use super::error::PluginErrorKind;
use super::pinned::Pinned;
use super::serve::SERVE_COMMAND;
use super::wire::{Frame, LENGTH, Load, OVERHEAD, decode};
use crate::runner::Sandbox;
use crate::runner::companion::{Companion, Silence};

/// A library in a child process.
pub(super) struct Child {
    companion: Companion,
    limit: usize,
}

impl Child {
    /// Starts `program` as the host of a library.
    pub(super) fn open(
        program: &Path,
        library: &Pinned,
        load: Load,
        limits: &CallLimits,
    ) -> Result<Self, PluginErrorKind> {
        let path = &library.path;
        let arguments = [SERVE_COMMAND.to_owned(), path.to_string_lossy().into_owned()];
        let command = Command::new(program.to_string_lossy(), arguments);
        let directory = path.parent().unwrap_or(Path::new("/"));
        let companion = Companion::start(&command, directory, Some(limits.memory_bytes), &Sandbox::off())
            .map_err(|error| PluginErrorKind::Open(error.to_string()))?;
        let mut child = Self {
            companion,
            limit: limits.reply_bytes,
        };
        let never = AtomicBool::new(false);
        let mut patience = Patience::new(limits.open, &never);
        child.send(&Frame::Load(load), &mut patience)?;
        let frame = child.receive(&mut patience)?;
        match decode(&frame) {
            Some(Frame::Opened(None)) => Ok(child),
            Some(Frame::Opened(Some(failure))) => Err(failure.into()),
            _ => Err(nonsense()),
        }
    }

    fn send(&mut self, frame: &Frame<'_>, patience: &mut Patience<'_>) -> Result<(), PluginErrorKind> {
        let bytes = frame.encode();
        let end = patience.next()? + Duration::from_secs(10);
        match self.companion.say(&bytes, end) {
            Ok(()) => Ok(()),
            Err(silence) => Err(self.explain(silence)),
        }
    }

    fn receive(&mut self, patience: &mut Patience<'_>) -> Result<Vec<u8>, PluginErrorKind> {
        self.await_bytes(LENGTH, patience)?;
        let mut length = [0; LENGTH];
        length.copy_from_slice(&self.companion.take(LENGTH));
        let length = u32::from_le_bytes(length) as usize;
        if length > self.limit + OVERHEAD {
            return Err(PluginErrorKind::Flood {
                bytes: length as u64,
                limit: self.limit as u64,
            });
        }
        self.await_bytes(length, patience)?;
        Ok(self.companion.take(length))
    }

    fn await_bytes(&mut self, length: usize, patience: &mut Patience<'_>) -> Result<(), PluginErrorKind> {
        loop {
            let end: Instant = patience.next()?;
            match self.companion.listen(length, end) {
                Ok(_) => return Ok(()),
                Err(Silence::Late) => {}
                Err(silence) => return Err(self.explain(silence)),
            }
        }
    }

    fn explain(&mut self, silence: Silence) -> PluginErrorKind {
        match silence {
            Silence::Late => PluginErrorKind::Garbage("it does not take what is said to it".to_owned()),
            Silence::Ended(exit) => {
                let words = self.companion.last_words();
                let last = words.lines().last().unwrap_or_default();
                let said = if last.is_empty() {
                    String::new()
                } else {
                    format!(": {last}")
                };
                PluginErrorKind::Crashed { exit, said }
            }
        }
    }
}

impl Transport for Child {
    fn call(&mut self, request: Request<'_>, port: Port<'_>) -> Result<Answer, PluginErrorKind> {
        let mut patience = Patience::new(request.patience, request.stop);
        let call = Frame::Call(request.id, request.method, &request.payload);
        self.send(&call, &mut patience)?;
        loop {
            let frame = self.receive(&mut patience)?;
            match decode(&frame) {
                Some(Frame::Question(method, payload)) => {
                    let answer = port(method, payload);
                    patience.renew();
                    self.send(&Frame::Answer(answer), &mut patience)?;
                }
                Some(Frame::Reply(answer)) => return Ok(answer),
                Some(Frame::Flood(bytes)) => {
                    return Err(PluginErrorKind::Flood {
                        bytes,
                        limit: self.limit as u64,
                    });
                }
                _ => return Err(nonsense()),
            }
        }
    }
}

fn nonsense() -> PluginErrorKind {
    PluginErrorKind::Garbage("its process does not keep to the protocol".to_owned())
}
