//! Two ways of recovery, hints and new plans, that do not undo each other.

use unbreak_core::{EventKind, Outcome};
use unbreak_host::{ModelSettings, RunOptions};

use crate::scripted::{PLAN, block, repair};

/// Writes two reports, one of them to a wrong place.
const SOURCE: &str = "\
import os

os.makedirs('out', exist_ok=True)
open('out/sums.txt', 'w').write('4')
open('sums.log', 'w').write('done')
";

/// Generated files are generated again.
const BUILD: &str = "rm -rf out\nexec python3 -B build.py\n";

const LOG: &str = "open('sums.log', 'w').write('done')";
const SUMS: &str = "open('out/sums.txt', 'w').write('4')";

#[test]
fn hints_and_new_plans_do_not_undo_each_other() {
    let plan = PLAN.replace("numbers_.py", "build.py");
    let narrower = plan.replace("gcd computes the divisor", "the log alone is written");
    let right = ("open('out/sums.log', 'w').write('done')", LOG);
    let misplaced = block("src/build.py", LOG, right.0);
    // At the right place after the hint, but one report is lost.
    let fewer = format!(
        "{}{}",
        block("build.py", SUMS, "open('sums.txt', 'w').write('4')"),
        block("build.py", LOG, right.0)
    );
    let weak = [plan, misplaced, fewer, narrower];
    let strong = [block("build.py", LOG, right.0)];
    let options = RunOptions {
        assume_yes: true,
        deliverables: vec!["out/sums.txt".to_owned(), "out/sums.log".to_owned()],
        ..RunOptions::default()
    };
    let mut settings = ModelSettings::default();
    settings.samples = 1;
    settings.escalation.max_attempts = 4;
    let files = [("build.py", SOURCE), ("build.sh", BUILD)];
    let done = repair(&files, &["sh", "build.sh"], &[&weak, &strong], settings, &options);

    assert_eq!(done.report.outcome, Outcome::Fixed, "{:#?}", done.report);
    assert_eq!(done.read("build.py"), SOURCE.replace(LOG, right.0));
    let ladders = done.ladders();
    for pair in ladders.windows(2) {
        assert!(pair[0].attempt <= pair[1].attempt && pair[0].tier <= pair[1].tier);
        assert!(pair[1].hints.starts_with(&pair[0].hints));
        assert!(pair[1].replans.starts_with(&pair[0].replans));
    }
    let last = ladders.last().unwrap();
    let hints: Vec<&str> = last.hints.iter().map(|hint| hint.text.as_str()).collect();
    assert!(
        hints[0].contains("written to src/build.py; must be at build.py"),
        "{hints:?}"
    );
    assert!(hints[1].contains("out/sums.txt is missing now"), "{hints:?}");
    assert_eq!(last.replans.len(), 1, "{last:?}");

    // The attempt that lost a report was rolled back, and the stronger model hears of both failures.
    let rolled_back = done.events.iter().any(|event| {
        matches!(&event.kind, EventKind::Rollback { reason, .. } if reason == "out/sums.txt is missing now")
    });
    assert!(rolled_back, "{:#?}", done.events);
    let final_prompt = &done.prompts.last().unwrap().user;
    assert!(
        hints
            .iter()
            .all(|hint| final_prompt.contains(hint.lines().next().unwrap())),
        "{final_prompt}"
    );
    let asked: Vec<&str> = done
        .report
        .models
        .iter()
        .map(|used| used.model.as_str())
        .collect();
    assert_eq!(asked, ["tier 0", "tier 1"]);
}
