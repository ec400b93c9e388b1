//! `examples/broken-python`, the project that the README repairs.

use std::collections::BTreeSet;

use unbreak_core::Outcome;

use crate::harness::Site;

const CHECK: [&str; 1] = ["./check.sh"];

#[test]
fn ten_faults_are_repaired_in_few_runs_no_test_is_touched_and_all_can_be_undone() {
    let site = Site::example();
    let before = site.snapshot();
    assert!(!site.passes(&CHECK));

    let report = site.repair(CHECK).with_code(0).report();

    assert_eq!(report.outcome, Outcome::Fixed);
    assert!(site.passes(&CHECK), "what it calls green is green");
    assert!(report.fixed.len() >= 8, "{} fixes", report.fixed.len());
    // Two of them are with other places for a bracket.
    assert!(report.runs <= 8, "{} runs", report.runs);
    assert!(
        report
            .fixed
            .iter()
            .all(|fix| !fix.verified.is_empty() && !fix.diff.is_empty())
    );
    let broken = [
        "timesheet/cli.py",
        "timesheet/durations.py",
        "timesheet/entry.py",
        "timesheet/invoice.py",
        "timesheet/rates.py",
        "timesheet/reader.py",
        "timesheet/render/document.py",
        "timesheet/render/text.py",
        "timesheet/rounding.py",
        "timesheet/summary.py",
    ];
    assert_eq!(site.snapshot().changed_since(&before), broken);

    // Each says what it mends and changes one file.
    let files: BTreeSet<&str> = report
        .fixed
        .iter()
        .filter_map(|fix| fix.diagnostic.file())
        .collect();
    assert_eq!(files.len(), report.fixed.len(), "{files:?}");
    for fix in &report.fixed {
        assert_eq!(fix.diff.matches("\n+++ ").count(), 1, "{}", fix.diff);
    }

    site.run(["undo"]).with_code(0);
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);
}

#[test]
fn a_dry_run_changes_nothing_and_its_patch_repairs() {
    let site = Site::example();
    let before = site.snapshot();
    let patch = site.beside("repair.patch");
    let arguments = ["run", "--patch", patch.to_str().unwrap(), "--", "./check.sh"];
    site.run(arguments).with_code(0);
    assert_eq!(site.snapshot().changed_since(&before), [""; 0]);

    assert!(site.passes(&["git", "apply", patch.to_str().unwrap()]));
    assert!(site.passes(&CHECK));
}
