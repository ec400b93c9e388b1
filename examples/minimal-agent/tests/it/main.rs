//! The agent at work.

use std::fs;

#[test]
fn repairs_an_import() {
    let scratch = tempfile::tempdir().unwrap();
    let work = scratch.path().join("work");
    fs::create_dir(&work).unwrap();
    fs::write(work.join("main.py"), "import jsn\n\nprint(jsn.dumps([1]))\n").unwrap();
    #[expect(
        clippy::disallowed_methods,
        reason = "the test drives the built program as a user would"
    )]
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_minimal-agent"))
        .args(["python3", "main.py"])
        .current_dir(&work)
        .env("UNBREAK_STATE_DIR", scratch.path().join("state"))
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.ends_with("Fixed\n"), "{said}");
    let repaired = fs::read_to_string(work.join("main.py")).unwrap();
    assert!(repaired.contains("json"), "{repaired}");
}
