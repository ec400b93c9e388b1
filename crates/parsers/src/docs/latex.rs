//! LaTeX, TeX and their relatives.

mod files;

use std::sync::Arc;

use unbreak_core::parser::{Confirm, History};
use unbreak_core::{Descriptor, ErrorParser, Line, OutputRange, ParserState, Sink, Step, register_parser};

use self::files::Files;
use crate::Grammar;
use crate::format::grammar::embedded::inner;

register_parser!(Latex(inner("latex")));

/// The parser: the format, and the rules that its file cannot express.
struct Latex(Grammar);

impl ErrorParser for Latex {
    fn descriptor(&self) -> &Descriptor {
        self.0.descriptor()
    }

    fn triggers(&self) -> &[&str] {
        self.0.triggers()
    }

    fn confirms(&self) -> Option<Confirm> {
        Some(Arc::new(may_open))
    }

    fn priority(&self) -> i32 {
        self.0.priority()
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State {
            grammar: self.0.start(),
            broken: None,
            files: Files::default(),
        })
    }
}

/// Returns whether a name that ends before byte `end` with `.tex` follows a parenthesis: TeX opens it.
fn may_open(output: &[u8], end: usize) -> bool {
    const LONGEST_NAME: usize = 128;
    let Some(name) = output[..end].strip_suffix(b".tex") else {
        return true;
    };
    let before = name.iter().rev().take(LONGEST_NAME);
    let mut before = before.take_while(|byte| !byte.is_ascii_whitespace());
    output.get(end) == Some(&b':') || before.any(|byte| *byte == b'(')
}

struct State {
    grammar: Box<dyn ParserState>,
    /// A line that continues in the next, and its place.
    broken: Option<(String, OutputRange)>,
    files: Files,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some((mut text, mut range)) = self.broken.take() {
            text.push_str(line.text);
            range.end = line.range.end;
            if goes_on(line.text) && text.len() < LONGEST {
                self.broken = Some((text, range));
                return Step::More;
            }
            let whole = Line {
                text: &text,
                range,
                history: line.history,
            };
            return match self.ask(&whole, sink) {
                Step::Pass => Step::Return,
                step => step,
            };
        }
        self.files.see(line);
        if goes_on(line.text) && says_something(line.text) {
            self.broken = Some((line.text.to_owned(), line.range));
            return Step::More;
        }
        self.ask(line, sink)
    }

    fn is_unsure(&self) -> bool {
        self.grammar.is_unsure()
    }

    fn is_unfinished(&self) -> bool {
        self.grammar.is_unfinished()
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some((text, range)) = self.broken.take() {
            let history = History::default();
            let line = Line {
                text: &text,
                range,
                history: &history,
            };
            self.ask(&line, sink);
        }
        let mut found = Sink::default();
        self.grammar.finish(&mut found);
        self.hand_on(&mut found, sink);
    }
}

impl State {
    fn ask(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let mut found = Sink::default();
        let step = self.grammar.line(line, &mut found);
        self.hand_on(&mut found, sink);
        step
    }

    /// Adds the file to the grammar's findings.
    fn hand_on(&self, found: &mut Sink, sink: &mut Sink) {
        for mut diagnostic in found.drain_diagnostics() {
            if diagnostic.location.file.is_none() {
                diagnostic.location.file = self.files.current().map(str::to_owned);
            }
            sink.emit(diagnostic);
        }
    }
}

/// `max_print_line` of TeX Live.
const WIDTH: usize = 79;
/// Longest line that is put together.
const LONGEST: usize = 40 * WIDTH;

fn goes_on(text: &str) -> bool {
    text.len() == WIDTH
}

fn says_something(text: &str) -> bool {
    ["LaTeX ", "Package ", "! "]
        .iter()
        .any(|start| text.starts_with(start))
        || text.contains(".tex:")
}
