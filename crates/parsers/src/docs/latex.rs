//! LaTeX, TeX and their relatives.

mod files;

use std::borrow::Cow;

use unbreak_core::parser::{Confirm, History};
use unbreak_core::{
    Descriptor, ErrorParser, ErrorType, Example, Line, OutputRange, ParserState, Severity, Sink, Step,
    register_parser,
};

use self::files::Files;

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(Latex);

static GRAMMAR: Grammar = Grammar::new(
    &DESCRIPTOR,
    &[
        "! ",
        "LaTeX Warning: ",
        "Package ",
        ".tex:",
        ".tex",
        "full \\hbox (",
        "full \\vbox (",
    ],
)
.lines(&LINES)
.blocks(&BLOCKS);

const DOCS: &str = r#"
## What it understands

`! message` and the line it is at (`l.3 \foo`), `FILE:3: message` of `-file-line-error`, and warnings with
`on input line 3.`. The file is the one that was opened last and not closed yet, `(./chap.tex ... )`, as far as
the lines between were seen. Lines are broken after 79 characters; they are put together again.

## Versions seen

TeX Live 2022, with and without `-file-line-error`.
"#;

static LINES: [Pattern; 3] = [
    Pattern::lint(r"^(?:LaTeX|pdfTeX|XeTeX|LuaTeX)(?: Font)? Warning: {message} on input line {line}\.$"),
    Pattern::lint(r"^Package (?<code>\w+) Warning: {message} on input line {line}\.$"),
    // A matter of looks.
    Pattern::lint(
        r"^(?<message>(?:Over|Under)full \\[hv]box \(.*\) (?:in paragraph|in alignment|detected))(?: at lines?) {line}(?:--{end_line})?$",
    )
    .severity(Severity::Info),
];

static PARTS_1: [Part; 3] = [
    Part::one(r"^! (?:LaTeX Error: |Package (?<code>\w+) Error: )?(?<message>[A-Z\\].+)$"),
    Part::many("^(?:[^l].*|l[^.].*|)$"),
    Part::one(r"^l\.{line} .*$"),
];

static PARTS_2: [Part; 2] = [
    Part::one(
        r"^(?<file>\S+\.(?:tex|sty|cls|ltx|bbl)):{line}: (?:LaTeX Error: |Package (?<code>\w+) Error: )?(?<message>[^\s=].*)$",
    ),
    Part::maybe(r"^l\.\d+ .*$"),
];

/// A file that is missing.
static MISSING: [Part; 3] = [
    Part::one(r"^! (?:LaTeX|Package \w+) Error: (?<message>File `.+' not found\.)$"),
    Part::many("^(?:[^l].*|l[^.].*|)$"),
    Part::one(r"^l\.{line} .*$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Import, &MISSING),
    Block::of(ErrorType::Build, &PARTS_1),
    Block::of(ErrorType::Build, &PARTS_2),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "an error",
        r#"! Undefined control sequence.
l.3 \foo
       
"#,
        r#"[{"type": "build", "severity": "error", "line": 3, "message": "Undefined control sequence."}]"#,
    ),
    Example::new(
        "-file-line-error",
        r#"./thesis.tex:12: Undefined control sequence.
l.12 \foo
"#,
        r#"[{"type": "build", "severity": "error", "file": "./thesis.tex", "line": 12}]"#,
    ),
    Example::new(
        "a warning",
        "LaTeX Warning: Reference `fig:a' on page 1 undefined on input line 7.\n",
        r#"[{"type": "lint", "severity": "warning", "line": 7, "message": "Reference `fig:a' on page 1 undefined"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "latex",
    "LaTeX, TeX and their relatives",
    DOCS,
    &[Cow::Borrowed("latex")],
    &EXAMPLES,
);

/// The parser: the grammar, and what it cannot know.
struct Latex;

impl ErrorParser for Latex {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        GRAMMAR.triggers()
    }

    fn confirms(&self) -> Option<Confirm> {
        Some(may_open)
    }

    fn priority(&self) -> i32 {
        ErrorParser::priority(&GRAMMAR)
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State {
            grammar: GRAMMAR.start(),
            broken: None,
            files: Files::default(),
        })
    }
}

/// Whether a name that ends before byte `end` with `.tex` stands behind a parenthesis: TeX opens it.
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
    /// A line that goes on in the next, and where it stood.
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

    /// Says in which file it is what the grammar found.
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
