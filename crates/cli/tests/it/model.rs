//! Language models on the command line: where they are configured, and what is said of them.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Ran, program, unbreak};

const ANSWER: &str = r#"data: {"choices":[{"delta":{"content":"ready"},"finish_reason":"stop"}]}

data: {"choices":[],"usage":{"prompt_tokens":1000,"completion_tokens":500}}

data: [DONE]

"#;

/// A server that reads requests and then does this; its address.
fn server(answer: impl Fn(&mut TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = Vec::new();
            let mut piece = [0; 4096];
            while !request.ends_with(b"}") {
                let read = stream.read(&mut piece).unwrap();
                request.extend(&piece[..read]);
            }
            answer(&mut stream);
        }
    });
    address
}

fn answering() -> String {
    server(|stream| {
        let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
        stream.write_all(format!("{head}{ANSWER}").as_bytes()).unwrap();
    })
}

/// A workspace whose user has this configuration.
fn configured(text: &str) -> TempDir {
    let directory = TempDir::new().unwrap();
    let own = directory.path().join(".config/unbreak");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("unbreak.toml"), text).unwrap();
    directory
}

fn listed(directory: &Path) -> Value {
    let ran = unbreak(directory, &["model", "list", "--format", "json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    serde_json::from_str(&ran.stdout).unwrap()
}

fn refused<'r>(ran: &'r Ran, message: &str) -> &'r str {
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(ran.stderr.contains(message), "{}", ran.stderr);
    &ran.stderr
}

/// Two models, both of which a run may ask.
const TWO: &str = r#"
[models.small]
provider = "ollama"
model = "s"
[models.strong]
provider = "openai"
model = "l"
key_env = "UNBREAK_TEST_NO_SUCH_KEY"
price_input = 1.25
price_output = 10
[models.spare]
provider = "command"
command = ["cat"]
[model]
tiers = ["small", "strong"]
"#;

