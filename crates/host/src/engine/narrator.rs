//! Numbers and sends the events.

use unbreak_core::{Event, EventKind};

use crate::agent::Observer;

/// The run's voice: every event passes through it, so that none is lost or numbered twice.
pub(super) struct Narrator<'a> {
    observer: &'a mut dyn Observer,
    seq: u64,
    iteration: u32,
}

impl<'a> Narrator<'a> {
    pub(super) fn new(observer: &'a mut dyn Observer) -> Self {
        Self {
            observer,
            seq: 0,
            iteration: 0,
        }
    }

    pub(super) fn enter_iteration(&mut self, iteration: u32) {
        self.iteration = iteration;
    }

    pub(super) fn tell(&mut self, kind: EventKind) {
        self.seq += 1;
        self.observer.event(&Event::now(self.seq, self.iteration, kind));
    }

    pub(super) fn approves(&mut self, fix: &unbreak_core::Fix) -> bool {
        self.observer.approve(fix)
    }
}
