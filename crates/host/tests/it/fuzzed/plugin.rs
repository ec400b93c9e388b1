//! Messages of plug-ins, and the frames that they come in.

use std::collections::BTreeSet;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};
use unbreak_core::{
    Analysis, Command, Confidence, Diagnostic, ErrorType, FixContext, Location, Registry, Severity,
    Workspace as _,
};
use unbreak_fuzz::{Target, trait_of};
use unbreak_host::plugins::{
    CallLimits, Candidate, Capability, Gate, Grants, Isolation, LoadOptions, Verdict, load,
};
use unbreak_host::runner::{Limits, ProcessRunner};
use unbreak_host::{Agent, CancelToken, ToolOptions};
use unbreak_parsers::Pipeline;

use crate::workspace::Place;

/// Between the frames of an input. JSON cannot hold it.
const NEXT: u8 = 0x1e;

const MANIFEST: &str = "id = \"fuzzed\"\nversion = \"0.1.0\"\nkind = \"library\"\nprotocol = 1\nlibrary = \"fuzzed\"\n\
    provides = [\"parser:fuzzed\", \"strategy:fuzzed\", \"tool:fuzzed\"]\n";

/// Says what is in its library, whatever it is asked, and listens to the end.
const CHILD: &str = "#!/bin/sh\ncat \"$2\"\ncat > /dev/null\n";

/// A line for the parser.
const OUTPUT: &[u8] = b"before\nprovoke a.py:3\nafter\n";

/// Trusts each plug-in with reading.
struct Everybody;

impl Gate for Everybody {
    fn decide(&mut self, _: &Candidate, _: bool) -> Verdict {
        Verdict::Trust(Isolation::Child, Grants::from_iter([Capability::Read]))
    }
}

/// A plug-in whose process says what an input holds.
struct Stranger {
    place: Place,
    home: tempfile::TempDir,
    library: PathBuf,
    program: PathBuf,
    runtime: tokio::runtime::Runtime,
}

/// The understood part of a plug-in's messages.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Understood {
    problems: Vec<String>,
    diagnostics: usize,
    fixes: Option<usize>,
    applied: usize,
    called: bool,
}

impl Stranger {
    fn new() -> Self {
        let home = tempfile::tempdir().unwrap();
        let directory = home.path().join("fuzzed");
        fs::create_dir(&directory).unwrap();
        fs::write(directory.join("plugin.toml"), MANIFEST).unwrap();
        let program = home.path().join("child");
        fs::write(&program, CHILD).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Self {
            place: Place::with(&[("a.py", "one = 1\n")]),
            library: directory.join(format!("{DLL_PREFIX}fuzzed{DLL_SUFFIX}")),
            program,
            home,
            runtime: tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap(),
        }
    }

    /// For any output of the process, the host understands it or names the error, and the workspace is unchanged.
    fn check(&self, input: &[u8]) -> u64 {
        // What is missing is not waited for.
        let soon = Duration::from_millis(200);
        let limits = CallLimits {
            open: soon,
            parse: soon,
            propose: soon,
            tool: soon,
            ..CallLimits::default()
        };
        trait_of(self.understood(&said(input), limits))
    }

    fn understood(&self, bytes: &[u8], limits: CallLimits) -> Understood {
        fs::write(&self.library, bytes).unwrap();
        let options = LoadOptions {
            home: self.home.path().to_owned(),
            host_program: Some(self.program.clone()),
            limits,
            ..LoadOptions::default()
        };
        let (registry, problems) = load(&options, &mut Everybody, Registry::builder());
        let builder = Agent::builder()
            .directory(self.place.root())
            .state_directory(self.home.path().join("state"))
            .registry(registry);
        let agent = builder.build().unwrap();
        let mut problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let parsed = Pipeline::of(agent.registry()).parse(OUTPUT, None);
        problems.extend(parsed.problems.iter().map(|problem| problem.message.clone()));
        let (fixes, applied) = self.propose(&agent, &mut problems);
        let called = self.runtime.block_on(agent.call_tool(
            "fuzzed",
            json!({}),
            &ToolOptions::default(),
            &CancelToken::new(),
        ));
        problems.extend(called.as_ref().err().map(ToString::to_string));
        assert!(problems.iter().all(|problem| !problem.is_empty()));
        Understood {
            problems: problems
                .iter()
                .map(|problem| problem.chars().take(40).filter(|c| !c.is_ascii_digit()).collect())
                .collect(),
            diagnostics: parsed.diagnostics.len(),
            fixes,
            applied,
            called: called.is_ok(),
        }
    }

