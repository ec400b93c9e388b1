//! The renderers, on data.

use std::fs;
use std::sync::Arc;

use proptest::prelude::*;
use unbreak_cli::render::findings::{Ending, Findings, Github, Json, Sarif, Summary, Text};
use unbreak_cli::render::html::{self, Timeline};
use unbreak_cli::render::junit::Junit;
use unbreak_cli::render::rdjson::Rdjson;
use unbreak_cli::render::{github, jsonl, markdown, sarif, snippet, story, summary, svg};
use unbreak_core::{Diagnostic, ErrorType, Event, Location, Report, Severity};

use crate::expect;

/// Every line that the cases point to is in this folder.
fn source(file: &str) -> Option<Arc<str>> {
    let path = expect::cases("workspace").join(file);
    fs::read_to_string(path).ok().map(Arc::from)
}

fn plain(coloured: &[u8]) -> String {
    anstream::adapter::strip_str(std::str::from_utf8(coloured).unwrap()).to_string()
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out).unwrap();
    out
}

fn utf8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn diagnostics_in_every_format() {
    expect::check("diagnostics", "jsonl", |input| {
        let diagnostics: Vec<Diagnostic> = input
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let text = rendered(Box::new(Text), &diagnostics);
        vec![
            (".txt", plain(text.as_bytes())),
            (".json", rendered(Box::new(Json::default()), &diagnostics)),
            (".sarif", rendered(Box::new(Sarif::default()), &diagnostics)),
            (".github", rendered(Box::new(Github::default()), &diagnostics)),
            (".rdjson", rendered(Box::new(Rdjson::default()), &diagnostics)),
            (
                ".xml",
                timeless(&rendered(Box::new(Junit::default()), &diagnostics)),
            ),
        ]
    });
}

fn rendered(mut findings: Box<dyn Findings>, diagnostics: &[Diagnostic]) -> String {
    let mut out = Vec::new();
    for diagnostic in diagnostics {
        let source = diagnostic.file().and_then(source);
        findings.found(&mut out, diagnostic, source.as_deref()).unwrap();
    }
    let mut summary = Summary {
        bytes: 4096,
        lines: 64,
        ..Summary::default()
    };
    diagnostics.iter().for_each(|diagnostic| summary.add(diagnostic));
    findings
        .end(
            &mut out,
            &Ending {
                problems: Vec::new(),
                summary,
            },
        )
        .unwrap();
    utf8(out)
}

/// A page without its head, which is the same for every report but for the title.
fn body(page: &str) -> String {
    let (_, body) = page.split_once("</head>\n").unwrap();
    body.to_owned()
}

#[test]
fn reports_in_every_format() {
    expect::check("reports", "json", |input| {
        let report: Report = serde_json::from_str(input).unwrap();
        vec![
            (".txt", plain(&written(|out| summary::render(out, &report)))),
            (".md", utf8(written(|out| markdown::report(out, &report)))),
            (".sarif", utf8(written(|out| sarif::report(out, &report)))),
            (".github", utf8(written(|out| github::report(out, &report)))),
            (
                ".html",
                body(&utf8(written(|out| {
                    html::report(out, &report, &Timeline::default())
                }))),
            ),
        ]
    });
}

/// JUnit XML with the time at which it was written left out.
fn timeless(xml: &str) -> String {
    let (before, rest) = xml.split_once("timestamp=\"").unwrap();
    let (_, after) = rest.split_once('"').unwrap();
    format!("{before}timestamp=\"\"{after}")
}

#[test]
fn events_as_a_story() {
    expect::check("events", "jsonl", |input| {
        let mut story = story::Story::default();
        let mut told = Vec::new();
        for line in input.lines() {
            let event: Event = serde_json::from_str(line).unwrap();
            story.event(&mut told, &event, &mut source).unwrap();
        }
        vec![(".txt", plain(&told))]
    });
}

#[test]
fn a_line_of_a_run_is_what_was_read_from_it() {
    let input = fs::read_to_string(expect::cases("events").join("repair.jsonl")).unwrap();
    for line in input.lines() {
        let event: Event = serde_json::from_str(line).unwrap();
        let again = utf8(written(|out| jsonl::event(out, &event)));
        let again: serde_json::Value = serde_json::from_str(&again).unwrap();
        assert_eq!(again, serde_json::from_str::<serde_json::Value>(line).unwrap());
    }
}

