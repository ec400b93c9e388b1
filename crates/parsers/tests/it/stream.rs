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

/// Reads an output in chunks of several sizes, which must make no difference.
fn read_in_chunks(output: &str, triggers: &[&'static str]) -> Vec<String> {
    let read = |size| {
        let mut parse = pipeline([Probe::new("p", triggers, echo)]).start();
        output.as_bytes().chunks(size).for_each(|chunk| parse.feed(chunk));
        messages(&parse.finish(None))
    };
    let found = read(1 << 16);
    assert_eq!(found, read(100_001));
    assert_eq!(found, read(output.len()));
    found
}

#[test]
fn a_document_on_one_line_may_be_longer() {
    let items = "1,".repeat(1 << 20);
    let found = read_in_chunks(
        &format!("{{\"key\": [{items}0]}}\nMARK after\n"),
        &["\"key\"", "MARK"],
    );
    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("p: json {\"key\":[1,"));
}

#[test]
fn a_very_long_document_is_read_in_pieces() {
    let text = "é".repeat(1 << 18);
    let item = |number| format!("{{\"n\":{number},\"text\":\"{text}\"}}");
    let items: Vec<String> = (0..24).map(item).collect();
    let head = r#"{"key":{"kind":"report"},"list":["#;
    let document = format!("{head}{}]}}", items.join(","));
    let spread = document.replace("\"n\"", "\n  \"n\"");
    for output in [
        format!("{document} and\nMARK after\n"),
        format!("{spread}\nMARK after\n"),
    ] {
        let found = read_in_chunks(&output, &["\"key\"", "MARK"]);
        let (last, pieces) = found.split_last().expect("the line after it");
        assert_eq!(last, "p: MARK after");
        assert!(pieces.len() > 2, "{} pieces", pieces.len());
        for (number, item) in items.iter().enumerate() {
            let with = pieces.iter().filter(|piece| piece.contains(item)).count();
            assert_eq!(with, 1, "item {number}");
        }
        let begins = |piece: &&String| piece.starts_with(&format!("p: json {head}"));
        assert_eq!(
            pieces.iter().filter(begins).count(),
            pieces.len(),
            "each has the beginning"
        );
    }
}

#[test]
fn a_very_long_xml_document_is_read_in_pieces() {
    let item = |number| {
        format!(
            "<case n=\"{number}\"><![CDATA[{}]]></case>",
            "<a>".repeat(1 << 17)
        )
    };
    let items: Vec<String> = (0..24).map(item).collect();
    let head = "<testsuites><?x?><testsuite name=\">\">";
    let output = format!("{head}{}</testsuite></testsuites>\nMARK after\n", items.concat());
    let found = read_in_chunks(&output, &["<case", "MARK"]);
    let (last, pieces) = found.split_last().expect("the line after it");
    assert_eq!(last, "p: MARK after");
    assert!(pieces.len() > 2, "{} pieces", pieces.len());
    for piece in pieces {
        assert!(piece.starts_with(&format!("p: xml {head}<case")) && piece.ends_with("</testsuites>"));
    }
    for item in &items {
        assert_eq!(pieces.iter().filter(|piece| piece.contains(item)).count(), 1);
    }
}

#[test]
fn the_part_that_was_printed_of_a_document_is_read() {
    let output = "{\"key\": [\n{\"a\": 1}, {\"a\": 2}, {\"a\n";
    assert_eq!(
        read_in_chunks(output, &["\"key\""]),
        [r#"p: json {"key":[{"a":1},{"a":2}]}"#]
    );
    let output = "<testsuite>\n<case a=\"1\"/>\n<case a=\"2\n";
    assert_eq!(
        read_in_chunks(output, &["<case"]),
        [
            "p: xml <testsuite>\n<case a=\"1\"/></testsuite>",
            "p: <case a=\"2"
        ]
    );
}

#[test]
fn a_text_without_end_is_no_document() {
    let output = format!("{{\"key\": \"{}\nMARK after\n", "x".repeat(40 << 20));
    let mut parse = pipeline([Probe::new("p", &["\"key\"", "MARK"], echo)]).start();
    output
        .as_bytes()
        .chunks(1 << 20)
        .for_each(|chunk| parse.feed(chunk));
    let parsed = parse.finish(None);
    assert_eq!(parsed.diagnostics.len(), 2);
    assert_eq!(parsed.problems.len(), 1, "that it was not read is said");
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
