//! Parsers that are files.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use unbreak_core::{ErrorParser, Options};
use unbreak_parsers::Grammar;
use unbreak_parsers::Pipeline;
use unbreak_parsers::declarative::{from_errorformat, from_vscode};

fn found(file: &str, output: &str) -> Value {
    let parser = Grammar::parse(file).unwrap_or_else(|error| panic!("{error}\n{file}"));
    let parsed = Pipeline::new([Arc::new(parser) as _]).parse(output.as_bytes(), None);
    assert!(parsed.problems.is_empty(), "{:?}", parsed.problems);
    let brief = parsed
        .diagnostics
        .iter()
        .filter(|it| it.parser != "fallback")
        .map(|it| {
            json!([
                it.file(),
                it.location.line,
                it.location.column,
                it.location.end_column,
                it.severity,
                it.message
            ])
        });
    Value::Array(brief.collect())
}

#[test]
fn a_project_may_say_otherwise_what_words_mean() {
    let file = with(
        "severity = \"info\"\n[severities]\nOops = \"fatal\"\nHm = \"info\"\n[[line]]\nmatch = '^acme (?P<file>\\S+) (?P<severity>\\S+) (?P<code>\\w+) (?P<message>.+)$'\n",
    );
    let parser = Grammar::parse(&file).unwrap();
    let options = json!({
        "severity": "warning", "type": "build", "severities": {"oops": "error"}, "types": {"T": "type"},
    });
    let options: Options = serde_json::from_value(options).unwrap();
    options.check(parser.options_schema().as_ref()).unwrap();
    let said = |parser: Arc<dyn ErrorParser>| {
        let parsed = Pipeline::new([parser]).parse(
            b"acme a Oops X1 bad\nacme a Hm T1 bad\nacme a Eh X1 worse\n",
            None,
        );
        let brief = parsed
            .diagnostics
            .iter()
            .map(|it| json!([it.severity, it.error_type]));
        Value::Array(brief.collect())
    };
    assert_eq!(
        said(parser.configured(&options).unwrap()),
        json!([["error", "build"], ["info", "type"], ["warning", "build"]])
    );
    assert_eq!(
        said(Arc::new(parser)),
        json!([["fatal", "lint"], ["info", "lint"], ["info", "lint"]])
    );
}

#[test]
fn options_with_values_that_cannot_be_are_refused() {
    let parser = Grammar::parse(&with(
        "[[line]]\nmatch = '^acme (?P<file>.+): (?P<message>.+)$'\n",
    ))
    .unwrap();
    for (name, value) in [
        ("severity", json!("bad")),
        ("types", json!(["A"])),
        ("severities", json!({"a": 1})),
    ] {
        let mut options = Options::default();
        options.set(name, value);
        let refused = parser.configured(&options).err().unwrap().to_string();
        assert!(
            refused.starts_with(&format!("the option '{name}': ")),
            "{refused}"
        );
    }
}

fn with(rules: &str) -> String {
    format!("id = \"acme\"\n{rules}")
}

#[test]
fn rules_of_one_line_and_of_several() {
    let single = with("[[line]]\nmatch = '^(?P<file>[^:]+):(?P<line>\\d+): acme: (?P<message>.+)$'\n");
    assert_eq!(
        found(&single, "x\na.c:3: acme: bad\na.c:4: bad\n"),
        json!([["a.c", 3, null, null, "warning", "bad"]])
    );

    let heading = with(
        r#"
[[block]]
lines = [
    '^(?P<file>\S+)$',
    { many = '^\s+(?P<line>\d+):(?P<column>\d+)\s+(?P<severity>error|warning)\s+(?P<message>.+)$', each = true },
]
"#,
    );
    assert_eq!(
        found(
            &heading,
            "noise\na.js\n  1:2  error  one\n  3:4  warning  two\n\nb.js\n  5:6  error  three\n"
        ),
        json!([
            ["a.js", 1, 2, null, "error", "one"],
            ["a.js", 3, 4, null, "warning", "two"],
            ["b.js", 5, 6, null, "error", "three"],
        ])
    );

    let block = with(
        r#"
[[block]]
lines = [
    '^acme: (?P<message>.+)$',
    { any = '^  \| (?P<message>.+)$' },
    '^  at (?P<file>\S+) (?P<line>\d+)-(?P<end_column>\d+)$',
]
"#,
    );
    assert_eq!(
        found(
            &block,
            "acme: one\n  | two\n  at f 7-9\nacme: lost\nacme: three\n  at g 8-1\n"
        ),
        json!([
            ["f", 7, null, 9, "warning", "one\ntwo"],
            ["g", 8, null, 1, "warning", "three"],
        ])
    );
}

