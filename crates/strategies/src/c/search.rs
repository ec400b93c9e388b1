//! Best-first search over sequences of small changes, with the compiler as judge.
//!
//! A state is a text and the compiler's findings on it. Every [`Mend`] of its first fault leads to
//! another state. A state is dropped if its first fault is no nearer to the end of the text and its
//! faults are no fewer. A compilation is expensive (some milliseconds), so few are run, two at a
//! time, the cheapest change first.

use std::collections::HashSet;
use std::sync::Arc;

use unbreak_core::capability::CapabilityError;

use super::compiler::Compiler;
use super::complaint::Complaint;
use super::fault::Report;
use super::join::both;
use super::mends;
use super::oddity;
use super::source::Source;
use super::token::Kind;
use crate::frontier::{Branch, Frontier};
use crate::mend::{Cost, Step};

/// The expected cost of another faulty line.
const PER_LINE: Cost = 2;

/// More faulty lines than this are not counted.
const MOST_LINES: Cost = 4;

/// How much more than the best repair another one may cost and still be compiled.
const WINDOW: Cost = 4;

/// The greatest cost of a change that is likely on its own.
const LIKELY: Cost = 3;

/// Judgements in all.
const BUDGET: usize = 70;

/// Compilations after a repair was found, to find better ones and alternatives.
const AFTER_REPAIR: usize = 10;

/// The cost of a name or literal that a repair removes: people leave tokens out more often than
/// they add some, so the repair that keeps all of a line is likelier.
const PER_LOST: Cost = 2;

/// Names and literals beyond this many cost no more.
const MOST_LOST: Cost = 2;

/// A text that the compiler accepts.
#[derive(Debug, Clone)]
pub(super) struct Repair {
    pub(super) text: Arc<str>,
    /// The total cost of its changes.
    pub(super) cost: Cost,
    /// The cost of the warnings about the result.
    pub(super) oddity: Cost,
    /// The changes made: line and words.
    pub(super) steps: Vec<Step>,
    pub(super) is_bold: bool,
    /// Whether the compiler finds nothing more.
    pub(super) is_whole: bool,
    /// For changes that are settled without a search, the messages that the compiler still has for the text.
    pub(super) settled: Option<Vec<String>>,
}

impl Repair {
    /// Creates the repair from the changes that led to a text.
    pub(super) fn of(text: &str, cost: Cost, report: &Report, steps: Vec<Step>) -> Self {
        Self {
            text: text.into(),
            cost,
            oddity: oddity::of(&report.warnings),
            steps,
            is_bold: false,
            is_whole: report.passes,
            settled: None,
        }
    }

    /// All evidence against it.
    pub(super) fn points(&self) -> Cost {
        self.cost + self.oddity
    }
}

/// Returns the repairs found within the budget and the compiler's time; when there is none, the
/// text that got farthest.
///
/// # Errors
/// When the compiler could not be started.
pub(super) async fn search(
    compiler: &Compiler<'_>,
    text: &str,
    report: Report,
    is_cpp: bool,
) -> Result<Vec<Repair>, CapabilityError> {
    let mut search = Search::new(text, is_cpp);
    let initial = State {
        text: text.into(),
        cost: 0,
        report,
        steps: Vec::new(),
        is_bold: false,
    };
    search.branch(initial);
    while !compiler.is_out_of_time()
        && let Some((first, second)) = search.next_pair()
    {
        let (a, b) = match second {
            Some(second) => {
                let (a, b) = both(search.judge(compiler, first), search.judge(compiler, second)).await;
                (a?, Some(b?))
            }
            None => (search.judge(compiler, first).await?, None),
        };
        search.take(a);
        b.into_iter().for_each(|state| search.take(state));
    }
    Ok(search.finish())
}

/// The number of names and literals in a text.
fn words(text: &str) -> usize {
    let source = Source::new(text);
    let is_word = |at: &usize| {
        let is_literal = matches!(
            source.kind(*at),
            Some(Kind::Number | Kind::Text | Kind::Character)
        );
        is_literal || source.is_name(*at)
    };
    (0..source.tokens.len()).filter(is_word).count()
}

/// A text on the way.
#[derive(Debug, Clone)]
struct State {
    text: Arc<str>,
    cost: Cost,
    report: Report,
    steps: Vec<Step>,
    is_bold: bool,
}

impl State {
    /// The length of the text after its first fault.
    fn rest(&self) -> usize {
        let first = self.report.faults.first();
        first.map_or(0, |fault| self.text.len() - fault.offset.min(self.text.len()))
    }

    fn faulty_lines(&self) -> Cost {
        let lines = super::compiler::faulty_lines(&self.report.faults).len() + self.report.elsewhere;
        Cost::try_from(lines).unwrap_or(Cost::MAX)
    }

    /// Returns whether each change so far is likely on its own, so that the result is useful although
    /// faults are left.
    fn is_credible(&self) -> bool {
        let steps = Cost::try_from(self.steps.len()).unwrap_or(Cost::MAX);
        self.cost <= steps * LIKELY
    }

    fn is_unreadable(&self) -> bool {
        let mut faults = self.report.faults.iter();
        faults.next().is_some_and(|fault| fault.complaint.is_syntax())
    }

