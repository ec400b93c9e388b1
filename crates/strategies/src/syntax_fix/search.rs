//! Best-first search over sequences of small changes.
//!
//! A state is a text. From a broken text every [`Mend`] of its first fault leads to another text,
//! which is parsed first. Changes that do not bring the text closer to a valid program are dropped
//! at once, so independent faults are repaired one after the other and their alternatives do not
//! multiply. The price of a state is the cost of its changes, plus an estimate for the remaining
//! faults.
//!
//! A branch is only turned into text when it comes to the head of the queue; most never do.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::language::{Cost, Distance, Language, Meaning, Mend};
use crate::frontier::{self, Frontier};
use crate::mend::Step;

type Branch = frontier::Branch<Rc<State>>;

/// The expected cost of another group of faulty lines. Higher than the cost of a usual repair, so
/// that the search finishes what it has begun before it varies it.
const PER_GROUP: Cost = 8;

/// The expected cost of another faulty line in a group. Less, because most follow from the first:
/// one open bracket makes every line below it faulty.
const PER_LINE: Cost = 1;

/// More faulty lines than this are not counted.
const MOST_LINES: Cost = 6;

/// How much more than the best repair another may cost and still be searched for.
const WINDOW: Cost = 12;

/// How much more than the best a repair may cost and still show what is usual in the file.
const GOOD: Cost = 6;

/// The budget after a repair was found, to find better ones and alternatives.
const AFTER_REPAIR: Budget = Budget {
    texts: 400,
    bytes: 12_000_000,
};

/// The budget of a search. It is counted, not timed, so that the same file always gives the same repair.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// Texts that may be read.
    pub texts: usize,
    /// Bytes that may be read in all of them.
    pub bytes: usize,
}

impl Default for Budget {
    /// Mostly some milliseconds; a second where nothing is found. Most useful repairs are among the
    /// first few hundred texts.
    fn default() -> Self {
        Self {
            texts: 4_000,
            bytes: 40_000_000,
        }
    }
}

impl Budget {
    /// The budget for a text in which another search has found nothing: the rest of the space is expensive.
    pub(super) fn second_look() -> Self {
        let Self { texts, bytes } = Self::default();
        Self {
            texts: texts / 8,
            bytes: bytes / 8,
        }
    }
}

/// A program that the broken text can be turned into.
#[derive(Debug, Clone)]
pub(super) struct Repair {
    /// The program.
    pub text: Rc<str>,
    /// The total cost of its changes.
    pub cost: Cost,
    /// The meaning of the result.
    pub meaning: Meaning,
    /// The changes, in order.
    pub steps: Vec<Step>,
}

impl Repair {
    /// All evidence against it.
    pub(super) fn points(&self) -> Cost {
        self.cost + self.meaning.oddity
    }
}

/// The oddity that the good repairs share, which is that of the file itself. A repair that hides
/// half of the file in a string is less odd, but not good.
pub(super) fn usual_oddity(repairs: &[Repair]) -> Cost {
    let best = repairs.iter().map(Repair::points).min().unwrap_or(0);
    let good = repairs.iter().filter(|repair| repair.points() <= best + GOOD);
    good.map(|repair| repair.meaning.oddity).min().unwrap_or(0)
}

/// Every repair found within the budget, in the order of discovery. Empty when the text is whole.
pub(super) fn search<L: Language>(language: &L, text: &str, budget: Budget) -> Vec<Repair> {
    let mut search = Search::new(language, budget);
    search.visit(State::initial(text), None);
    while let Some(branch) = search.next_branch() {
        search.follow(&branch);
    }
    search.repairs
}

struct Search<'l, L> {
    language: &'l L,
    budget: Budget,
    frontier: Frontier<Rc<State>>,
    /// The costs of the texts made so far.
    seen: HashMap<u64, Cost>,
    repairs: Vec<Repair>,
}

/// A text on the way.
struct State {
    text: Rc<str>,
    cost: Cost,
    distance: Option<Distance>,
    steps: Vec<Step>,
}

impl State {
    fn initial(text: &str) -> Self {
        Self {
            text: text.into(),
            cost: 0,
            distance: None,
            steps: Vec::new(),
        }
    }