#[test]
fn the_last_line_of_a_run_is_its_report() {
    let input = fs::read_to_string(expect::cases("reports").join("fixed.json")).unwrap();
    let report: Report = serde_json::from_str(&input).unwrap();
    let line = utf8(written(|out| jsonl::report(out, &report)));
    assert!(line.starts_with(r#"{"event":"report","run_id":"#), "{line}");
    assert_eq!(serde_json::from_str::<Report>(&line).unwrap(), report);
}

#[test]
fn the_keys_of_a_diagnostic_come_in_the_specified_order() {
    let location = Location::column("a.py", 3, 5).until(3, 9);
    let diagnostic = Diagnostic::new(ErrorType::Type, Severity::Error, "m")
        .with_code("c")
        .at(location);
    let line = utf8(written(|out| jsonl::diagnostic(out, &diagnostic)));
    let keys = [
        "parser",
        "type",
        "severity",
        "code",
        "message",
        "file",
        "line",
        "column",
        "end_line",
        "end_column",
    ];
    let places: Vec<usize> = keys
        .iter()
        .map(|key| line.find(&format!("\"{key}\":")).unwrap())
        .collect();
    assert!(places.is_sorted(), "{line}");
}

#[test]
fn control_characters_reach_no_terminal() {
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Error, "a\u{1b}[2Jb\u{7}\u{202e}c");
    diagnostic.location = Location::line("x\u{1b}]0;title\u{7}.py", 1);
    diagnostic.code = Some("E\u{9b}1m".to_owned());
    let text = plain(&written(|out| {
        snippet::render(out, &diagnostic, Some("\u{1b}[31mred\u{202e}\n"))
    }));
    let control = |c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!text.contains(control), "{text:?}");
}

proptest! {
    /// Tools name places that are not there, in files that have changed since.
    #[test]
    fn any_place_in_any_source_can_be_shown(
        source in "[ -~äあ😀\u{301}\t\r\n]{0,60}",
        line in proptest::option::of(0u32..6), column in proptest::option::of(0u32..20),
        end_line in proptest::option::of(0u32..8), end_column in proptest::option::of(0u32..20),
    ) {
        let mut diagnostic = Diagnostic::new(ErrorType::Type, Severity::Error, "message");
        diagnostic.location = Location { file: Some("a.py".to_owned()), line, column, end_line, end_column };
        let text = plain(&written(|out| snippet::render(out, &diagnostic, Some(&source))));
        prop_assert!(text.contains("message") && text.contains("a.py"));
    }
}

#[test]
fn columns_for_reviewdog_count_bytes() {
    let mut diagnostic = Diagnostic::new(ErrorType::Type, Severity::Error, "undefined name 'x'");
    diagnostic.location = Location::column("a.py", 2, 6).until(2, 9);
    let text = utf8(written(|out| {
        let mut findings = Rdjson::default();
        findings.found(out, &diagnostic, Some("a\näöü = x\u{1f600}\n"))?;
        findings.end(out, &Ending::default())
    }));
    let result: serde_json::Value = serde_json::from_str(&text).unwrap();
    let range = &result["diagnostics"][0]["location"]["range"];
    assert_eq!(range["start"], serde_json::json!({ "line": 2, "column": 9 }));
    assert_eq!(range["end"], serde_json::json!({ "line": 2, "column": 15 }));
}

#[test]
fn a_run_tells_its_time_line_in_html() {
    let events = fs::read_to_string(expect::cases("events").join("repair.jsonl")).unwrap();
    let mut timeline = Timeline::default();
    for line in events.lines() {
        timeline.add(&serde_json::from_str(line).unwrap());
    }
    let report = fs::read_to_string(expect::cases("reports").join("fixed.json")).unwrap();
    let report: Report = serde_json::from_str(&report).unwrap();
    let page = utf8(written(|out| html::report(out, &report, &timeline)));
    let head = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
    assert!(page.starts_with(head), "{page}");
    assert!(page.contains("<title>unbreak: "), "{page}");
    assert!(
        page.contains("What happened") && page.contains("run 1:"),
        "{page}"
    );
    assert!(!page.contains("<script") && !page.contains("http"), "{page}");
}

#[test]
fn pictures_are_xml_and_show_what_was_found() {
    let bisection = serde_json::json!({
        "first_bad": { "id": "0123456789abcdef", "summary": "Break <it> & leave" },
        "confidence": 0.998,
        "commits": 8,
        "runs": [
            { "commit": "fedcba9876543210", "verdict": "good", "duration_ms": 40 },
            { "commit": "0123456789abcdef", "verdict": "bad", "duration_ms": 400 },
            { "commit": "8888888888888888", "verdict": "skip", "duration_ms": 0 },
        ],
    });
    let picture = utf8(written(|out| svg::bisect(out, &bisection)));
    for part in [
        "Break &lt;it&gt; &amp; leave",
        "99 % confidence",
        "0123456789 bad ◀",
        "8888888888 skip",
    ] {
        assert!(picture.contains(part), "{part} is missing in {picture}");
    }
    let empty = utf8(written(|out| svg::bisect(out, &serde_json::json!({}))));
    assert!(empty.contains("no single commit was found"), "{empty}");
}

#[test]
fn a_failure_that_nothing_explains_is_never_called_a_success() {
    let exit = Some(unbreak_core::ExitState::Code(3));
    let ending = Ending {
        summary: Summary {
            exit,
            ..Summary::default()
        },
        ..Ending::default()
    };
    let formats: [Box<dyn Findings>; 5] = [
        Box::new(Text),
        Box::new(Sarif::default()),
        Box::new(Github::default()),
        Box::new(Rdjson::default()),
        Box::new(Junit::default()),
    ];
    for mut findings in formats {
        let text = plain(&written(|out| findings.end(out, &ending)));
        let verdict = "the command failed (exit code 3), and nothing in its output was recognised";
        assert!(text.contains(verdict), "{text}");
    }
}
