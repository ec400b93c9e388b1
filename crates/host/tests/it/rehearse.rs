//! Alternatives that are tried side by side in copies of the tree.

use unbreak_core::{EventKind, Outcome};
use unbreak_host::RunOptions;

use crate::world::World;

fn side_by_side(jobs: u32) -> RunOptions {
    RunOptions {
        jobs,
        ..RunOptions::default()
    }
}

#[test]
fn alternatives_are_tried_side_by_side_in_copies_and_the_one_that_helps_in_the_tree() {
    let words = ["worse", "poison", "worse still", "torn", "half", "good", "fine"];
    let mut world = World::new(&["bad"]).propose(0, &words);
    let report = world.repair(&side_by_side(4));
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(world.words(), ["good"]);
    let rehearsed: Vec<(String, bool)> = world
        .events
        .iter()
        .filter_map(|event| match &event.kind {
            EventKind::Rehearse { fixes, .. } => Some(fixes),
            _ => None,
        })
        .flatten()
        .map(|fix| (fix.title.clone(), fix.helps))
        .collect();
    let expected = [
        ("say poison", false),
        ("say worse still", false),
        ("say torn", false),
        ("say half", false),
        ("say good", true),
    ];
    assert_eq!(
        rehearsed,
        expected.map(|(title, helps)| (title.to_owned(), helps))
    );
    // In the tree itself: as it was (twice), the first, and the one that helps.
    let runs = world
        .names()
        .into_iter()
        .filter(|name| *name == "execute")
        .count();
    assert_eq!(runs, 4);
    // The unchanged copy counts, too, and one that was begun and not needed.
    assert_eq!(report.runs, 4 + 1 + 6);
}

#[test]
fn budgets_hold_for_runs_in_copies() {
    let mut world = World::new(&["bad"]).propose(0, &["worse", "poison", "torn", "good"]);
    let report = world.repair(&RunOptions {
        budget_runs: Some(5),
        ..side_by_side(8)
    });
    assert!(report.runs <= 5, "{} runs", report.runs);
    assert_eq!(world.words(), ["bad"]);
}

#[test]
fn where_a_copy_fails_differently_the_tree_alone_is_asked() {
    let mut world = World::new(&["bad"]).propose(0, &["worse", "poison", "good"]);
    let root = world.directory.path().canonicalize().unwrap();
    world.check_first(&format!(
        "[ \"$PWD\" = '{}' ] || {{ echo 'f00:1: error: a copy'; exit 1; }}",
        root.display()
    ));
    let report = world.repair(&side_by_side(3));
    assert_eq!(
        (report.outcome, world.words()),
        (Outcome::Fixed, vec!["good".to_owned()])
    );
    let why = "alternatives were tried one at a time: the command fails differently in a copy of the tree";
    assert_eq!(report.warnings, [why]);
}

#[test]
fn where_a_copy_shows_nothing_the_tree_decides() {
    let mut world = World::new(&["bad"]).propose(0, &["worse", "poison", "good"]);
    // As an installed package is: what is changed in a copy is not what is read.
    let root = world.directory.path().canonicalize().unwrap();
    world.check_first(&format!("cd '{}'", root.display()));
    let report = world.repair(&side_by_side(3));
    assert_eq!(
        (report.outcome, world.words()),
        (Outcome::Fixed, vec!["good".to_owned()])
    );
}
