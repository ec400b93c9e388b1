//! Decorations of terminals and CI systems are removed before a parser sees a line.

use crate::probe::{Probe, echo, heard, pipeline};

/// The text that a parser sees of a line with MARK.
fn shown(raw: &[u8]) -> Option<String> {
    let parsed = pipeline([Probe::new("p", &["MARK"], echo)]).parse(raw, None);
    let first = parsed.diagnostics.into_iter().next()?;
    (first.parser == "p").then_some(first.message)
}

#[test]
fn prefixes_are_removed() {
    const PREFIXES: [&str; 37] = [
        "2024-05-22T12:43:46.9626464Z ##[error]",
        "##[warning]",
        "2024-05-22T12:43:46.9626464Z ",
        "2024-05-22T12:43:46Z ",
        "2024-05-22T12:43:46.962+02:00 ",
        "2024-05-22T12:43:46.962646Z 00O ",
        "2024-05-22T12:43:46.962646Z 01E+",
        "[2024-05-22T12:43:46.962Z] ",
        "[task 2024-05-22T12:43:46.962Z] ",
        "12:43:46  ",
        "12:43:46.962 ",
        "    [javac] ",
        "[javac] ",
        "     [exec] ",
        "#12 3.456 ",
        "web-1  | ",
        "project_web_1 | ",
        "database  | ",
        "_bk;t=1700000000000\u{7}",
        "\u{1b}_bk;t=1700000000000\u{7}",
        "build\tRun tests\t2024-05-22T12:43:46.9626464Z ",
        "\u{feff}",
        "2024-05-22T12:43:46.9626464Z web-1  | ",
        "section_start:1716381826:build\r\u{1b}[0K",
        "10 %\r50 %\r",
        "\u{1b}[2K\u{1b}[1G",
        "    [mxmlc] ",
        "[12:43:46] ",
        "[12:43:46]E: ",
        "[12:43:46] :\t [Step 1/3] ",
        "[0] ",
        "(12:43:46) ",
        "+build | ",
        "web:build: ",
        "@acme/web:type-check: ",
        "packages/web test: ",
        "2024-05-22T12:43:46.9626464Z web:build: ",
    ];
    for prefix in PREFIXES {
        let found = shown(format!("{prefix}MARK a.py:1:2\n").as_bytes());
        assert_eq!(found.as_deref(), Some("MARK a.py:1:2"), "after {prefix:?}");
    }
}

#[test]
fn what_only_looks_like_a_prefix_stays() {
    const LINES: [&str; 16] = [
        "2024-05-22 12:43:46,962 MARK a program's own log",
        "2024-05-22T12:43:46 MARK no zone",
        " 12 | MARK source",
        "12 | MARK source",
        "[INFO] MARK maven",
        "[ 50%] MARK progress",
        "a | MARK prose",
        "C:\\work\\a b.py:1: MARK",
        "  --> src/main.rs:1:5 MARK",
        "#12 MARK",
        "12:43 MARK",
        "a.py:12:43: MARK",
        "main.c:12: MARK",
        "ld: build: MARK",
        "[123] MARK",
        "(12:43) MARK",
    ];
    for line in LINES {
        assert_eq!(shown(line.as_bytes()).as_deref(), Some(line));
    }
}

#[test]
fn escape_sequences_are_removed() {
    const LINES: [&str; 8] = [
        "\u{1b}[31mMARK\u{1b}[0m x",
        "M\u{1b}[1;31mA\u{1b}[mRK x",
        "\u{1b}]8;;file:///a.py\u{7}MARK\u{1b}]8;;\u{7} x",
        "\u{1b}]8;;file:///a.py\u{1b}\\MARK\u{1b}]8;;\u{1b}\\ x",
        "\u{1b}(B\u{1b}[mMARK x",
        "\u{1b}[38;2;255;100;0mMARK x\u{1b}[K",
        "\u{1b}PMARK\u{1b}\\MARK x",
        "\u{1b}=MARK x\u{1b}",
    ];
    for line in LINES {
        assert_eq!(shown(line.as_bytes()).as_deref(), Some("MARK x"), "{line:?}");
    }
}

#[test]
fn an_unfinished_escape_sequence_swallows_nothing() {
    assert_eq!(shown(b"\x1b]8;;MARK x\nnext\n").as_deref(), Some("8;;MARK x"));
    assert_eq!(shown(b"MARK x\x1b[").as_deref(), Some("MARK x"));
}

#[test]
fn line_ends_and_invalid_text_do_no_harm() {
    assert_eq!(shown(b"MARK x\r\n").as_deref(), Some("MARK x"));
    assert_eq!(shown(b"MARK x\r\r\n").as_deref(), Some("MARK x"));
    assert_eq!(
        shown(b"caf\xe9 MARK \xff\n").as_deref(),
        Some("caf\u{fffd} MARK \u{fffd}")
    );
    assert_eq!(
        shown(b"MARK without an end").as_deref(),
        Some("MARK without an end")
    );
}

#[test]
fn text_overwritten_by_a_carriage_return_is_not_shown() {
    assert_eq!(shown(b"MARK 10 %\rdone\n"), None);
    assert_eq!(
        heard([Probe::new("p", &["done"], echo)], "MARK 10 %\rdone\n"),
        ["p: done"]
    );
}

#[test]
fn ranges_point_at_the_output_as_it_was() {
    let output = "first\n2024-05-22T12:43:46.9626464Z \u{1b}[31mMARK\u{1b}[0m\r\nlast\n";
    let parsed = pipeline([Probe::new("p", &["MARK"], echo)]).parse(output.as_bytes(), None);
    let range = parsed.diagnostics[0].output;
    let found =
        &output[usize::try_from(range.start).expect("small")..usize::try_from(range.end).expect("small")];
    assert_eq!(found, "2024-05-22T12:43:46.9626464Z \u{1b}[31mMARK\u{1b}[0m\r\n");
}