    /// The text after a change.
    fn after(&self, mend: &Mend) -> Option<Self> {
        let text = mend.apply(&self.text)?;
        let mut steps = self.steps.clone();
        steps.push(Step::of(mend, &self.text));
        Some(Self {
            text: text.into(),
            cost: self.cost + mend.cost,
            distance: None,
            steps,
        })
    }
}

impl<'l, L: Language> Search<'l, L> {
    fn new(language: &'l L, budget: Budget) -> Self {
        Self {
            language,
            budget,
            frontier: Frontier::new(),
            seen: HashMap::new(),
            repairs: Vec::new(),
        }
    }

    /// The most promising change that can still lead to a useful repair.
    fn next_branch(&mut self) -> Option<Branch> {
        let limit = self.best().map_or(Cost::MAX, |best| best + WINDOW);
        loop {
            let branch = self.frontier.next()?;
            if branch.from.cost + branch.mend.cost <= limit {
                return Some(branch);
            }
        }
    }

    /// The cost of the best repair so far. Oddities that all repairs share do not count.
    fn best(&self) -> Option<Cost> {
        let best = self.repairs.iter().min_by_key(|repair| repair.points())?;
        Some(best.points() - usual_oddity(&self.repairs))
    }

    fn follow(&mut self, branch: &Branch) {
        if let Some(state) = branch.from.after(&branch.mend)
            && self.is_cheapest(&state)
        {
            self.visit(state, branch.from.distance);
        }
    }

    /// Returns whether no cheaper way led to the same text.
    fn is_cheapest(&mut self, state: &State) -> bool {
        let mut hasher = DefaultHasher::new();
        state.text.hash(&mut hasher);
        let before = self.seen.insert(hasher.finish(), state.cost);
        before.is_none_or(|before| state.cost < before)
    }

    /// Reads a text: a repair is kept, one closer to being a program branches, any other is dropped.
    fn visit(&mut self, mut state: State, before: Option<Distance>) {
        if !self.spend(state.text.len()) {
            self.frontier.clear();
            return;
        }
        let language = self.language;
        let text = Rc::clone(&state.text);
        let view = language.view(&text);
        match language.distance(&view) {
            None => self.keep(state, language.meaning(&view)),
            Some(distance) if before.is_none_or(|before| distance.is_progress_from(before)) => {
                state.distance = Some(distance);
                self.branch(state, distance, language.mends(&view));
            }
            Some(_) => {}
        }
    }

    fn spend(&mut self, bytes: usize) -> bool {
        let enough = self.budget.texts > 0 && self.budget.bytes >= bytes;
        self.budget.texts = self.budget.texts.saturating_sub(1);
        self.budget.bytes = self.budget.bytes.saturating_sub(bytes);
        enough
    }

    fn keep(&mut self, state: State, meaning: Option<Meaning>) {
        if let Some(meaning) = meaning
            && !state.steps.is_empty()
        {
            self.budget.texts = self.budget.texts.min(AFTER_REPAIR.texts);
            self.budget.bytes = self.budget.bytes.min(AFTER_REPAIR.bytes);
            self.repairs.push(Repair {
                text: state.text,
                cost: state.cost,
                meaning,
                steps: state.steps,
            });
        }
    }

    fn branch(&mut self, state: State, distance: Distance, mends: Vec<Mend>) {
        let groups = distance.groups.saturating_sub(1) * PER_GROUP;
        let rest = groups + distance.faulty_lines.saturating_sub(1).min(MOST_LINES) * PER_LINE;
        let price = state.cost + rest;
        self.frontier.extend(&Rc::new(state), price, mends);
    }
}

impl Distance {
    /// Returns whether a text this far away is better than the one it was made from.
    fn is_progress_from(self, before: Self) -> bool {
        let place = |distance: Self| (distance.stage, distance.lines_left, distance.chars_left);
        let fewer = self.stage <= before.stage
            && self.lines_left <= before.lines_left
            && self.faulty_lines < before.faulty_lines;
        place(self) < place(before) || fewer
    }
}
