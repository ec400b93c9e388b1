//! Tries many changes to one text, one after the other and several at a time.
//!
//! [`Sweep::thin`] is delta debugging (Zeller and Hildebrandt 2002) in the form that group testing
//! gives it: a piece that cannot be removed as a whole is halved, larger pieces first; and where
//! one half could be removed, the other cannot, so it is not tested.

use std::ops::Range;

use super::change::Change;
use super::search::{Search, Stop, fingerprint};

/// Changes that can be made together.
pub(super) trait Deck: Send + Sync {
    /// Their number.
    fn len(&self) -> usize;

    /// Several of them as one.
    fn change(&self, chosen: &[bool]) -> Change;

    /// Returns whether only texts that parse are tested.
    fn is_strict(&self) -> bool {
        false
    }

    /// Returns whether a change may make the text longer, because it makes it simpler.
    fn may_grow(&self) -> bool {
        false
    }
}

/// Changes that do not depend on each other.
pub(super) struct Cuts {
    pub(super) changes: Vec<Change>,
    pub(super) strict: bool,
}

impl Deck for Cuts {
    fn len(&self) -> usize {
        self.changes.len()
    }

    fn change(&self, chosen: &[bool]) -> Change {
        let chosen = self.changes.iter().zip(chosen).filter(|(_, chosen)| **chosen);
        Change::all(chosen.flat_map(|(change, _)| change.splices().iter().cloned()))
    }

    fn is_strict(&self) -> bool {
        self.strict
    }
}

/// A set of changes to a text, some of which have been made.
pub(super) struct Sweep<'s, 'a, D> {
    search: &'s mut Search<'a>,
    deck: &'s D,
    base: Vec<u8>,
    made: Vec<bool>,
}

/// A candidate, and the piece of the deck that it tries.
struct Trial {
    piece: usize,
    candidate: Vec<u8>,
    made: Vec<bool>,
}

/// The size of the surroundings of a change that decide whether it is tried again in the same place.
const SURROUNDINGS: usize = 8;

/// A change of more parts than this is not remembered: it will not come again.
const REMEMBERED_PARTS: usize = 32;

impl<'s, 'a, D: Deck> Sweep<'s, 'a, D> {
    /// Over the current text.
    pub(super) fn new(search: &'s mut Search<'a>, deck: &'s D) -> Self {
        Self {
            base: search.current().to_vec(),
            made: vec![false; deck.len()],
            search,
            deck,
        }
    }

    /// Returns whether any of the changes has been made.
    pub(super) fn has_changed(&self) -> bool {
        self.made.contains(&true)
    }

    /// Tries each change by itself.
    pub(super) async fn each(&mut self) -> Result<(), Stop> {
        let pieces: Vec<_> = (0..self.deck.len()).map(|index| index..index + 1).collect();
        self.attempt(&pieces).await.map(drop)
    }

    /// Tries all of the changes at once, and nothing else.
    #[cfg(feature = "grammars")]
    pub(super) async fn whole(&mut self) -> Result<(), Stop> {
        let all = 0..self.deck.len();
        self.attempt(&[all]).await.map(drop)
    }

    /// Makes as many of the changes as possible, as many at once as possible. `whole` says whether
    /// to try all of them first.
    pub(super) async fn thin(&mut self, whole: bool) -> Result<(), Stop> {
        let all = 0..self.deck.len();
        if all.is_empty() || whole && self.attempt(std::slice::from_ref(&all)).await?[0] {
            return Ok(());
        }
        let mut failing = vec![all];
        while !failing.is_empty() {
            failing = self.halve(&failing).await?;
        }
        Ok(())
    }

    /// Tries the halves of pieces that cannot be changed as a whole; returns the halves that cannot either.
    async fn halve(&mut self, failing: &[Range<usize>]) -> Result<Vec<Range<usize>>, Stop> {
        let split = failing.iter().filter(|piece| piece.len() > 1);
        let (left, right): (Vec<_>, Vec<_>) = split
            .map(|piece| {
                let middle = piece.start + piece.len() / 2;
                (piece.start..middle, middle..piece.end)
            })
            .unzip();
        let left_done = self.attempt(&left).await?;
        let open: Vec<_> = (0..left.len()).filter(|&pair| !left_done[pair]).collect();
        let asked: Vec<_> = open.iter().map(|&pair| right[pair].clone()).collect();
        let mut right_done = vec![false; right.len()];
        for (pair, done) in open.into_iter().zip(self.attempt(&asked).await?) {
            right_done[pair] = done;
        }
        let halves = left
            .into_iter()
            .zip(left_done)
            .zip(right.into_iter().zip(right_done));
        let pieces = halves.flat_map(|(left, right)| [left, right]);
        Ok(pieces.filter(|(_, done)| !done).map(|(piece, _)| piece).collect())
    }