    fn stops_at_header(&self) -> bool {
        let first = self.report.faults.first().map(|fault| &fault.complaint);
        matches!(first, Some(Complaint::MissingHeader(_)))
    }

    /// Returns whether this is nearer to a program than the text it was made from.
    fn is_progress_from(&self, before: &Self) -> bool {
        let (rest, rest_before) = (self.rest(), before.rest());
        let fewer = self.report.faults.len() < before.report.faults.len();
        let readable = before.is_unreadable() && !self.is_unreadable();
        // Where a header is not found, the compiler stops reading, also the other headers.
        let reads_more = before.stops_at_header() && !self.stops_at_header();
        reads_more
            || self.report.elsewhere <= before.report.elsewhere
                && (rest < rest_before || rest == rest_before && (fewer || readable))
    }
}

/// A branch made into text.
struct Candidate {
    text: String,
    branch: Branch<Arc<State>>,
}

struct Search {
    is_cpp: bool,
    /// Bytes of the tokens of the broken text.
    size: usize,
    /// Names and literals of the broken text.
    words: usize,
    budget: usize,
    frontier: Frontier<Arc<State>>,
    seen: HashSet<Arc<str>>,
    repairs: Vec<Repair>,
    farthest: Option<State>,
}

impl Search {
    fn new(text: &str, is_cpp: bool) -> Self {
        Self {
            is_cpp,
            size: Source::new(text).solid(),
            words: words(text),
            budget: BUDGET,
            frontier: Frontier::new(),
            seen: HashSet::from([text.into()]),
            repairs: Vec::new(),
            farthest: None,
        }
    }

    /// The two most promising changes.
    fn next_pair(&mut self) -> Option<(Candidate, Option<Candidate>)> {
        let first = self.next_candidate()?;
        Some((first, self.next_candidate()))
    }

    fn next_candidate(&mut self) -> Option<Candidate> {
        let limit = self.limit();
        while self.budget > 0 {
            let branch = self.frontier.next()?;
            if branch.from.cost + branch.mend.cost > limit {
                continue;
            }
            let Some(text) = branch.mend.apply(&branch.from.text) else {
                continue;
            };
            // A change that loses a tenth of the program is not a repair.
            let is_complete = branch.mend.is_prose || Source::new(&text).solid() * 10 + 100 >= self.size * 9;
            if is_complete && self.seen.insert(text.as_str().into()) {
                self.budget -= 1;
                return Some(Candidate { text, branch });
            }
        }
        None
    }

    /// The greatest total cost of a change that can still lead to a useful repair. Oddities that
    /// all repairs share do not count, and next to a certain repair there is little to look for.
    fn limit(&self) -> Cost {
        let usual = self.repairs.iter().map(|repair| repair.oddity).min().unwrap_or(0);
        let best = self.repairs.iter().map(|repair| repair.points() - usual).min();
        best.map_or(Cost::MAX, |best| best + WINDOW.min(best + 1))
    }

    async fn judge(
        &self,
        compiler: &Compiler<'_>,
        candidate: Candidate,
    ) -> Result<(State, Arc<State>), CapabilityError> {
        let Branch { from, mend, .. } = candidate.branch;
        let report = compiler.judge(&candidate.text).await?;
        let mut steps = from.steps.clone();
        steps.push(Step::of(&mend, &from.text));
        let state = State {
            text: candidate.text.into(),
            cost: from.cost + mend.cost,
            report,
            steps,
            is_bold: from.is_bold || mend.is_bold,
        };
        Ok((state, from))
    }

    fn take(&mut self, (state, from): (State, Arc<State>)) {
        if state.report.passes {
            self.budget = self.budget.min(AFTER_REPAIR);
            let lost = self.words.saturating_sub(words(&state.text));
            let mut repair = state.into_repair();
            repair.oddity += Cost::try_from(lost).unwrap_or(MOST_LOST).min(MOST_LOST) * PER_LOST;
            self.repairs.push(repair);
        } else if !state.report.is_unusable && state.is_progress_from(&from) {
            self.branch(state);
        }
    }

    fn branch(&mut self, state: State) {
        let rest = (state.faulty_lines().saturating_sub(1)).min(MOST_LINES) * PER_LINE;
        let source = Source::new(&state.text);
        let mends = mends::all(&source, &state.report, self.is_cpp);
        drop(source);
        let is_farther = |best: &State| {
            let key = |state: &State| (state.report.faults.len(), state.cost);
            key(&state) < key(best)
        };
        if !state.steps.is_empty() && self.farthest.as_ref().is_none_or(is_farther) {
            self.farthest = Some(state.clone());
        }
        let price = state.cost + rest;
        self.frontier.extend(&Arc::new(state), price, mends);
    }

    fn finish(self) -> Vec<Repair> {
        match self.repairs.is_empty() {
            true => self
                .farthest
                .filter(State::is_credible)
                .into_iter()
                .map(State::into_repair)
                .collect(),
            false => self.repairs,
        }
    }
}

impl State {
    fn into_repair(self) -> Repair {
        Repair {
            oddity: oddity::of(&self.report.warnings),
            is_whole: self.report.passes,
            text: self.text,
            cost: self.cost,
            steps: self.steps,
            is_bold: self.is_bold,
            settled: None,
        }
    }
}
