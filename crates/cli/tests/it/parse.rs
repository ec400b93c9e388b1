//! `unbreak parse`, from its standard input to its exit code.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{program, unbreak, unbreak_with_input};

const SOURCE: &str = "import os\n\ndef total(xs)\n    return sum(xs)\n";

/// The output of Python 3.13.
const OUTPUT: &str = "  File \"/home/dev/project/src/a.py\", line 3\n    def total(xs)\n                 ^\nSyntaxError: expected ':'\n";

/// A workspace that holds the source.
fn workspace() -> TempDir {
    let directory = TempDir::new().unwrap();
    fs::create_dir(directory.path().join("src")).unwrap();
    fs::write(directory.path().join("src/a.py"), SOURCE).unwrap();
    directory
}

fn objects(jsonl: &str) -> Vec<Value> {
    jsonl
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn an_error_is_one_object_with_its_source() {
    let directory = workspace();
    let ran = unbreak_with_input(directory.path(), &["parse"], OUTPUT.as_bytes());
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let [error] = objects(&ran.stdout).try_into().unwrap();
    let expected = [
        ("type", "syntax"),
        ("severity", "fatal"),
        ("message", "expected ':'"),
        ("file", "src/a.py"),
    ];
    for (key, value) in expected {
        assert_eq!(error[key], value, "{error}");
    }
    assert_eq!((&error["line"], &error["column"]), (&3.into(), &14.into()));
    assert!(
        error["snippet"]
            .as_str()
            .unwrap()
            .contains(">>> 3 | def total(xs)"),
        "{error}"
    );
}

#[test]
fn standard_input_and_a_file_are_read_alike() {
    let directory = workspace();
    fs::write(directory.path().join("log"), OUTPUT).unwrap();
    let from_input = unbreak_with_input(directory.path(), &["parse", "-"], OUTPUT.as_bytes());
    let from_file = unbreak(directory.path(), &["parse", "log"]);
    assert_eq!(from_input.stdout, from_file.stdout);
    assert_eq!(from_file.code, 1);
}

#[test]
fn paths_are_given_relative_to_the_root_wherever_one_stands() {
    let directory = workspace();
    let elsewhere = TempDir::new().unwrap();
    let root = directory.path().to_str().unwrap();
    let ran = unbreak_with_input(elsewhere.path(), &["parse", "--root", root], OUTPUT.as_bytes());
    assert_eq!(objects(&ran.stdout)[0]["file"], "src/a.py");
    let inside = directory.path().join("src");
    let output = OUTPUT.replace("/home/dev/project/src/", "");
    let ran = unbreak_with_input(&inside, &["parse", "--root", ".."], output.as_bytes());
    assert_eq!(objects(&ran.stdout)[0]["file"], "src/a.py");
}

#[test]
fn text_shows_the_source_with_the_place_marked() {
    let directory = workspace();
    let ran = unbreak_with_input(
        directory.path(),
        &["parse", "--format", "text"],
        OUTPUT.as_bytes(),
    );
    assert!(
        ran.stdout.contains("3 | def total(xs)\n  |              ^\n"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains('\u{1b}'), "{:?}", ran.stdout);
    assert!(
        ran.stdout.ends_with("1 error in 4 lines of output\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn colours_are_there_when_asked_for_and_only_then() {
    let directory = workspace();
    let coloured = |args: &[&str], variables: &[(&str, &str)]| {
        let mut command = program(directory.path());
        fs::write(directory.path().join("log"), OUTPUT).unwrap();
        command
            .args(["parse", "log", "--format", "text"])
            .args(args)
            .envs(variables.iter().copied());
        command.output().unwrap().stdout.contains(&0x1b)
    };
    assert!(!coloured(&[], &[]));
    assert!(coloured(&["--color", "always"], &[]));
    assert!(coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&["--no-color"], &[("CLICOLOR_FORCE", "1")]));
    assert!(!coloured(&[], &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "0")]));
}

#[test]
fn every_format_is_well_formed() {
    let directory = workspace();
    let run = |format| {
        unbreak_with_input(
            directory.path(),
            &["parse", "--format", format],
            OUTPUT.as_bytes(),
        )
    };
    let json: Value = serde_json::from_str(&run("json").stdout).unwrap();
    assert_eq!(json["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!(json["summary"]["fatal"], 1);
    let sarif: Value = serde_json::from_str(&run("sarif").stdout).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "SyntaxError");
    let github = run("github").stdout;
    assert!(
        github.starts_with("::error file=src/a.py,line=3,col=14,title=SyntaxError::expected ':'\n"),
        "{github}"
    );
}

#[test]
fn a_failure_with_nothing_but_warnings_is_told_as_such() {
    let directory = workspace();
    let ran = unbreak_with_input(
        directory.path(),
        &["parse", "--exit-code", "3"],
        b"shop.py:1:1: W291 trailing whitespace\n",
    );
    assert_eq!(objects(&ran.stdout).len(), 1);
    let told =
        "the command failed (exit code 3), and nothing worse than a warning was recognised in its output\n";
    assert_eq!(ran.stderr, told);
}

#[test]
fn a_failure_without_a_known_cause_is_told_as_such() {
    let directory = workspace();
    for (output, objects_written) in [("", 0), ("the moon is full\n", 1)] {
        let ran = unbreak_with_input(
            directory.path(),
            &["parse", "--exit-code", "3"],
            output.as_bytes(),
        );
        assert_eq!(ran.code, 1);
        assert_eq!(objects(&ran.stdout).len(), objects_written);
        let told = "the command failed (exit code 3), and nothing in its output was recognised\n";
        assert_eq!(ran.stderr, told);
    }
}

#[test]
fn nothing_wrong_ends_with_0() {
    let directory = workspace();
    let ran = unbreak_with_input(directory.path(), &["parse", "--exit-code", "0"], b"all is well\n");
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
}

#[test]
fn what_a_command_survived_is_a_warning() {
    let directory = workspace();
    let log =
        b"ERROR:root:not loaded\nTraceback (most recent call last):\n  File \"/x/shop.py\", line 9, in load\n    raise ValueError(\"bad\")\nValueError: bad\n";
    for (exit, severity) in [("0", "warning"), ("1", "error")] {
        let ran = unbreak_with_input(directory.path(), &["parse", "--exit-code", exit], log);
        assert_eq!(objects(&ran.stdout)[0]["severity"], severity, "{exit}");
    }
}

#[test]
fn one_parser_can_be_asked_alone() {
    let directory = workspace();
    let ran = unbreak_with_input(
        directory.path(),
        &["parse", "--from", "traceback"],
        OUTPUT.as_bytes(),
    );
    assert_eq!(objects(&ran.stdout)[0]["parser"], "traceback");
    let ran = unbreak_with_input(
        directory.path(),
        &["parse", "--from", "pytest"],
        OUTPUT.as_bytes(),
    );
    assert_eq!(objects(&ran.stdout)[0]["type"], "unknown");
}

#[test]
fn wrong_usage_ends_with_2() {
    let directory = workspace();
    for (args, told) in [
        (["parse", "--from", "traceback1"], "did you mean 'traceback'?"),
        (
            ["parse", "--root", "nowhere"],
            "nowhere cannot be used as a workspace",
        ),
        (
            ["parse", "--exit-code", "x"],
            "invalid value 'x' for '--exit-code <N>'",
        ),
        (
            ["parse", "--format", "xml"],
            "[possible values: jsonl, json, text, sarif, github, junit, rdjson]",
        ),
        (["parse", "--quiet", "nowhere"], "nowhere cannot be read"),
        (["parse", "--quiet", "src"], "src cannot be read"),
    ] {
        let ran = unbreak(directory.path(), &args);
        assert_eq!(ran.code, 2, "{args:?}");
        assert!(ran.stderr.contains(told), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn any_bytes_can_be_read() {
    let directory = workspace();
    let bytes: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    let ran = unbreak_with_input(directory.path(), &["parse"], &bytes);
    assert!(ran.code < 2, "{}: {}", ran.code, ran.stderr);
}

/// A reader that has seen enough closes the pipe: that is not an error.
#[test]
fn a_closed_pipe_ends_it_quietly() {
    let directory = workspace();
    let mut log = fs::File::create(directory.path().join("log")).unwrap();
    for number in 0..20_000 {
        log.write_all(
            OUTPUT
                .replace("expected", &format!("expected {number}"))
                .as_bytes(),
        )
        .unwrap();
    }
    let mut command = program(directory.path());
    let mut child = command
        .args(["parse", "log"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(first.contains("expected 0 ':'"), "{first}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(output.status.code(), Some(1));
}

/// Findings are reported at once, not at the end of the log.
#[test]
fn a_log_that_grows_is_followed() {
    let directory = workspace();
    let mut command = program(directory.path());
    let mut child = command
        .arg("parse")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // The line after a message shows that it is over.
    stdin
        .write_all(format!("{OUTPUT}\nmore to come\n").as_bytes())
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert!(line.contains("expected ':'"), "{line}");
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Names in a log, and the corresponding file of the workspace, if any.
const NAMED: &[(&str, Option<&str>)] = &[
    ("src/a.py", Some("src/a.py")),
    ("./src/a.py", Some("src/a.py")),
    ("src//a.py", Some("src/a.py")),
    ("src/ü.py", Some("src/ü.py")),
    ("/home/dev/project/src/a.py", Some("src/a.py")),
    ("/home/dev/project/gone/src/a.py", Some("src/a.py")),
    ("src/gone.py", None),
    ("gone/a.py", None),
    ("gone/deep/down/a.py", None),
    ("src/a.py/b.py", None),
    ("src/package.py", None),
    ("/home/dev/gone/b.py", None),
];

#[test]
fn files_that_are_there_are_told_from_those_that_are_not() {
    let directory = workspace();
    fs::write(directory.path().join("src/ü.py"), SOURCE).unwrap();
    fs::create_dir(directory.path().join("src/package.py")).unwrap();
    for (printed, file) in NAMED {
        // All of them first, so that what is remembered is asked.
        let log: String = NAMED
            .iter()
            .map(|(name, _)| format!("{name}:1:8: F401 'os' imported but unused\n"))
            .chain([format!(
                "{printed}:3:1: F811 redefinition of unused 'x' from line 1\n"
            )])
            .collect();
        let ran = unbreak_with_input(directory.path(), &["parse"], log.as_bytes());
        let found = objects(&ran.stdout);
        let last = found.last().unwrap();
        assert_eq!(last["code"], "F811", "{printed}");
        assert_eq!(last["snippet"].is_string(), file.is_some(), "{printed}: {last}");
        if let Some(file) = file {
            assert_eq!(last["file"], *file, "{printed}");
        }
    }
}
