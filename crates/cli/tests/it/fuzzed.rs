//! Reports and diagnostics with text of others in each place that takes any, and `unbreak.toml` of others.

use std::fs;

use serde_json::Value;
use unbreak_cli::config::Config;
use unbreak_cli::render::findings::{Ending, Findings, Github, Json, Sarif, Text};
use unbreak_cli::render::html::{self, Timeline};
use unbreak_cli::render::junit::Junit;
use unbreak_cli::render::rdjson::Rdjson;
use unbreak_cli::render::{github, markdown, sarif, story, summary};
use unbreak_core::{Diagnostic, Event, Registry, Report};
use unbreak_fuzz::{Target, files_below, trait_of};

use crate::expect;

/// A line end, what a CI service would take for a command on the next line, markup, and what no XML may hold.
const FORGED: &str = "x\n::forged::y\r::forged::z\u{1b}[2J<script a='\"'>&]]>--\u{ffff}";

/// The elements of the HTML report.
const TAGS: [&str; 27] = [
    "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "main", "header", "section", "article",
    "h1", "h2", "h3", "p", "ul", "ol", "li", "dl", "dt", "dd", "pre", "code", "span", "br", "svg", "text",
];

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn plain(coloured: &str) -> String {
    anstream::adapter::strip_str(coloured).to_string()
}

/// No line is a command that another one wrote, and nothing controls the terminal.
fn assert_harmless(text: &str, what: &str) {
    let forged = text
        .split(['\n', '\r'])
        .find(|line| line.trim_start().starts_with("::forged"));
    assert_eq!(forged, None, "{what}:\n{text}");
    let control = text.chars().find(|c| c.is_control() && !matches!(c, '\n' | '\t'));
    assert_eq!(control, None, "{what}:\n{text:?}");
}

fn show_report(report: &Report) {
    assert_harmless(&plain(&written(|out| summary::render(out, report))), "text");
    assert_harmless(&written(|out| github::report(out, report)), "github");
    let markdown = written(|out| markdown::report(out, report));
    assert!(markdown.starts_with("## unbreak: "), "{markdown}");
    serde_json::from_str::<Value>(&written(|out| sarif::report(out, report))).unwrap();
    assert_own_tags(&written(|out| html::report(out, report, &Timeline::default())));
}

/// No tag is another's.
fn assert_own_tags(html: &str) {
    for tag in html.split('<').skip(1) {
        let name = tag.trim_start_matches('/').split([' ', '>', '\n']).next();
        assert!(TAGS.contains(&name.unwrap_or_default()), "<{tag}");
    }
}

fn assert_xml(xml: &str) {
    let mut reader = quick_xml::Reader::from_str(xml);
    loop {
        match reader.read_event().unwrap() {
            quick_xml::events::Event::Eof => return,
            quick_xml::events::Event::Text(text) => {
                let text: &str = &text;
                assert!(text.chars().all(|c| c >= ' ' || c.is_whitespace()), "{xml}");
            }
            _ => {}
        }
    }
}

fn show_diagnostics(diagnostics: &[Diagnostic]) {
    let formats: [(&str, Box<dyn Findings>); 6] = [
        ("text", Box::new(Text)),
        ("github", Box::new(Github::default())),
        ("json", Box::new(Json::default())),
        ("sarif", Box::new(Sarif::default())),
        ("rdjson", Box::new(Rdjson::default())),
        ("junit", Box::new(Junit::default())),
    ];
    for (name, mut findings) in formats {
        let text = written(|out| {
            diagnostics
                .iter()
                .try_for_each(|diagnostic| findings.found(out, diagnostic, Some("a\n  b\n")))?;
            findings.end(out, &Ending::default())
        });
        match name {
            "junit" => assert_xml(&text),
            "json" | "rdjson" | "sarif" => drop(serde_json::from_str::<Value>(&text).unwrap()),
            _ => assert_harmless(&plain(&text), name),
        }
    }
}

fn show_event(event: &Event) {
    let mut story = story::Story::default();
    let told = written(|out| story.event(out, event, &mut |_: &str| None));
    assert_harmless(&plain(&told), "story");
}

/// The value once for each string in it, with that string made hostile.
fn with_one_hostile(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => vec![Value::String(format!("{text}{FORGED}"))],
        Value::Array(items) => {
            let one = |at: usize| {
                with_one_hostile(&items[at])
                    .into_iter()
                    .map(move |item| (at, item))
            };
            let all = (0..items.len()).flat_map(one);
            all.map(|(at, item)| {
                let mut items = items.clone();
                items[at] = item;
                Value::Array(items)
            })
            .collect()
        }
        Value::Object(fields) => {
            let one = |(key, field): (&String, &Value)| {
                let key = key.clone();
                with_one_hostile(field)
                    .into_iter()
                    .map(move |field| (key.clone(), field))
            };
            let all = fields.iter().flat_map(one);
            all.map(|(key, field)| {
                let mut fields = fields.clone();
                fields.insert(key, field);
                Value::Object(fields)
            })
            .collect()
        }
        _ => Vec::new(),
    }
}

