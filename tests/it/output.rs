//! Output that is huge or no text.

use crate::harness::{Running, Site};

/// Ten million lines of a hundred bytes, then an error.
const GIGABYTE: &str = r#"
import sys
block = (b"x" * 99 + b"\n") * 10_000
for _ in range(1_000):
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
fn a_gigabyte_of_output_is_read_in_bounded_memory() {
    let site = Site::with(&[("flood.py", GIGABYTE)]);
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
    assert!(peak < 200 * 1024, "{peak} KiB");
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
