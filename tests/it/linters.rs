//! Linters and formatters as the failing check.

use unbreak_core::{Outcome, Report};

use crate::harness::Site;

fn run(site: &Site, options: &[&str], command: &[&str]) -> Report {
    let arguments = [&["run", "--format", "jsonl"], options, &["--"], command].concat();
    site.run(arguments).report()
}

const CLIPPY: &[&str] = &["cargo", "clippy", "-q", "--all-targets", "--", "-D", "warnings"];

fn crate_with(source: &str) -> Site {
    let manifest = "[package]\nname = \"shop\"\nversion = \"0.1.0\"\nedition = \"2024\"\n";
    Site::with(&[("Cargo.toml", manifest), ("src/lib.rs", source)])
}

#[test]
fn clippy_is_satisfied_with_its_own_edits() {
    // The first finding of a kind carries notes that move to the second one; the rewritten `repeat` leaves an import
    // behind; clippy does not vouch for its rewrite of the slice, but the compiler has checked the types.
    let source = "use std::iter::repeat;\n\npub struct Entry {\n    pub occur: u32,\n    pub hasarg: u32,\n}\n\n\
                  pub fn entry(occur: u32, hasarg: u32) -> Entry {\n    Entry {\n        occur: occur,\n        \
                  hasarg: hasarg,\n    }\n}\n\npub fn gap() -> String {\n    \
                  repeat(\" \").take(24).collect::<String>()\n}\n\n\
                  pub fn rest(text: &str, start: usize) -> &[u8] {\n    text[start..].as_bytes()\n}\n";
    let site = crate_with(source);
    let report = run(&site, &[], CLIPPY);
    assert_ne!(report.outcome, Outcome::Fixed);
    let text = site.read("src/lib.rs");
    assert!(text.contains("        occur,\n        hasarg,\n"), "{text}");
    assert!(text.contains("text[start..].as_bytes()"), "{text}");

    let report = run(&site, &["--yes"], CLIPPY);
    assert_eq!(report.outcome, Outcome::Fixed, "{:?}", report.unresolved);
    let fixed = source
        .replace("use std::iter::repeat;\n", "")
        .replace("occur: occur", "occur")
        .replace("hasarg: hasarg", "hasarg")
        .replace("repeat(\" \").take(24).collect::<String>()", "\" \".repeat(24)")
        .replace("text[start..].as_bytes()", "&text.as_bytes()[start..]");
    assert_eq!(site.read("src/lib.rs"), fixed);
}

#[test]
fn a_condition_that_cargo_does_not_know_is_not_removed() {
    let source = "#[cfg(feature = \"fast\")]\npub fn speed() -> u32 {\n    2\n}\n";
    let site = crate_with(source);
    let report = run(&site, &["--yes"], CLIPPY);
    assert!(report.fixed.is_empty(), "{:?}", report.fixed);
    assert_eq!(site.read("src/lib.rs"), source);
}

#[test]
fn edits_that_need_each_other_stay_although_other_findings_are_left() {
    // `datetime.UTC` leaves an import behind, and the new one is not in order. Nobody offers another name for `l`.
    let source = "from datetime import datetime, timezone\n\nl = datetime.now(timezone.utc)\nprint(l)\n";
    let site = Site::with(&[("clock.py", source)]);
    let ruff = [
        "ruff",
        "check",
        "--no-cache",
        "--isolated",
        "--target-version=py311",
        "--select=UP017,I,F401,E741",
    ];
    let report = run(&site, &[], &ruff);
    assert_ne!(report.outcome, Outcome::Fixed);
    let fixed = "from datetime import UTC, datetime\n\nl = datetime.now(UTC)\nprint(l)\n";
    assert_eq!(site.read("clock.py"), fixed);
}

#[test]
fn a_formatter_that_only_prints_the_difference_is_run_to_write() {
    let source = "import json\n\n\ndef load(path):\n    return json.loads( path.read_text( ) )\n";
    let makefile =
        "CHECK = ruff format --no-cache --isolated --diff\n\n.PHONY: lint\nlint:\n\t@$(CHECK) shop.py\n";
    let site = Site::with(&[("shop.py", source), ("Makefile", makefile)]);
    let report = run(&site, &[], &["make", "lint"]);
    assert_eq!(report.outcome, Outcome::Fixed, "{:?}", report.unresolved);
    assert_eq!(
        site.read("shop.py"),
        "import json\n\n\ndef load(path):\n    return json.loads(path.read_text())\n"
    );
}

#[test]
fn edits_that_touch_are_made_in_passes() {
    // The missing semicolon belongs before the brace that the other edit adds at the same place.
    let configuration = "module.exports = [{ languageOptions: { sourceType: \"commonjs\" }, rules: { semi: \"error\", curly: \"error\" } }];\n";
    let source = "if (process.argv[2]) console.log(1)\nelse console.log(2)\n";
    let site = Site::with(&[("eslint.config.js", configuration), ("index.js", source)]);
    let report = run(&site, &[], &["eslint", "index.js"]);
    assert_eq!(report.outcome, Outcome::Fixed, "{:?}", report.unresolved);
    assert_eq!(
        site.read("index.js"),
        "if (process.argv[2]) {console.log(1);}\nelse {console.log(2);}\n"
    );
}

#[test]
fn a_formatter_that_the_command_does_not_show_formats_every_file() {
    let check =
        "import subprocess\nimport sys\n\nsys.exit(subprocess.call([\"black\", \"--check\", \".\"]))\n";
    let source = "price = {  'tea':2 }\n";
    let site = Site::with(&[("check.py", check), ("one.py", source), ("two.py", source)]);
    let report = run(&site, &[], &["python3", "check.py"]);
    assert_eq!(report.outcome, Outcome::Fixed, "{:?}", report.unresolved);
    for file in ["one.py", "two.py"] {
        assert_eq!(site.read(file), "price = {\"tea\": 2}\n");
    }
}