#[test]
fn a_trigger_may_be_tied_to_its_place() {
    let file = with(
        r#"
triggers = [{ text = "E: ", begins_line = true }, { text = "acme:", then = '\d*:\d*:$' }]
[[line]]
match = '^(?:WARN)?E: {file}: {message}$'
[[line]]
match = '^{file}: (?<message>acme:.*)$'
"#,
    );
    assert_eq!(
        found(
            &file,
            "E: a: one\nWARNE: b: two\nc: acme:1:2:\nd: acme:1:2\ne: acme:1:2: x\n"
        ),
        json!([
            ["a", null, null, null, "warning", "one"],
            ["c", null, null, null, "warning", "acme:1:2:"],
        ])
    );
}

#[test]
fn notes_and_marks_belong_to_the_diagnostic_above() {
    let file = with(
        r#"
kind = "compiler"
[[block]]
lines = [
    '^acme: {file}:{line}: {message}$',
    { quoted = "source" },
    { quoted = "marks" },
    { any = '^  note: {file}:{line}: {message}$', note = true },
]
"#,
    );
    let parser = Grammar::parse(&file).expect("a parser");
    let output = b"acme: a.c:3: bad\n  let x = y;\n          ^~\n  note: b.h:7: declared here\nend\n";
    let parsed = Pipeline::new([Arc::new(parser) as _]).parse(output, None);
    let [diagnostic] = &parsed.diagnostics[..] else {
        panic!("{:?}", parsed.diagnostics);
    };
    assert_eq!(
        (diagnostic.location.column, diagnostic.location.end_column),
        (Some(11), Some(13))
    );
    assert_eq!(diagnostic.notes[0].message, "declared here");
    assert_eq!(diagnostic.notes[0].location.file.as_deref(), Some("b.h"));
}

#[test]
fn words_and_numbers_mean_what_the_file_says() {
    let file = with(
        r#"
first_column = 0
first_line = 0
severities = { oops = "fatal" }
types = { "X9" = "syntax" }
[[line]]
match = '^acme (?P<file>\S+) (?P<place>[\d,]+) (?P<severity>\w+) (?P<code>\w+) (?P<message>.+)$'
"#,
    );
    assert_eq!(
        found(&file, "acme a.c 4,0,4,5 Oops X901 bad\n"),
        json!([["a.c", 5, 1, 6, "fatal", "bad"]])
    );
    let parser = Grammar::parse(&file).expect("a parser");
    let parsed = Pipeline::new([Arc::new(parser) as _]).parse(b"acme a.c 4,0 Oops X901 bad\n", None);
    assert_eq!(parsed.diagnostics[0].error_type.as_str(), "syntax");
}

