//! An output that breaks off swallows nothing of what comes after it.

use std::fs;
use std::path::Path;

use super::cases::{files, pipeline};

/// The errors of other tools that come after the break, and the places in them that must be found.
const AFTER: &str = "\
src/after.c:3:7: error: 'total' undeclared (first use in this function)
src/after.ts(3,5): error TS2304: Cannot find name 'foo'.
error[E0425]: cannot find value `x` in this scope
 --> src/after.rs:2:5
  |
2 |     x;
  |     ^ not found in this scope

";
const PLACES: [&str; 3] = ["src/after.c", "src/after.ts", "src/after.rs"];

/// Each case is cut at so many of its lines.
const CUTS: usize = 12;

#[test]
fn outputs_that_break_off_hide_no_later_error() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let pipeline = pipeline();
    let mut hidden = Vec::new();
    for case in files(&root, "txt") {
        let output = fs::read(&case).expect("a readable case");
        let lines: Vec<&[u8]> = output.split_inclusive(|byte| *byte == b'\n').collect();
        let step = lines.len().div_ceil(CUTS).max(1);
        for cut in (1..=lines.len()).step_by(step) {
            let mut text = lines[..cut].concat();
            if !text.ends_with(b"\n") {
                text.push(b'\n');
            }
            text.extend_from_slice("building\n\n".repeat(20).as_bytes());
            text.extend_from_slice(AFTER.as_bytes());
            let found = pipeline.parse(&text, None).diagnostics;
            let missing: Vec<_> = PLACES
                .iter()
                .filter(|place| {
                    let wanted = |file: &str| file.ends_with(**place);
                    !found
                        .iter()
                        .any(|one| one.location.file.as_deref().is_some_and(wanted))
                })
                .collect();
            if !missing.is_empty() {
                hidden.push(format!("{} cut after line {cut}: {missing:?}", case.display()));
            }
        }
    }
    assert!(hidden.is_empty(), "{}\n{}", hidden.join("\n"), hidden.len());
}