/// The JSON lines or documents of the cases.
fn values(cases: &str, ending: &str) -> Vec<Value> {
    let entries = fs::read_dir(expect::cases(cases)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|found| found == ending));
    let texts = files.map(|path| fs::read_to_string(path).unwrap());
    texts
        .flat_map(|text| {
            serde_json::Deserializer::from_str(&text)
                .into_iter()
                .collect::<Vec<_>>()
        })
        .collect::<Result<_, _>>()
        .unwrap()
}

fn hostile<T: serde::de::DeserializeOwned>(values: &[Value]) -> Vec<T> {
    let all = values.iter().flat_map(with_one_hostile);
    all.filter_map(|value| serde_json::from_value(value).ok())
        .collect()
}

#[test]
fn no_string_of_a_report_forges_a_line() {
    let reports: Vec<Report> = hostile(&values("reports", "json"));
    assert!(reports.len() > 100, "{}", reports.len());
    reports.iter().for_each(show_report);
}

#[test]
fn no_string_of_an_event_forges_a_line() {
    let events: Vec<Event> = hostile(&values("events", "jsonl"));
    assert!(events.len() > 100, "{}", events.len());
    events.iter().for_each(show_event);
}

#[test]
fn no_string_of_a_diagnostic_forges_a_line() {
    let diagnostics: Vec<Diagnostic> = hostile(&values("diagnostics", "jsonl"));
    assert!(diagnostics.len() > 50, "{}", diagnostics.len());
    diagnostics
        .iter()
        .for_each(|diagnostic| show_diagnostics(std::slice::from_ref(diagnostic)));
}

#[test]
fn any_report_and_any_diagnostics_can_be_shown() {
    let reports = expect::cases("reports");
    let diagnostics = expect::cases("diagnostics");
    let mut seeds = files_below(&[&reports, &diagnostics], 8 << 10);
    seeds.retain(|file| file.starts_with(b"{"));
    Target {
        name: "render",
        seeds,
        words: &[
            "\\n::forged::",
            "\\r",
            "\\u001b[2J",
            "\"line\":0",
            "\"column\":4294967295",
            "\"end_line\":1",
            "null",
        ],
        inputs: 2000,
        most_bytes: 16 << 10,
        check: &any,
    }
    .run();
}

fn any(input: &[u8]) -> u64 {
    if let Ok(report) = serde_json::from_slice::<Report>(input) {
        show_report(&report);
        return trait_of((
            1,
            format!("{:?}", report.outcome),
            report.fixed.len(),
            report.remaining.len(),
        ));
    }
    let lines = serde_json::Deserializer::from_slice(input).into_iter();
    let diagnostics: Vec<Diagnostic> = lines.map_while(Result::ok).take(64).collect();
    show_diagnostics(&diagnostics);
    let places = diagnostics.iter().map(|diagnostic| &diagnostic.location);
    trait_of((
        2,
        diagnostics.len(),
        places.filter(|place| place.line.is_some()).count(),
    ))
}

/// Every key there is. Models are written as in `docs/models.md`.
const CONFIGURATION: &str = r#"
[plugins]
off = ["ruff", "strategy:name_fix"]
order = ["suggested_fix"]

[sandbox]
mode = "auto"
net = false
writable = ["~/cache", "../out"]

[options.server_fix]
seconds = 20

[models.small]
provider = "openai"
model = "m"
base_url = "http://127.0.0.1:8080/v1"
key_env = "KEY"
context_tokens = 4096
price_input = 0.25
timeout = "10m"
headers = { x = "y" }
body = { reasoning_effort = "low" }

[models.talk]
provider = "replay"
file = "talk.jsonl"

[models.agent]
provider = "command"
command = ["agent", "-p"]
input = "json"

[model]
tiers = ["small"]
samples = 4
budget_tokens = 100000
budget_cost = 0.5
attempts = 5
replans = 2
hint_share = 0.5
categories = { repeated = "strategic" }
"#;

#[test]
fn any_configuration_is_heeded_or_refused() {
    assert_eq!(configured(CONFIGURATION.as_bytes()), trait_of((1, true)));
    Target {
        name: "config",
        seeds: vec![CONFIGURATION.as_bytes().to_vec()],
        words: &[
            "[models.a]",
            "[[plugins]]",
            "[options.\"\"]",
            "budget_cost = \"none\"",
            "off = [\"parser:\"]",
            "tiers = []",
            "a.b.c = 1",
            "nan",
            "1979-05-27T07:32:00Z",
        ],
        inputs: 3000,
        most_bytes: 4096,
        check: &configured,
    }
    .run();
}

/// An invalid configuration is an error; a valid one is accepted by a registry, or the registry names the error.
fn configured(input: &[u8]) -> u64 {
    let Ok(text) = std::str::from_utf8(input) else {
        return 0;
    };
    match text.parse::<Config>() {
        Ok(config) => {
            let built = config.apply(Registry::builder().with_linked()).build();
            if let Err(error) = &built {
                let message = error.to_string();
                assert!(!message.is_empty() && message.lines().count() == 1, "{message:?}");
            }
            trait_of((1, built.is_ok()))
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty());
            let last = message.lines().last().unwrap_or_default();
            trait_of((
                2,
                error.hint().is_some(),
                last.chars().take(24).collect::<String>(),
            ))
        }
    }
}