/// Attributes, elements, what is around, what is referred to and what is elsewhere in the report.
#[test]
fn findings_in_xml_are_read_by_their_paths() {
    let file = with(
        r#"
[[xml]]
each = "acme.**.bug"
needs = ["!muted"]
lookup = { each = "acme.rules.rule", by = "id=rule" }
severities = { bad = "error" }
[xml.fields]
file = ["{folder}/{file}", "file", "^unit.name"]
line = "line|'1'"
severity = "grade"
message = "{said|text()} ({#at})"
"#,
    );
    let report = concat!(
        "<?xml version='1.0'?>\n<acme><rules><rule id='r1' grade='bad'/></rules><unit name='u.c'>",
        "<bug rule='r1' line='3' folder='src' file='a.c'>first<at/><at/></bug>",
        "<group><bug file='b.c'><said>second</said></bug></group>",
        "<bug muted='yes'>third</bug><bug rule='r2' line='0'>fourth</bug></unit></acme>\n",
    );
    assert_eq!(
        found(&file, report),
        json!([
            ["src/a.c", 3, null, null, "error", "first (2)"],
            ["b.c", 1, null, null, "warning", "second (0)"],
            ["u.c", null, null, null, "warning", "fourth (0)"],
        ])
    );
    assert_eq!(found(&file, &report.replace("acme", "other")), json!([]));
}

/// The first place is the finding's own, and no note takes what only the finding has.
#[test]
fn notes_and_stacks_come_from_documents() {
    let file = with(
        r#"
[[json]]
each = "bugs.*"
passed = ["state=fine"]
needs = ["state=broken"]
stack = "trace"
foreign = ["/lib/"]
[json.fields]
message = "said"
[[json.note]]
each = "places.*"
skip = 1
says = "also here"
fields = { file = "file", line = "line", message = "said" }
"#,
    );
    let parser = Grammar::parse(&file).expect("a parser");
    let report = r#"{"bugs":[{"state":"fine","said":"no"},{"state":"broken","said":"bad","trace":["/lib/x.rb:1:in `f'","/a/b.rb:4:in `g'"],
        "places":[{"file":"a.rb","line":1},{"file":"b.rb","line":2},{"file":"c.rb","line":3,"said":"there"}]}]}"#;
    let parsed = Pipeline::new([Arc::new(parser) as _]).parse(report.as_bytes(), None);
    assert_eq!(parsed.diagnostics.len(), 1);
    let found = &parsed.diagnostics[0];
    assert_eq!((found.file(), found.location.line), (Some("/a/b.rb"), Some(4)));
    assert_eq!(found.frames.len(), 2);
    let notes = found.notes.iter();
    let notes: Vec<_> = notes.map(|it| (it.message.as_str(), it.location.line)).collect();
    assert_eq!(notes, [("also here", Some(2)), ("there", Some(3))]);
}

#[test]
fn a_file_that_cannot_work_is_refused_with_its_reason() {
    let cases = [
        ("id = \"acme\"", "no [[line]]"),
        ("id = \"A B\"\n[[line]]\nmatch = 'acme'", "id"),
        ("id = \"acme\"\n[[line]]\nmatch = '('", "not a valid pattern"),
        (
            "id = \"acme\"\n[[line]]\nmatch = '^(?P<message>.*)$'",
            "no literal text",
        ),
        (
            "id = \"acme\"\n[[line]]\nmatch = 'acme (x)'\ngroups = { file = 2 }",
            "no group 2",
        ),
        ("id = \"acme\"\n[[line]]\nmatch = 'acme (?<fiel>x)'", "'fiel'"),
        (
            "id = \"acme\"\n[[block]]\nlines = [{ once = 'acme', any = 'x' }]",
            "block 1: line 1: it has one of",
        ),
        ("id = \"acme\"\n[[block]]\nlines = [{ onec = 'acme' }]", "onec"),
        ("id = \"acme\"\n[[block]]\nlines = []", "no lines"),
        ("id = \"acme\"\n[[listing]]\nheading = 'acme'", "[[listing.row]]"),
        ("id = \"acme\"\n[[json]]\neach = '*'", "no key"),
        ("id = \"acme\"\n[[xml]]\nneeds = ['line']", "'each' is the path"),
        (
            "id = \"acme\"\n[[xml]]\neach = 'acme.bug'\nfields = { message = 'a {b' }",
            "xml 1: 'a {b' has a brace",
        ),
        (
            "id = \"acme\"\n[[xml]]\neach = 'acme.bug'\nlookup = { each = 'acme.rule', by = 'id' }",
            "a lookup is 'by'",
        ),
        (
            "id = \"acme\"\ntriggers = [{ text = 'a', then = '(a|bc)' }]\n[[line]]\nmatch = 'acme'",
            "'(a|bc)'",
        ),
        ("id = \"acme\"\nmatsch = 1", "matsch"),
        (
            "id = \"acme\"\nfirst_column = 2\n[[line]]\nmatch = 'acme'",
            "0 or 1",
        ),
    ];
    for (file, reason) in cases {
        let error = Grammar::parse(file).expect_err(file).to_string();
        assert!(error.contains(reason), "{file}\n{error}");
    }
}

