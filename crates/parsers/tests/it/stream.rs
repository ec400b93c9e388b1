//! Any size, any chunks, bounded memory.

use unbreak_core::{Line, Sink, Step};

use crate::probe::{Probe, echo, messages, pipeline, say};

/// Repeats the last eight lines, the nearest first.
fn history(line: &Line<'_>, _: usize, sink: &mut Sink) -> Step {
    let before: Vec<&str> = (1..=9).filter_map(|n| line.back(n)).collect();
    say(sink, before.join(","));
    Step::Done
}

#[test]
fn history_reaches_back_eight_lines_whatever_the_chunks() {
    let output: String =
        (0..30).map(|number| format!("{number}\r\n")).collect::<String>() + "tell 1\ntell 2\n";
    for size in [1, 2, 3, 7, 64, 1000] {
        let mut parse = pipeline([Probe::new("p", &["tell"], history)]).start();
        output.as_bytes().chunks(size).for_each(|chunk| parse.feed(chunk));
        assert_eq!(
            messages(&parse.finish(None)),
            ["p: 29,28,27,26,25,24,23,22", "p: tell 1,29,28,27,26,25,24,23"],
            "chunks of {size}"
        );
    }
}

#[test]
fn a_very_long_line_loses_its_end_and_not_its_followers() {
    let long = "x".repeat(3 << 20);
    let output = format!("MARK {long} MARK\nMARK after\n");
    for size in [1 << 16, 1 << 20, output.len()] {
        let mut parse = pipeline([Probe::new("p", &["MARK"], echo)]).start();
        output.as_bytes().chunks(size).for_each(|chunk| parse.feed(chunk));
        let parsed = parse.finish(None);
        let lengths: Vec<usize> = parsed.diagnostics.iter().map(|d| d.message.len()).collect();
        assert_eq!(lengths, [1 << 20, "MARK after".len()], "chunks of {size}");
        assert_eq!(parsed.diagnostics[1].output.end, output.len() as u64);
        assert_eq!(parsed.lines, 2);
    }
}

#[test]
fn a_document_on_one_line_may_be_longer() {
    let items = "1,".repeat(2 << 20);
    let output = format!("{{\"key\": [{items}0]}}\nMARK after\n");
    for size in [1 << 16, output.len()] {
        let mut parse = pipeline([Probe::new("p", &["\"key\"", "MARK"], echo)]).start();
        output.as_bytes().chunks(size).for_each(|chunk| parse.feed(chunk));
        let parsed = parse.finish(None);
        assert_eq!(parsed.diagnostics.len(), 2, "chunks of {size}");
        assert!(
            parsed.diagnostics[0].message.starts_with("json "),
            "chunks of {size}"
        );
    }
}

#[test]
fn an_endless_document_is_given_up() {
    let line = "{\"a\": 1},\n";
    let count = (17 << 20) / line.len();
    let mut parse = pipeline([Probe::new("p", &["MARK"], echo)]).start();
    parse.feed(b"[\n");
    for _ in 0..count {
        parse.feed(line.as_bytes());
    }
    parse.feed(b"MARK\n");
    assert_eq!(messages(&parse.finish(None)), ["p: MARK"]);
}

#[test]
fn diagnostics_can_be_taken_as_they_come() {
    let mut parse = pipeline([Probe::new("p", &["MARK"], echo)]).start();
    parse.feed(b"MARK 1\nMAR");
    assert_eq!(parse.take().len(), 1);
    parse.feed(b"K 2");
    assert_eq!(parse.take().len(), 0);
    assert_eq!(messages(&parse.finish(None)), ["p: MARK 2"]);
}