#[test]
fn without_configuration_there_is_no_model() {
    let directory = TempDir::new().unwrap();
    let ran = unbreak(directory.path(), &["model", "list"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("nothing is sent anywhere"), "{}", ran.stdout);
    let doctor = unbreak(directory.path(), &["doctor"]);
    assert!(doctor.stdout.contains("none is configured"), "{}", doctor.stdout);
    refused(
        &unbreak(directory.path(), &["model", "check", "small"]),
        "no model 'small'",
    );
}

#[test]
fn models_are_listed_with_what_is_missing() {
    let directory = configured(TWO);
    let listed = listed(directory.path());
    let tiers: Vec<&Value> = listed["models"]
        .as_array()
        .unwrap()
        .iter()
        .map(|model| &model["tier"])
        .collect();
    assert_eq!(tiers, [&json!(1), &Value::Null, &json!(2)], "{listed}");
    assert_eq!(
        listed["models"][2]["problem"],
        "UNBREAK_TEST_NO_SUCH_KEY is not set"
    );
    assert_eq!(
        (&listed["budget_cost"], &listed["samples"]),
        (&json!(2.0), &json!(4))
    );
    let doctor = unbreak(directory.path(), &["doctor"]);
    assert_eq!(doctor.code, 0, "{}", doctor.stdout);
    for line in [
        "small: ollama s, tier 1",
        "spare: command, only with --model spare",
        "strong: openai l, tier 2: UNBREAK_TEST_NO_SUCH_KEY is not set",
    ] {
        assert!(doctor.stdout.contains(line), "{line} is not in {}", doctor.stdout);
    }
}

#[test]
fn what_is_missing_is_named_without_asking() {
    for (text, missing) in [
        (
            "provider = \"command\"\ncommand = [\"unbreak-no-such-program\"]",
            "unbreak-no-such-program could not be started",
        ),
        (
            "provider = \"openai\"\nmodel = \"m\"\nkey_command = [\"unbreak-no-such-program\"]",
            "unbreak-no-such-program could not",
        ),
        (
            "provider = \"replay\"\nfile = \"talk.jsonl\"",
            "talk.jsonl is not a file",
        ),
        ("provider = \"openai\"", "model is missing"),
        (
            "provider = \"ollama\"\nmodel = \"m\"\nfile = \"x\"",
            "file means nothing",
        ),
    ] {
        let directory = configured(&format!("[models.a]\n{text}\n"));
        let problem = listed(directory.path())["models"][0]["problem"].clone();
        assert!(problem.as_str().unwrap().contains(missing), "{problem}");
    }
}

#[test]
fn a_check_shows_time_tokens_and_cost() {
    let text = format!(
        "[models.small]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"{}\"\nprice_input = 1.0\nprice_output = 4.0\n",
        answering()
    );
    let directory = configured(&text);
    let ran = unbreak(directory.path(), &["model", "check", "small"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for part in ["small answered: ready", "1000 read, 500 written", "$0.003"] {
        assert!(ran.stdout.contains(part), "{part} is not in {}", ran.stdout);
    }
    let ran = unbreak(directory.path(), &["model", "check", "small", "--format", "json"]);
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        (&told["cost"], &told["input_tokens"]),
        (&json!(0.003), &json!(1000))
    );
    refused(
        &unbreak(directory.path(), &["model", "check", "smal"]),
        "did you mean 'small'",
    );
}

#[test]
fn a_check_that_fails_says_what_to_do_and_keeps_the_key() {
    const KEY: &str = "mauve-Anchor-4711-lattice";
    let address = server(|stream| {
        let body = format!(r#"{{"error":{{"message":"bad key {KEY}"}}}}"#);
        let head = format!(
            "HTTP/1.1 401 Unauthorized\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    });
    let directory = configured(&format!(
        "[models.small]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"{address}\"\nkey_env = \"MY_SECRET_SPICE\"\n"
    ));
    for args in [
        &["model", "check", "small"][..],
        &["-vvv", "model", "check", "small"],
    ] {
        let mut command = program(directory.path());
        let output = command.args(args).env("MY_SECRET_SPICE", KEY).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("set MY_SECRET_SPICE to a valid key"), "{said}");
        assert!(
            said.contains("bad key <redacted>") && !said.contains(KEY),
            "{said}"
        );
    }
}

#[test]
fn an_interrupt_closes_the_connection() {
    let (sender, closed) = std::sync::mpsc::channel();
    let address = server(move |stream| {
        sender.send(()).unwrap();
        let _ = stream.read(&mut [0]);
        sender.send(()).unwrap();
    });
    let directory = configured(&format!(
        "[models.small]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"{address}\"\n"
    ));
    let mut command = program(directory.path());
    let mut child = command.args(["model", "check", "small"]).spawn().unwrap();
    closed.recv_timeout(Duration::from_secs(30)).unwrap();
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    let interrupted = Instant::now();
    closed.recv_timeout(Duration::from_secs(10)).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(interrupted.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_project_defines_no_model() {
    let directory = configured(TWO);
    let file = directory.path().join("unbreak.toml");
    fs::write(
        &file,
        "[models.small]\nprovider = \"command\"\ncommand = [\"touch\", \"pwned\"]\n",
    )
    .unwrap();
    for args in [
        &["model", "list"][..],
        &["run", "--", "false"],
        &["list", "parsers"],
    ] {
        let said = unbreak(directory.path(), args);
        refused(&said, "defines language models, which a project cannot");
        assert!(
            said.stderr.contains(".config/unbreak/unbreak.toml"),
            "{}",
            said.stderr
        );
    }
    assert!(!directory.path().join("pwned").exists());
    // Named by the operator it is the operator's.
    let ran = unbreak(
        directory.path(),
        &["model", "list", "--config", file.to_str().unwrap()],
    );
    assert!(
        ran.code == 0 && ran.stdout.contains("command"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
    let ran = unbreak(directory.path(), &["model", "list", "--no-config"]);
    assert!(ran.stdout.contains("no model is configured"), "{}", ran.stdout);
}

#[test]
fn a_project_can_only_take_away() {
    let own = format!("{TWO}samples = 6\nbudget_cost = 1.5\n");
    let cases = [
        (
            "tiers = [\"strong\", \"spare\", \"unheard-of\"]",
            json!([null, null, 1]),
            json!([6, null, 1.5]),
        ),
        ("tiers = []", json!([null, null, null]), json!([6, null, 1.5])),
        (
            "samples = 2\nbudget_tokens = 5000\nbudget_cost = 0.1",
            json!([1, null, 2]),
            json!([2, 5000, 0.1]),
        ),
        (
            "samples = 60\nbudget_cost = 100",
            json!([1, null, 2]),
            json!([6, null, 1.5]),
        ),
        (
            "budget_cost = \"none\"",
            json!([1, null, 2]),
            json!([6, null, 1.5]),
        ),
    ];
    let directory = configured(&own);
    for (project, tiers, budgets) in cases {
        fs::write(
            directory.path().join("unbreak.toml"),
            format!("[model]\n{project}\n"),
        )
        .unwrap();
        let listed = listed(directory.path());
        let found: Vec<&Value> = listed["models"]
            .as_array()
            .unwrap()
            .iter()
            .map(|model| &model["tier"])
            .collect();
        assert_eq!(json!(found), tiers, "{project}");
        let found = ["samples", "budget_tokens", "budget_cost"].map(|key| &listed[key]);
        assert_eq!(json!(found), budgets, "{project}");
    }
}

#[test]
fn a_wrong_configuration_is_explained() {
    for (text, hint) in [
        (
            "[models.a]\nprovider = \"ollama\"\nmodell = \"m\"",
            "did you mean 'model'",
        ),
        ("[model]\nbudget = 3", "did you mean 'budget_"),
        (
            "[models.a]\nprovider = \"ollama\"\nmodel = \"m\"\n[model]\ntiers = [\"bigger\"]",
            "the configured models are a",
        ),
        ("[model]\nbudget_cost = -1", "not a number of dollars"),
        ("[plugins]\noff = [\"pytest\"]", "[models.NAME] and [model] only"),
        ("[modells.a]\nprovider = \"ollama\"", "did you mean 'model"),
    ] {
        let directory = configured(text);
        refused(&unbreak(directory.path(), &["model", "list"]), hint);
        let doctor = unbreak(directory.path(), &["doctor"]);
        assert_eq!(doctor.code, 1, "{}", doctor.stdout);
    }
}

#[test]
fn flags_name_models_and_budgets() {
    let directory = configured(TWO);
    let run = |args: &[&str]| unbreak(directory.path(), &[&["run"], args, &["--", "true"]].concat());
    refused(&run(&["--model", "spare1"]), "did you mean 'spare'");
    refused(&run(&["--model", "spare", "--no-model"]), "cannot be used with");
    refused(&run(&["--budget-cost", "much"]), "number of dollars, or none");
    for args in [
        &["--model", "spare"][..],
        &["--no-model"],
        &["--budget-cost", "none", "--budget-tokens", "9", "--samples", "2"],
    ] {
        let ran = run(args);
        assert_eq!(ran.code, 0, "{args:?} {}", ran.stderr);
    }
}

#[test]
fn the_schema_describes_models() {
    let directory = TempDir::new().unwrap();
    let ran = unbreak(directory.path(), &["config", "schema"]);
    let schema: Value = serde_json::from_str(&ran.stdout).unwrap();
    let model = &schema["properties"]["models"]["additionalProperties"]["properties"];
    assert!(model["key_env"]["description"].is_string());
    assert_eq!(
        schema["properties"]["model"]["properties"]["budget_cost"]["default"],
        2.0
    );
}

#[test]
fn a_recording_lies_beside_the_file_that_names_it() {
    let directory = configured(&format!(
        "[models.live]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"{}\"\nrecord = \"talk.jsonl\"\n[models.past]\nprovider = \"replay\"\nfile = \"talk.jsonl\"\n",
        answering()
    ));
    assert_eq!(unbreak(directory.path(), &["model", "check", "live"]).code, 0);
    assert!(directory.path().join(".config/unbreak/talk.jsonl").is_file());
    let ran = unbreak(directory.path(), &["model", "check", "past"]);
    assert!(
        ran.stdout.contains("past answered: ready"),
        "{}{}",
        ran.stdout,
        ran.stderr
    );
}

#[test]
fn a_server_is_believed_only_with_a_certificate_that_the_system_trusts() {
    let directory = TempDir::new().unwrap();
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/venv/bin/python");
    assert!(
        python.exists(),
        "{} is missing: run cargo xtask setup",
        python.display()
    );
    let mut command = crate::support::isolated(&python, directory.path());
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/https.py"));
    let mut server = command.arg(ANSWER).stdout(Stdio::piped()).spawn().unwrap();
    let mut port = String::new();
    BufReader::new(server.stdout.take().unwrap())
        .read_line(&mut port)
        .unwrap();
    let own = directory.path().join(".config/unbreak");
    fs::create_dir_all(&own).unwrap();
    let text = format!(
        "[models.small]\nprovider = \"openai\"\nmodel = \"m\"\nbase_url = \"https://localhost:{}/v1\"\nretries = 3\n",
        port.trim()
    );
    fs::write(own.join("unbreak.toml"), text).unwrap();
    let check = |authority: Option<&str>| {
        let mut command = program(directory.path());
        command.args(["model", "check", "small"]);
        command.envs(authority.map(|file| ("SSL_CERT_FILE", directory.path().join(file))));
        command.output().unwrap()
    };
    let trusted = check(Some("authority.pem"));
    assert!(
        trusted.status.success(),
        "{}",
        String::from_utf8_lossy(&trusted.stderr)
    );
    let foreign = String::from_utf8(check(None).stderr).unwrap();
    assert!(
        foreign.contains("no secure connection") && foreign.contains("SSL_CERT_FILE"),
        "{foreign}"
    );
    assert!(!foreign.contains("asked"), "it is not asked again: {foreign}");
    server.kill().unwrap();
    server.wait().unwrap();
}

#[test]
fn the_key_of_a_configured_model_is_redacted_whatever_its_variable_is_called() {
    const KEY: &str = "maple.syrup.jar";
    let configured = configured(
        "[models.a]\nprovider = \"anthropic\"\nmodel = \"m\"\nkey_env = \"PANTRY\"\n[model]\ntiers = [\"a\"]\n",
    );
    let unconfigured = TempDir::new().unwrap();
    for (directory, is_shown) in [(&configured, false), (&unconfigured, true)] {
        let mut command = program(directory.path());
        command.args(["run", "--", "sh", "-c", "echo error: $PANTRY is empty; exit 1"]);
        let output = command.env("PANTRY", KEY).output().unwrap();
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(said.contains("is empty"), "{said}");
        assert_eq!(said.contains(KEY), is_shown, "{said}");
    }
}