    /// How many fixes it proposes, and how many of them can be applied. Applied fixes are rolled back again.
    fn propose(&self, agent: &Agent, problems: &mut Vec<String>) -> (Option<usize>, usize) {
        let Some(strategy) = agent.registry().strategy("fuzzed") else {
            return (None, 0);
        };
        let diagnostic =
            Diagnostic::new(ErrorType::Runtime, Severity::Error, "provoked").at(Location::line("a.py", 1));
        if strategy.assess(&diagnostic).is_none() {
            return (None, 0);
        }
        let analysis = Analysis {
            id: 1,
            diagnostic,
            also: Vec::new(),
            root_cause: String::new(),
            candidates: Vec::new(),
            related_files: Vec::new(),
            confidence: Confidence::new(0.5),
        };
        let tree = agent.tree();
        let runner = ProcessRunner::new(tree.root(), Limits::default(), CancelToken::new());
        let (command, allowed) = (Command::new("true", [""; 0]), BTreeSet::new());
        let context = FixContext::new(tree, &runner, &command, &allowed);
        let fixes = match self.runtime.block_on(strategy.propose(&analysis, &context)) {
            Ok(fixes) => fixes,
            Err(error) => {
                problems.push(error.to_string());
                return (None, 0);
            }
        };
        assert!(fixes.iter().all(|fix| fix.strategy == "fuzzed"));
        let before = self.place.everything();
        let mut applied = 0;
        for fix in &fixes {
            let mut run = tree.begin(&crate::workspace::info("check")).unwrap();
            match run.apply(&[fix]) {
                Ok(step) => {
                    applied += 1;
                    run.rollback(step).unwrap();
                }
                Err(error) => assert!(error.is_about_the_fix(), "{error}"),
            }
            run.finish("rolled back").unwrap();
            assert_eq!(self.place.everything(), before, "{fix:#?}");
        }
        (Some(fixes.len()), applied)
    }
}

/// The bytes of an input: as they are, or, where the first one is `F`, as frames.
fn said(input: &[u8]) -> Vec<u8> {
    match input.split_first() {
        Some((b'F', frames)) => frames.split(|byte| *byte == NEXT).flat_map(frame).collect(),
        Some((_, raw)) => raw.to_vec(),
        None => Vec::new(),
    }
}

fn frame(tag_and_body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(tag_and_body.len()).unwrap();
    [&length.to_le_bytes(), tag_and_body].concat()
}

fn reply(body: &Value) -> Vec<u8> {
    [b"R\0\0\0\0", body.to_string().as_bytes()].concat()
}

fn question(method: &str, body: &Value) -> Vec<u8> {
    format!("Q{method}\n{body}").into_bytes()
}

/// A plug-in that does what it should: its parser by blocks or line by line, its strategy after reading a file,
/// its tool after saying how far it is.
fn honest(by_lines: bool) -> Vec<u8> {
    let descriptor = json!({"id": "fuzzed", "version": "0.1.0", "summary": "says anything"});
    let mut parser = json!({"descriptor": descriptor, "triggers": ["provoke"]});
    let diagnostic =
        json!({"type": "runtime", "severity": "error", "message": "provoked", "file": "a.py", "line": 3});
    let mut findings = json!({"diagnostics": [diagnostic], "problems": ["a problem"]});
    match by_lines {
        true => findings["step"] = json!("done"),
        false => parser["claims"] = json!({"begin": "^provoke"}),
    }
    let description = json!({
        "protocol": 1,
        "parsers": [parser],
        "strategies": [{"descriptor": descriptor}],
        "tools": [{"descriptor": descriptor, "input_schema": {}, "output_schema": {}}],
    });
    let edit = json!({"file": "a.py", "range": {"start": 6, "end": 7}, "original": "1", "replacement": "2"});
    let fix = json!({"strategy": "another", "title": "say two", "rationale": "two", "confidence": 0.9, "safety": "safe",
        "edits": [edit], "files": [{"op": "create", "file": "b.py", "content": "two = 2\n"}]});
    let mut frames = vec![b"Onull".to_vec(), reply(&description), reply(&findings)];
    if by_lines {
        // The end of the output, and of the state.
        frames.extend([reply(&json!({})), reply(&json!(null))]);
    }
    frames.extend([
        reply(&json!({"strategy": "another", "action": "say", "description": "say two", "confidence": 0.9})),
        question("read", &json!({"file": "a.py"})),
        question("files", &json!(null)),
        question("run", &json!({"program": "touch", "args": ["c"]})),
        reply(&json!([fix])),
        question("progress", &json!({"what": "half"})),
        question(
            "log",
            &json!({"level": "info", "target": "fuzzed", "message": "half"}),
        ),
        reply(&json!({"answer": 42})),
    ]);
    [b"F".as_slice(), &frames.join(&NEXT)].concat()
}

#[test]
fn any_plugin_is_understood_or_named() {
    let stranger = Stranger::new();
    let seeds = [false, true].map(honest);
    for seed in &seeds {
        let understood = stranger.understood(&said(seed), CallLimits::default());
        let all = Understood {
            problems: vec!["a problem".to_owned()],
            diagnostics: 1,
            fixes: Some(1),
            applied: 1,
            called: true,
        };
        assert_eq!(understood, all);
    }
    let raw = seeds.clone().map(|seed| [b"r".as_slice(), &said(&seed)].concat());
    Target {
        name: "plugin",
        seeds: seeds.into_iter().chain(raw).collect(),
        words: &[
            "\u{1e}",
            "\u{1e}Qread\n{\"file\":\"../a\"}",
            "\u{1e}Qcancelled\nnull",
            "\u{1e}Qcomplete\n{}",
            "\u{1e}F\0\0\0\0\0\0\0\u{1}",
            "\"file\":\"/etc/passwd\"",
            "\"file\":\".git/config\"",
            "\"op\":\"delete\"",
            "\"op\":\"rename\",\"to\":\"d.py\"",
            "\"step\":\"more\"",
            "\"triggers\":[]",
            "\"claims\":{\"begin\":\"(\"}",
            "\"end\":18446744073709551615",
            "\"block\":9",
        ],
        inputs: 120,
        most_bytes: 8 << 10,
        check: &|input| stranger.check(input),
    }
    .run();
}
