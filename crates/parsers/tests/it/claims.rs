//! Whose a line is: `Pass`, `Done`, `More`, `Reject`, priorities, and parsers that panic.

use unbreak_core::{Line, Sink, Step};

use crate::probe::{Probe, echo, heard, messages, pipeline, say};

/// Holds lines until one that says END, and repeats how many there were.
fn until_end(line: &Line<'_>, depth: usize, sink: &mut Sink) -> Step {
    if line.text.contains("END") {
        say(sink, format!("{} lines", depth + 1));
        return Step::Done;
    }
    Step::More
}

/// Holds lines that begin with a blank.
fn indented(line: &Line<'_>, depth: usize, sink: &mut Sink) -> Step {
    if depth == 0 || line.text.starts_with(' ') {
        return Step::More;
    }
    say(sink, format!("{depth} lines"));
    Step::Pass
}

/// Gives its block back at the third line.
fn rejects_third(line: &Line<'_>, depth: usize, _: &mut Sink) -> Step {
    match depth {
        0 if !line.text.starts_with("BEGIN") => Step::Pass,
        2 => Step::Reject,
        _ => Step::More,
    }
}

#[test]
fn only_lines_with_a_trigger_are_shown() {
    let found = heard(
        [Probe::new("a", &["error"], echo)],
        "one\nerror two\nthree\nfour error\n",
    );
    assert_eq!(found, ["a: error two", "a: four error"]);
}

#[test]
fn the_higher_priority_is_asked_first_then_the_smaller_id() {
    let probes = || {
        [
            Probe::new("c", &["error"], echo),
            Probe::new("b", &["error"], echo),
            Probe::new("z", &["error"], echo).priority(1),
        ]
    };
    assert_eq!(heard(probes(), "error\n"), ["z: error"]);
    assert_eq!(heard(probes().into_iter().take(2), "error\n"), ["b: error"]);
}

