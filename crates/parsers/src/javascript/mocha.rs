//! Mocha's list of failures.

use unbreak_core::{Descriptor, ErrorParser, Example, Line, ParserState, Sink, Step, register_parser};

use super::LANGUAGES;
use super::thrown::Thrown;
use crate::format;

register_parser!(Mocha);

const DOCS: &str = r#"
## What it understands

What the reporters `spec`, `dot`, `min`, `list` and others of Mocha print after `N failing`: the number,
the titles down to one that ends with a colon, the error and its stack. The test's name is what `--fgrep`
takes: the titles joined by blanks.

## Versions seen

Mocha 10.8.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an error within a test",
    r#"  1 passing (3ms)
  1 failing

  1) total
       is strict:
     TypeError: Cannot read properties of null (reading 'reduce')
      at total (shop.js:2:16)
      at Context.<anonymous> (mo/shop.js:7:27)
      at process.processImmediate (node:internal/timers:483:21)
"#,
    r#"[{"type": "runtime", "code": "TypeError", "test": "total is strict", "file": "shop.js", "line": 2,
         "message": "Cannot read properties of null (reading 'reduce')"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("mocha", "Mocha's failures", DOCS, LANGUAGES, &EXAMPLES);

/// The parser.
struct Mocha;

impl ErrorParser for Mocha {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[" failing"]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    /// Below `N failing`.
    listing: bool,
    open: Option<Failure>,
}

#[derive(Default)]
struct Failure {
    titles: Vec<String>,
    /// The last title has come.
    titled: bool,
    thrown: Thrown,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if !self.listing {
            self.listing = is_heading(line.text);
            return if self.listing { Step::More } else { Step::Pass };
        }
        if let Some(title) = numbered(line.text) {
            self.close(sink);
            let mut failure = Failure::default();
            failure.title(title);
            self.open = Some(failure);
            return Step::More;
        }
        let over = match &mut self.open {
            Some(failure) => !failure.take(line.text),
            None => !line.text.trim().is_empty(),
        };
        if over {
            self.finish(sink);
            return Step::Pass;
        }
        Step::More
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
        self.listing = false;
    }
}

impl State {
    fn close(&mut self, sink: &mut Sink) {
        if let Some(failure) = self.open.take()
            && !failure.thrown.is_empty()
        {
            let mut diagnostic = failure.thrown.into_diagnostic();
            diagnostic.test = Some(failure.titles.join(" "));
            sink.emit(diagnostic);
        }
    }
}

impl Failure {
    fn title(&mut self, text: &str) {
        let title = text.trim();
        self.titled = title.ends_with(':');
        self.titles
            .push(title.strip_suffix(':').unwrap_or(title).to_owned());
    }

    /// Takes a line; `false` when the list is over. Messages may begin at the margin, but nothing
    /// does after a stack.
    fn take(&mut self, line: &str) -> bool {
        if !self.titled {
            self.title(line);
            return true;
        }
        let over = self.thrown.in_stack() && !line.is_empty() && !line.starts_with(' ');
        if !over {
            self.thrown.push(line);
        }
        !over
    }
}

/// `  3 failing`.
fn is_heading(line: &str) -> bool {
    let number = line.strip_suffix(" failing").map(str::trim_start);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `  1) title`.
fn numbered(line: &str) -> Option<&str> {
    let (number, title) = line.strip_prefix("  ")?.split_once(") ")?;
    let number = number.trim_start();
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(title)
}