    /// Tries pieces of the deck in order; returns for each whether it was changed.
    pub(super) async fn attempt(&mut self, pieces: &[Range<usize>]) -> Result<Vec<bool>, Stop> {
        let mut done = vec![false; pieces.len()];
        let mut pending: Vec<usize> = (0..pieces.len()).rev().collect();
        loop {
            let nested = self.search.expects_success();
            let trials = self.trials(pieces, &mut pending, nested);
            if trials.is_empty() {
                return Ok(done);
            }
            let candidates: Vec<_> = trials.iter().map(|trial| trial.candidate.clone()).collect();
            let answers = self.search.ask(&candidates).await?;
            let outcomes = match nested {
                true => nested_outcomes(&answers, trials.len()),
                false => parallel_outcomes(&answers, trials.len()),
            };
            let kept = outcomes.iter().rposition(|outcome| *outcome == Outcome::Kept);
            for (trial, outcome) in trials.iter().zip(&outcomes).rev() {
                match outcome {
                    Outcome::Again => pending.push(trial.piece),
                    outcome => {
                        let worked = *outcome == Outcome::Kept;
                        done[trial.piece] = worked;
                        let name = self.name(&pieces[trial.piece]);
                        self.search.learn(name, worked);
                    }
                }
            }
            if let Some(trial) = kept.and_then(|kept| trials.into_iter().nth(kept)) {
                self.made = trial.made;
                self.search.keep(trial.candidate);
            }
        }
    }

    /// The next candidates, as many as are tested concurrently. Those that are not worth a call are
    /// dropped on the way.
    fn trials(&mut self, pieces: &[Range<usize>], pending: &mut Vec<usize>, nested: bool) -> Vec<Trial> {
        let mut trials: Vec<Trial> = Vec::new();
        while trials.len() < self.search.jobs()
            && let Some(piece) = pending.pop()
        {
            if self.search.is_futile(self.name(&pieces[piece])) {
                continue;
            }
            let before = trials.last().filter(|_| nested).map(|trial| &trial.made);
            let mut made = before.unwrap_or(&self.made).clone();
            made[pieces[piece].clone()].fill(true);
            let candidate = self.deck.change(&made).apply(&self.base);
            if trials.iter().any(|trial| trial.candidate == candidate) {
                // One of two equal neighbours is only tried when the other was removed.
                pending.push(piece);
                break;
            }
            if self.is_worth_a_call(&candidate) {
                trials.push(Trial {
                    piece,
                    candidate,
                    made,
                });
            }
        }
        trials
    }

    fn is_worth_a_call(&mut self, candidate: &[u8]) -> bool {
        let current = self.search.current();
        let shrinks = candidate.len() < current.len() || self.deck.may_grow() && candidate != current;
        shrinks && !self.search.is_hopeless(candidate, self.deck.is_strict())
    }

    /// The identity of a piece in these surroundings.
    fn name(&self, piece: &Range<usize>) -> u64 {
        let mut chosen = vec![false; self.deck.len()];
        chosen[piece.clone()].fill(true);
        let change = self.deck.change(&chosen);
        if change.splices().len() > REMEMBERED_PARTS {
            return fingerprint(&(self.base.len(), piece));
        }
        let near = |at: usize| at.saturating_sub(SURROUNDINGS)..(at + SURROUNDINGS).min(self.base.len());
        let parts: Vec<_> = change
            .splices()
            .iter()
            .map(|splice| {
                let around = near(splice.range.start).start..near(splice.range.end).end;
                let at = splice.range.start - around.start;
                (&self.base[around], at, splice.range.len(), &splice.with)
            })
            .collect();
        fingerprint(&parts)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Kept,
    Failed,
    /// Not known: it must be tried on the current text.
    Again,
}

/// Each candidate changes the same text: the first interesting one is kept, others are tried on top
/// of it. A candidate that was not interesting will not be interesting with less.
fn parallel_outcomes(answers: &[bool], asked: usize) -> Vec<Outcome> {
    let first = answers.iter().position(|answer| *answer);
    (0..asked)
        .map(|index| match answers.get(index) {
            Some(false) => Outcome::Failed,
            Some(true) if Some(index) == first => Outcome::Kept,
            _ => Outcome::Again,
        })
        .collect()
}

/// Each candidate holds the changes of those before it: the last that is interesting stays, with
/// all of them; the one after it has failed.
fn nested_outcomes(answers: &[bool], asked: usize) -> Vec<Outcome> {
    let kept = answers
        .iter()
        .rposition(|answer| *answer)
        .map_or(0, |last| last + 1);
    (0..asked)
        .map(|index| match index {
            _ if index < kept => Outcome::Kept,
            _ if index == kept && index < answers.len() => Outcome::Failed,
            _ => Outcome::Again,
        })
        .collect()
}
