//! Four times the output is four times the work, whatever it holds. The work is counted and not timed.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use unbreak_core::Registry;
use unbreak_parsers::{Effort, Pipeline};

static REGISTRY: LazyLock<Registry> =
    LazyLock::new(|| Registry::builder().with_linked().build().expect("unique ids"));
static PIPELINE: LazyLock<Pipeline> = LazyLock::new(|| Pipeline::of(&REGISTRY));

/// How often a text is repeated, and then four times as often. It is more than a parser's lines are held.
const TIMES: usize = 100;
/// Each byte is shown to parsers so often, at most: every line may begin a block that is given back with all
/// the lines that were held of it, and those be offered to several parsers again.
const MOST_SHOWN: u64 = 256;

/// Lines with as many bytes of their shapes in common are tried once: what begins a block is seen by then.
const SHAPE: usize = 5;

/// Texts that open something and never end it, or look like something from every byte on.
const TEXTS: &[&str] = &[
    "a:1:",
    "a.c:1:1: error: ",
    "(((((((((",
    "[[[[[[[[[",
    "{{{{{{{{{",
    "[{\"a\":",
    "{\"a\":[",
    "<a><b c='",
    "\"'`\\",
    "::::::::",
    "\u{1b}[1m",
    "\u{1b}]8;;",
    "\r",
    "\t \u{a0}",
    "é●✖",
    "\n",
    "x\n",
    "{\n",
    "[\n",
    "[{\n",
    "{\"a\": [\n",
    "<testsuite>\n",
    "<?xml version=\"1.0\"?>\n<a>\n",
    "web-1  | a.c:1:1: error: x\nweb-2  | b.c:1:1: error: y\n",
    "[0] a.py:1:1: E1 x\n[1] {\n",
    "make: Entering directory '/a'\n",
    "\u{1b}[31ma.c:1:1: error: x\u{1b}[0m\r\n",
];

fn effort(text: &str, times: usize) -> Effort {
    let mut parse = PIPELINE.start();
    for chunk in text.repeat(times).as_bytes().chunks(4096) {
        parse.feed(chunk);
    }
    let effort = parse.effort();
    assert!(parse.finish(None).problems.is_empty(), "{text:?}");
    effort
}

fn check(text: &str) {
    let (once, four) = (effort(text, TIMES), effort(text, 4 * TIMES));
    let bytes = (text.len() * 4 * TIMES) as u64;
    assert!(
        four.bytes <= MOST_SHOWN * bytes,
        "{four:?} for {bytes} bytes of {text:?}"
    );
    // Quadratic work would be sixteen times as much. Up to what is held of a block, it may be.
    assert!(four.bytes <= 8 * once.bytes, "{once:?}, {four:?}: {text:?}");
    assert!(four.lines <= 8 * once.lines, "{once:?}, {four:?}: {text:?}");
}

#[test]
fn of_texts_that_open_and_never_end() {
    for text in TEXTS {
        check(text);
    }
}

/// Every line that a parser knows, over and over: millions of blocks that are never ended. Of lines that begin with one
/// shape, one is tried.
#[test]
fn of_the_lines_that_parsers_know() {
    let mut shapes = BTreeSet::new();
    for parser in REGISTRY.parsers() {
        for example in parser.descriptor().examples.iter() {
            let line = example.input.lines().find(|line| !line.is_empty());
            if let Some(line) = line.filter(|line| shapes.insert(shape(line))) {
                check(&format!("{line}\n"));
            }
        }
    }
}

/// The beginning of a line, with its words and numbers as one letter each.
fn shape(line: &str) -> String {
    let mut shape = String::new();
    for c in line.chars() {
        let c = if c.is_alphanumeric() { 'x' } else { c };
        if c != 'x' || !shape.ends_with('x') {
            shape.push(c);
        }
        if shape.len() >= SHAPE {
            break;
        }
    }
    shape
}