#[test]
fn triggers_are_what_a_pattern_cannot_match_without() {
    let cases: [(&str, &[&str]); 6] = [
        (r"^(.+):(\d+): acme: (.+)$", &[": acme: "]),
        (r"^(?:error|warning)\[(\d+)\]: ", &["error[", "warning["]),
        (r"^(\S+) (?i:bad) (\S+)$", &[]),
        (r"^x?(\w+)\.lua:\d", &[".lua:"]),
        (r"^a{3}b+ (acme)?$", &[]),
        (r"^[^:]+: E[0-3]", &[": E0", ": E1", ": E2", ": E3"]),
    ];
    for (pattern, expected) in cases {
        let file = with(&format!("[[line]]\nmatch = '{pattern}'\n"));
        let parser = Grammar::parse(&file).unwrap_or_else(|error| panic!("{pattern}: {error}"));
        let triggers = parser.triggers();
        assert!(!triggers.is_empty(), "{pattern}");
        for text in expected {
            assert!(triggers.contains(text), "{pattern}: {triggers:?}");
        }
    }
}

#[test]
fn the_shipped_parsers_hold_their_examples() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins/declarative");
    let mut failures = String::new();
    let mut number = 0;
    for entry in fs::read_dir(directory).expect("the shipped parsers") {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let parser = Grammar::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let parser: Arc<dyn ErrorParser> = Arc::new(parser);
        for example in parser.descriptor().examples.iter() {
            let parsed = Pipeline::new([Arc::clone(&parser)]).parse(example.input.as_bytes(), None);
            let found = json!(parsed.diagnostics);
            let expected: Value = serde_json::from_str(&example.expected).expect("an expectation");
            if !crate::examples::holds(&expected, &found) {
                let _ = writeln!(failures, "{}: {}\n{found:#}", path.display(), example.title);
            }
        }
        number += 1;
    }
    assert!(number >= 3);
    assert!(failures.is_empty(), "{failures}");
}

proptest::proptest! {
    /// For any file, matcher or errorformat: an answer, and no panic.
    #[test]
    fn nothing_makes_the_readers_panic(text in r#"[\[\](){}?:=!<>\\%"',.*+|^$a-zA-Z0-9 ~&#\n-]{0,60}"#) {
        let quoted = json!({"pattern": {"regexp": text, "file": 1, "message": 2}}).to_string();
        for imported in [from_vscode(&quoted, "m"), from_vscode(&text, "m")].into_iter().flatten().flatten() {
            proptest::prop_assert!(Grammar::parse(&imported.text).is_ok(), "{}", imported.text);
        }
        if let Ok(imported) = from_errorformat(&text, "e") {
            proptest::prop_assert!(Grammar::parse(&imported.text).is_ok(), "{}", imported.text);
        }
        let file = with(&format!("[[line]]\nmatch = {}\n", json!(text)));
        if let Ok(parser) = Grammar::parse(&file) {
            Pipeline::new([Arc::new(parser) as _]).parse(text.as_bytes(), None);
        }
        let _ = Grammar::parse(&text);
    }
}
