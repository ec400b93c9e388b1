//! The output of `unbreak plugin new` builds and passes the check.

use std::env;
use std::fs;
use std::path::PathBuf;

use super::{declarative, says};
use crate::harness::{Running, Site, repository};

/// The dependencies of the SDK are built once, not for each run of the tests.
fn built_before() -> PathBuf {
    let tests = env::current_exe().unwrap();
    let target = tests.ancestors().nth(3).unwrap();
    target.join("scaffold")
}

#[test]
fn what_is_begun_passes_the_check() {
    let site = Site::empty();
    for kind in ["c", "declarative", "parser", "rules", "strategy", "tool"] {
        let id = format!("my-{kind}");
        site.run(["plugin", "new", "--kind", kind, &id]).with_code(0);
        // The same versions as here, so that nothing is fetched.
        let lock = site.root().join(&id).join("Cargo.lock");
        fs::copy(repository().join("Cargo.lock"), lock).unwrap();
        let mut check = site.unbreak(["plugin", "check", &id]);
        check
            .env("CARGO_TARGET_DIR", built_before())
            .env("CARGO_NET_OFFLINE", "true")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0")
            // As for build scripts, so that what both use is compiled once.
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256");
        let ended = Running::start(&mut check).end().with_code(0);
        says(&ended, &["is as a plug-in must be"]);
    }
}

#[test]
fn a_crate_names_where_it_has_the_sdk_from() {
    let sdk = repository().join("crates/plugin-sdk").display().to_string();
    let checkout = repository().display().to_string();
    let cases = [
        (None, format!("path = {sdk:?}")),
        (Some(&*sdk), format!("path = {sdk:?}")),
        (Some(&*checkout), format!("path = {sdk:?}")),
        (
            Some("https://example.org/unbreak.git"),
            "git = \"https://example.org/unbreak.git\"".to_owned(),
        ),
        (Some("^0.1"), "version = \"^0.1\"".to_owned()),
    ];
    let site = Site::empty();
    for (number, (source, line)) in cases.into_iter().enumerate() {
        let id = format!("my-{number}");
        let flags = source.into_iter().flat_map(|source| ["--sdk", source]);
        let arguments = ["plugin", "new", "--kind", "tool", &id];
        site.run(arguments.into_iter().chain(flags)).with_code(0);
        let manifest = site.read(&format!("{id}/Cargo.toml"));
        assert!(
            manifest.contains(&format!("unbreak-plugin-sdk = {{ {line} }}")),
            "{manifest}"
        );
    }
    let nowhere = site.run(["plugin", "new", "--kind", "tool", "--sdk", "nowhere", "my-tool"]);
    says(
        &nowhere.with_code(2),
        &["nowhere does not hold unbreak-plugin-sdk", "git repository"],
    );
    assert!(!site.root().join("my-tool").exists());
}

#[test]
fn a_promise_that_does_not_hold_fails_the_check() {
    let site = Site::empty();
    let file = declarative(&site, "acme");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("line = 1, ", "line = 2, ")).unwrap();
    let ended = site.run(["plugin".as_ref(), "check".as_ref(), file.as_os_str()]);
    says(
        &ended.with_code(1),
        &["✗ parser acme: its examples hold", "checks failed"],
    );
}

#[test]
fn an_imported_matcher_is_a_plugin() {
    let matcher = r#"{
        // as in tasks.json
        "problemMatcher": {
            "owner": "acme",
            "pattern": {"regexp": "^ACME (.*):(\\d+) (.*)$", "file": 1, "line": 2, "message": 3},
        }
    }"#;
    let site = Site::with(&[("acme.json", matcher), ("log", "ACME a.c:7 bad\n")]);
    site.run(["plugin", "import", "vscode", "acme.json"]).with_code(0);
    site.run(["plugin", "install", "--yes", "acme.toml"]).with_code(0);
    says(
        &site.run(["parse", "log"]).with_code(1),
        &[r#""parser":"acme""#, r#""line":7"#],
    );
    let again = site.run(["plugin", "import", "vscode", "acme.json"]);
    says(&again.with_code(2), &["acme.toml is there already"]);
}
