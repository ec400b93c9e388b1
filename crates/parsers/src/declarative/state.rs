//! A declarative parser in the middle of an output.

use std::sync::Arc;

use unbreak_core::{Line, ParserState, Sink, Step as Verdict};

use super::Body;
use super::fields::Fields;
use super::rule::Rule;

/// Most lines of one diagnostic, or of one list of them below a heading.
const MOST_LINES: usize = 10_000;

pub(super) struct State {
    body: Arc<Body>,
    open: Option<Open>,
}

/// A rule, some lines of which have come.
struct Open {
    rule: usize,
    /// The step of the last line.
    step: usize,
    fields: Fields,
    /// A diagnostic of its own was among the lines.
    spoke: bool,
    lines: usize,
}

impl State {
    pub(super) fn new(body: Arc<Body>) -> Self {
        Self { body, open: None }
    }

    /// The first rule that the line is the anchor of.
    fn begin(&mut self, line: &Line<'_>, sink: &mut Sink) -> Verdict {
        let body = Arc::clone(&self.body);
        let started = body
            .rules
            .iter()
            .enumerate()
            .find_map(|(index, rule)| Some((index, rule, before(rule, line)?, anchor(rule, line)?)));
        let Some((index, rule, fields, own)) = started else {
            return Verdict::Pass;
        };
        let mut open = Open {
            rule: index,
            step: rule.anchor,
            fields,
            spoke: false,
            lines: 1,
        };
        self.take(rule, &mut open, own, sink);
        self.go_on(rule, open, sink)
    }

    /// Takes a line that its step has read.
    fn take(&self, rule: &Rule, open: &mut Open, own: Fields, sink: &mut Sink) {
        if !rule.steps[open.step].each {
            open.fields.add(own);
            return;
        }
        if let Some(diagnostic) = self.body.meaning.diagnostic(&open.fields.with(own)) {
            sink.emit(diagnostic);
            open.spoke = true;
        }
    }

    /// Whether more lines may come.
    fn go_on(&mut self, rule: &Rule, open: Open, sink: &mut Sink) -> Verdict {
        let is_last = open.step + 1 == rule.steps.len();
        if is_last && !rule.steps[open.step].repeat.goes_on() {
            return match self.close(&open, sink) {
                true => Verdict::Done,
                false => Verdict::Reject,
            };
        }
        self.open = Some(open);
        Verdict::More
    }

    /// Says what there is to say; `false` when there is nothing.
    fn close(&self, open: &Open, sink: &mut Sink) -> bool {
        if open.spoke {
            return true;
        }
        let rule = &self.body.rules[open.rule];
        if !rule.is_complete(open.step) || rule.steps.iter().any(|step| step.each) {
            return false;
        }
        let diagnostic = self.body.meaning.diagnostic(&open.fields);
        let said = diagnostic.is_some();
        diagnostic
            .into_iter()
            .for_each(|diagnostic| sink.emit(diagnostic));
        said
    }

    /// The line after those that have come.
    fn follow(&mut self, mut open: Open, line: &Line<'_>, sink: &mut Sink) -> Verdict {
        let body = Arc::clone(&self.body);
        let rule = &body.rules[open.rule];
        open.lines += 1;
        if open.lines <= MOST_LINES
            && let Some((step, own)) = next(&body.rules, rule, open.step, line.text)
        {
            open.step = step;
            self.take(rule, &mut open, own, sink);
            return self.go_on(rule, open, sink);
        }
        match self.close(&open, sink) {
            true => Verdict::Pass,
            false => Verdict::Reject,
        }
    }
}

/// What the lines before the anchor say, if they are as the rule wants them.
fn before(rule: &Rule, line: &Line<'_>) -> Option<Fields> {
    let mut fields = Fields::default();
    for (index, step) in rule.steps[..rule.anchor].iter().enumerate() {
        fields.add(step.read(line.back(rule.anchor - index)?)?);
    }
    Some(fields)
}

fn anchor(rule: &Rule, line: &Line<'_>) -> Option<Fields> {
    rule.steps[rule.anchor].read(line.text)
}

/// The step that the next line is: a later one before the same again, so that an end is seen.
///
/// A first line of any rule ends a repetition: patterns that go on with whatever comes would not.
fn next(rules: &[Rule], rule: &Rule, last: usize, text: &str) -> Option<(usize, Fields)> {
    for (index, step) in rule.steps.iter().enumerate().skip(last + 1) {
        if let Some(fields) = step.read(text) {
            return Some((index, fields));
        }
        if !step.repeat.is_optional() {
            break;
        }
    }
    let same = &rule.steps[last];
    let fields = same.repeat.goes_on().then(|| same.read(text))??;
    let by_first_line = rules.iter().filter(|rule| rule.anchor == 0);
    let begins = last > 0
        && by_first_line
            .into_iter()
            .any(|rule| rule.steps[0].read(text).is_some());
    (!begins).then_some((last, fields))
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Verdict {
        match self.open.take() {
            None => match self.begin(line, sink) {
                // It opened nothing that could be given back.
                Verdict::Reject => Verdict::Pass,
                verdict => verdict,
            },
            Some(open) => self.follow(open, line, sink),
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(open) = self.open.take() {
            self.close(&open, sink);
        }
    }
}