#[test]
fn a_parser_that_passes_leaves_the_line_to_the_next() {
    let pass: fn(&Line<'_>, usize, &mut Sink) -> Step = |_, _, _| Step::Pass;
    let found = heard(
        [Probe::new("a", &["x"], pass), Probe::new("b", &["x"], echo)],
        "x\n",
    );
    assert_eq!(found, ["b: x"]);
}

#[test]
fn an_open_block_gets_every_line() {
    let probes = [
        Probe::new("a", &["BEGIN"], until_end),
        Probe::new("b", &["error"], echo),
    ];
    let found = heard(probes, "BEGIN\nerror within\nEND\nerror after\n");
    assert_eq!(found, ["a: 3 lines", "b: error after"]);
}

#[test]
fn the_line_after_a_block_is_offered_to_everybody() {
    let probes = || {
        [
            Probe::new("a", &["error"], indented),
            Probe::new("b", &["note"], echo),
        ]
    };
    assert_eq!(
        heard(probes(), "error\n  more\nnote\n"),
        ["a: 2 lines", "b: note"]
    );
    assert_eq!(
        heard(probes(), "error 1\nerror 2\n"),
        ["a: 1 lines", "a: cut off after 1"],
        "the parser itself included"
    );
}

#[test]
fn lines_given_back_are_offered_to_the_others() {
    let probes = [
        Probe::new("a", &["BEGIN"], rejects_third),
        Probe::new("b", &["error"], echo),
    ];
    let found = heard(probes, "BEGIN error 1\nerror 2\nerror 3\nerror 4\n");
    assert_eq!(
        found,
        ["b: error 1", "b: error 2", "b: error 3", "b: error 4"]
            .map(|line| { line.replace("b: error 1", "b: BEGIN error 1") })
    );
}

#[test]
fn a_block_within_lines_given_back_is_found() {
    let probes = [
        Probe::new("a", &["BEGIN"], rejects_third),
        Probe::new("b", &["OPEN"], until_end),
    ];
    let found = heard(probes, "BEGIN\nOPEN\nx\ny\nEND\n");
    assert_eq!(found, ["b: 4 lines"]);
}

#[test]
fn history_is_the_same_when_lines_are_given_back() {
    let tell: fn(&Line<'_>, usize, &mut Sink) -> Step = |line, _, sink| {
        let before: Vec<&str> = (1..=9).filter_map(|n| line.back(n)).collect();
        say(sink, before.join(","));
        Step::Done
    };
    let probes = [
        Probe::new("a", &["BEGIN"], rejects_third),
        Probe::new("b", &["tell"], tell),
    ];
    let found = heard(probes, "1\n2\n3\n4\n5\n6\n7\nBEGIN\ntell a\ntell b\n");
    assert_eq!(found, ["b: BEGIN,7,6,5,4,3,2,1", "b: tell a,BEGIN,7,6,5,4,3,2"]);
}

/// Takes the line after BEGIN, and returns it when no caret follows.
fn quotes(line: &Line<'_>, depth: usize, sink: &mut Sink) -> Step {
    match depth {
        0 | 1 => Step::More,
        _ if line.text.contains('^') => {
            say(sink, "quoted");
            Step::Done
        }
        _ => {
            say(sink, "bare");
            Step::Return
        }
    }
}

#[test]
fn a_line_that_is_returned_is_offered_afresh() {
    let probes = || {
        [
            Probe::new("a", &["BEGIN"], quotes),
            Probe::new("b", &["error"], echo),
        ]
    };
    let quoted = heard(probes(), "BEGIN\nerror in source\n  ^\nerror 2\n");
    assert_eq!(quoted, ["a: quoted", "b: error 2"]);
    let bare = heard(probes(), "BEGIN\nerror 1\nerror 2\n");
    assert_eq!(bare, ["a: bare", "b: error 1", "b: error 2"]);
    let again = heard(probes(), "BEGIN\nBEGIN error 1\nx\n^\n");
    assert_eq!(again, ["a: bare", "a: quoted"]);
}

#[test]
fn a_line_that_is_returned_at_the_end_is_offered_afresh() {
    let probes = [
        Probe::new("a", &["BEGIN"], quotes),
        Probe::new("b", &["error"], echo),
    ];
    assert_eq!(
        heard(probes, "BEGIN\nerror 1\n"),
        ["a: cut off after 2", "b: error 1"]
    );
}

#[test]
fn a_block_that_never_ends_is_finished_with_the_output() {
    let found = heard([Probe::new("a", &["BEGIN"], until_end)], "BEGIN\nx\ny");
    assert_eq!(found, ["a: cut off after 3"]);
}

#[test]
fn a_block_covers_its_lines() {
    let pipeline = pipeline([
        Probe::new("a", &["BEGIN"], until_end),
        Probe::new("b", &["error"], indented),
    ]);
    let parsed = pipeline.parse(b"x\nBEGIN\ny\nEND\nerror\n more\nz\n", None);
    let ranges: Vec<_> = parsed
        .diagnostics
        .iter()
        .map(|d| (d.output.start, d.output.end))
        .collect();
    assert_eq!(ranges, [(2, 14), (14, 26)]);
}

#[test]
fn what_is_said_twice_is_heard_once() {
    let found = heard([Probe::new("a", &["error"], echo)], "error 1\nerror 2\nerror 1\n");
    assert_eq!(found, ["a: error 1", "a: error 2"]);
}

#[test]
fn a_parser_that_panics_is_left_out_and_named() {
    let panics: fn(&Line<'_>, usize, &mut Sink) -> Step = |line, depth, _| {
        assert!(depth < 2, "cannot count to three");
        if line.text.contains("error") || depth > 0 {
            Step::More
        } else {
            Step::Pass
        }
    };
    let probes = [
        Probe::new("a", &["error"], panics),
        Probe::new("b", &["error"], echo),
    ];
    let parsed = pipeline(probes).parse(b"error 1\nerror 2\nerror 3\nerror 4\n", None);
    assert_eq!(
        messages(&parsed),
        ["b: error 1", "b: error 2", "b: error 3", "b: error 4"]
    );
    assert_eq!(parsed.problems.len(), 1);
    assert_eq!(parsed.problems[0].parser, "a");
    assert!(
        parsed.problems[0].message.contains("cannot count to three"),
        "{:?}",
        parsed.problems
    );
}
