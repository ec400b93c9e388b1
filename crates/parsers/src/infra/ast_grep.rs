//! ast-grep.

use serde_json::Value;
use unbreak_core::{
    Applicability, Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, Sink, SuggestedEdit,
    Suggestion, register_parser,
};

use crate::format::{self, Flow, Format, Open, severity};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            "error[",
            "warning[",
            "note[",
            "help[",
            "info[",
            "hint[",
            "\"ruleId\""
        ]
    )
    .priority(1)
    .block(begin, follow)
    .json(read)
);

const DOCS: &str = r#"
## What it understands

A rule with a fix: the file's name, `error[rule]: message` below it, and below that a diff with line numbers.
Rules without a fix are drawn as rustc draws, and `--report-style short` is as any compiler's. `--json`, in
all its styles: places count from 0, and a `replacement` becomes a suggestion.

## Versions seen

ast-grep 0.51.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a rule with a fix",
        "src/a.py
error[no-eval]: Do not use eval
@@ -0,6 +0,6 @@
1 1│ import os
2 2│ def f(x):
3  │-    eval(x)
  3│+    print(x)
4 4│     return 0
Note:
print it

",
        r#"[{"type": "lint", "severity": "error", "code": "no-eval", "file": "src/a.py", "line": 3, "message": "Do not use eval"}]"#,
    ),
    Example::new(
        "JSON",
        r#"[{"text":"eval(x)","range":{"byteOffset":{"start":24,"end":31},"start":{"line":2,"column":4},"end":{"line":2,"column":11}},"file":"src/a.py","lines":"    eval(x)","charCount":{"leading":4,"trailing":0},"replacement":"print(x)","replacementOffsets":{"start":24,"end":31},"language":"Python","ruleId":"no-eval","severity":"error","note":null,"message":"Do not use eval"}]
"#,
        r#"[{"severity": "error", "code": "no-eval", "file": "src/a.py", "line": 3, "column": 5, "end_line": 3, "end_column": 12,
             "suggestions": [{"edits": [{"line": 3, "column": 5, "end_column": 12, "replacement": "print(x)"}]}]}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("ast-grep", "ast-grep", DOCS, &[], &EXAMPLES);

/// `error[rule]: message` below the name of a file.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (label, rest) = line.text.split_once('[')?;
    let (rule, message) = rest.split_once("]: ")?;
    let file = line.back(1).filter(|file| is_file(file))?;
    let severity = severity::word(label)?;
    let diagnostic = Diagnostic::new(ErrorType::Lint, severity, message).with_code(rule);
    Some(diagnostic.at(Location::file(file)))
}

/// Whether the line is nothing but the name of a file with an ending.
fn is_file(line: &str) -> bool {
    let name = line.rsplit('/').next().unwrap_or(line);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_ending = !ending.is_empty() && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_ending && !line.contains(' ')
}

/// The diff, and the rule's other text.
fn follow(open: &mut Open, line: &str) -> Flow {
    if line.starts_with("@@ ") {
        return Flow::Taken;
    }
    if let Some((numbers, source)) = line.split_once('│') {
        return quoted(open, numbers, source);
    }
    match line {
        "" => Flow::Last,
        "Note:" => Flow::Taken,
        note if open.previous == "Note:" => {
            open.diagnostic.advice = Some(note.to_owned());
            Flow::Taken
        }
        _ => Flow::Over,
    }
}

/// `3  │-    eval(x)`: the first line that goes is the one in question.
fn quoted(open: &mut Open, numbers: &str, source: &str) -> Flow {
    let mut numbers = numbers.split_whitespace().map(str::parse::<u32>);
    let Some(Ok(number)) = numbers.next() else {
        return Flow::Over;
    };
    if source.starts_with('-') {
        open.diagnostic.location.line.get_or_insert(number);
    }
    Flow::Taken
}

fn read(value: &Value, sink: &mut Sink) -> bool {
    let findings: Vec<_> = match value {
        Value::Array(items) => items.iter().filter_map(finding).collect(),
        value => finding(value).into_iter().collect(),
    };
    let is_report = !findings.is_empty();
    findings.into_iter().for_each(|finding| sink.emit(finding));
    is_report
}

/// A match of a rule; a match of a pattern on the command line has none, and is not a finding.
fn finding(value: &Value) -> Option<Diagnostic> {
    value.get("charCount")?;
    let rule = value["ruleId"].as_str()?;
    let severity = severity::word(value["severity"].as_str()?).unwrap_or(Severity::Info);
    let place = location(value)?;
    let message = value["message"].as_str().filter(|message| !message.is_empty());
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message.unwrap_or(rule)).with_code(rule);
    diagnostic.advice = value["note"].as_str().map(str::to_owned);
    let replacement = value["replacement"].as_str().map(|replacement| Suggestion {
        title: "ast-grep's fix".to_owned(),
        applicability: Applicability::MaybeIncorrect,
        edits: vec![SuggestedEdit {
            location: place.clone(),
            replacement: replacement.to_owned(),
        }],
    });
    // The replaced range may be larger than the match.
    let same = value["replacementOffsets"] == value["range"]["byteOffset"];
    diagnostic.suggestions = replacement.filter(|_| same).into_iter().collect();
    Some(diagnostic.at(place))
}

fn location(value: &Value) -> Option<Location> {
    let number = |value: &Value| u32::try_from(value.as_u64()? + 1).ok();
    let (start, end) = (&value["range"]["start"], &value["range"]["end"]);
    let place = Location::column(
        value["file"].as_str()?,
        number(&start["line"])?,
        number(&start["column"])?,
    );
    Some(place.until(number(&end["line"])?, number(&end["column"])?))
}
