//! Numbers and sends the events.

use unbreak_core::redact::Redact as _;
use unbreak_core::{Event, EventKind, Fix};

use crate::agent::Observer;

/// Every event of a run passes through this, so that none is lost or numbered twice, and none contains a
/// secret, unless the operator wants to see them.
pub(super) struct Narrator<'a> {
    observer: &'a mut dyn Observer,
    seq: u64,
    iteration: u32,
    shows_secrets: bool,
    /// The operator's answers about fixes.
    answers: Vec<(Fix, bool)>,
}

impl<'a> Narrator<'a> {
    pub(super) fn new(observer: &'a mut dyn Observer, shows_secrets: bool) -> Self {
        Self {
            observer,
            seq: 0,
            iteration: 0,
            shows_secrets,
            answers: Vec::new(),
        }
    }

    pub(super) fn enter_iteration(&mut self, iteration: u32) {
        self.iteration = iteration;
    }

    pub(super) fn tell(&mut self, mut kind: EventKind) {
        self.seq += 1;
        if !self.shows_secrets {
            kind.redact();
        }
        self.observer.event(&Event::now(self.seq, self.iteration, kind));
    }

    /// Returns whether the operator was asked about a fix and approved it.
    pub(super) fn has_approved(&self, fix: &Fix) -> bool {
        self.answers.iter().any(|(asked, answer)| *answer && asked == fix)
    }

    /// Returns whether the operator approves a fix; the same question is asked only once.
    pub(super) fn approves(&mut self, fix: &Fix) -> bool {
        if let Some((_, answer)) = self.answers.iter().find(|(asked, _)| asked == fix) {
            return *answer;
        }
        let answer = self.observer.approve(fix);
        self.answers.push((fix.clone(), answer));
        answer
    }
}
