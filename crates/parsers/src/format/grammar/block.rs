//! One diagnostic on several lines, each with a shape of its own.

use unbreak_core::{ErrorType, Severity, Sink, Step};

use super::captured::{Captured, Meaning, settings};
use super::pattern::Expression;
use crate::format::marks;

/// Most lines of one diagnostic.
const MOST_LINES: usize = 200;

/// Most lines before all is there that a diagnostic needs: what goes on longer is not one, and the pipeline
/// gives no more lines back to the others than this.
const MOST_UNFINISHED: usize = 48;

/// Lines of a block, in their order.
pub(crate) enum Part {
    /// Exactly one.
    One(Expression),
    /// One or none.
    Maybe(Expression),
    /// Any number.
    Many(Expression),
    /// A line of source, or none: it is one only if marks come below it.
    Source,
    /// A line of marks below quoted source, or none: they tell the columns that no text tells.
    Marks,
}

impl Part {
    pub(crate) const fn one(expression: &'static str) -> Self {
        Self::One(Expression::new(expression))
    }

    pub(crate) const fn maybe(expression: &'static str) -> Self {
        Self::Maybe(Expression::new(expression))
    }

    pub(crate) const fn many(expression: &'static str) -> Self {
        Self::Many(Expression::new(expression))
    }

    /// What it finds in the first line.
    fn read(&self, line: &str) -> Option<Captured> {
        match self {
            Self::One(expression) | Self::Maybe(expression) | Self::Many(expression) => expression.read(line),
            Self::Source | Self::Marks => {
                let mut captured = Captured::default();
                self.capture(line, 0, &mut captured).then_some(captured)
            }
        }
    }

    /// Adds what it finds in the line, above which source stands behind a gutter this wide; `false` when the
    /// line is another part's.
    fn capture(&self, line: &str, gutter: u32, captured: &mut Captured) -> bool {
        match self {
            Self::One(expression) | Self::Maybe(expression) | Self::Many(expression) => {
                expression.capture(line, captured)
            }
            Self::Source => !line.trim().is_empty() && marks::read(line).is_none(),
            Self::Marks => marks::read(line).is_some_and(|found| {
                let own = marks::is_gutter(line);
                captured.underline(if own { found } else { found.behind(gutter) });
                true
            }),
        }
    }
}

/// A diagnostic's lines, and what their parts mean.
pub(crate) struct Block {
    parts: &'static [Part],
    meaning: Meaning,
}

settings!(Block);

impl Block {
    const fn new(parts: &'static [Part], meaning: Meaning) -> Self {
        Self { parts, meaning }
    }

    /// A linter's finding: a warning where it does not say.
    pub(crate) const fn lint(parts: &'static [Part]) -> Self {
        Self::new(parts, Meaning::new(Some(ErrorType::Lint), Severity::Warning))
    }

    /// What a compiler says: an error where it does not say, its type guessed from its words.
    pub(crate) const fn compiler(parts: &'static [Part]) -> Self {
        Self::new(parts, Meaning::new(None, Severity::Error))
    }

    /// A failure of this type.
    pub(crate) const fn of(error_type: ErrorType, parts: &'static [Part]) -> Self {
        Self::new(parts, Meaning::new(Some(error_type), Severity::Error))
    }

    /// Whether the line is the block's first.
    fn begin(&'static self, line: &str) -> Option<Reading> {
        let first = self.parts.first()?;
        Some(Reading {
            block: self,
            captured: first.read(line)?,
            part: usize::from(!matches!(first, Part::Many(_))),
            lines: 1,
            gutter: 0,
            on_trial: false,
        })
    }
}

/// The blocks that an output may be in the middle of: several can begin with the same line. The first of them
/// counts until a line shows that it is another.
pub(crate) struct Candidates(Vec<Reading>);

impl Candidates {
    /// The blocks whose first line this is.
    pub(crate) fn begin(blocks: &'static [Block], line: &str) -> Option<Self> {
        let begun: Vec<Reading> = blocks.iter().filter_map(|block| block.begin(line)).collect();
        (!begun.is_empty()).then_some(Self(begun))
    }

    pub(crate) fn line(&mut self, line: &str, sink: &mut Sink) -> Step {
        while let Some(first) = self.0.first_mut() {
            let step = first.line(line, sink);
            if step == Step::More {
                // What another one would report is said only if it turns out to be that one.
                let mut unsaid = Sink::default();
                self.follow(|reading| reading.line(line, &mut unsaid) == Step::More);
                return step;
            }
            if step != Step::Reject || self.0.len() == 1 {
                return step;
            }
            self.0.remove(0);
        }
        Step::Reject
    }

    /// Keeps those behind the first that go on.
    fn follow(&mut self, mut goes_on: impl FnMut(&mut Reading) -> bool) {
        let mut is_first = true;
        self.0
            .retain_mut(|reading| std::mem::take(&mut is_first) || goes_on(reading));
    }

    pub(crate) fn on_trial(&self) -> bool {
        self.0.first().is_some_and(Reading::on_trial)
    }

    /// Whether lines are missing that every one of the blocks has.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.0.iter().all(Reading::is_unfinished)
    }

    /// The output is over: what may be missing may be missing.
    pub(crate) fn close(&self, sink: &mut Sink) {
        if let Some(whole) = self.0.iter().find(|reading| !reading.is_unfinished()) {
            whole.close(sink);
        }
    }
}

/// A block in the middle of an output.
pub(crate) struct Reading {
    block: &'static Block,
    part: usize,
    captured: Captured,
    lines: usize,
    /// How far the source of the line before is behind its number.
    gutter: u32,
    /// The line before was taken for source.
    on_trial: bool,
}

impl Reading {
    fn line(&mut self, line: &str, sink: &mut Sink) -> Step {
        self.lines += 1;
        let gutter = std::mem::replace(&mut self.gutter, marks::gutter(line));
        if std::mem::take(&mut self.on_trial) && marks::read(line).is_none() {
            self.emit(sink);
            return Step::Return;
        }
        let most = if self.is_unfinished() {
            MOST_UNFINISHED
        } else {
            MOST_LINES
        };
        while let Some(part) = self.block.parts.get(self.part) {
            let taken = self.lines <= most && part.capture(line, gutter, &mut self.captured);
            match (taken, part) {
                (true, Part::Many(_)) => return Step::More,
                (true, part) => {
                    self.part += 1;
                    self.on_trial = matches!(part, Part::Source);
                    return self.after_taken(sink);
                }
                (false, Part::One(_)) => return Step::Reject,
                (false, _) => self.part += 1,
            }
        }
        self.emit(sink);
        Step::Pass
    }

    fn after_taken(&self, sink: &mut Sink) -> Step {
        if self.part < self.block.parts.len() {
            return Step::More;
        }
        self.emit(sink);
        Step::Done
    }

    fn on_trial(&self) -> bool {
        self.on_trial
    }

    /// Whether lines are missing that every block has.
    fn is_unfinished(&self) -> bool {
        let missing = &self.block.parts[self.part..];
        missing.iter().any(|part| matches!(part, Part::One(_)))
    }

    /// The output is over: what may be missing may be missing.
    fn close(&self, sink: &mut Sink) {
        if !self.is_unfinished() {
            self.emit(sink);
        }
    }

    fn emit(&self, sink: &mut Sink) {
        if let Some(diagnostic) = self.block.meaning.diagnostic(&self.captured) {
            sink.emit(diagnostic);
        }
    }
}
