//! The loop: what is kept, what is rolled back, and in how many runs.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use unbreak_core::event::FixOutcome;
use unbreak_core::{
    Analysis, Candidate, Confidence, Descriptor, DeterminedBy, Diagnostic, Edit, EventKind, Fix, FixContext,
    FixStrategy, Outcome, RelPath, SafetyClass, StrategyError,
};
use unbreak_host::RunOptions;

use crate::world::{CheckWords, World};

/// A failing command that is quick is run once more before anything is changed.
const REPEATED: u32 = 1;

#[test]
fn a_passing_command_is_left_alone() {
    let mut world = World::new(&["good"]);
    let report = world.repair(&RunOptions::default());
    assert_eq!((report.outcome, report.runs), (Outcome::AlreadyPassing, 1));
    assert_eq!(world.names(), ["start", "execute", "parse", "success"]);
}

#[test]
fn independent_faults_are_mended_together_and_verified_once() {
    let mut world = World::new(&["bad"; 8]);
    for index in 0..8 {
        world = world.propose(index, &["good"]);
    }
    let report = world.repair(&RunOptions::default());
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!((report.fixed.len(), report.runs), (8, REPEATED + 2));
    assert_eq!(world.words(), ["good"; 8]);
}

#[test]
fn a_fix_whose_harm_points_at_it_is_set_apart_at_once() {
    let mut world = World::new(&["bad"; 8]);
    for index in 0..8 {
        let words: &[&str] = if index == 5 { &["worse", "good"] } else { &["good"] };
        world = world.propose(index, words);
    }
    let report = world.repair(&RunOptions::default());
    assert_eq!((report.outcome, report.fixed.len()), (Outcome::Fixed, 8));
    assert_eq!(world.words(), ["good"; 8]);
    assert!(report.runs <= REPEATED + 5, "{} runs", report.runs);
}

#[test]
fn a_fix_whose_harm_shows_elsewhere_is_found_by_halving() {
    let mut world = World::new(&["bad"; 16]);
    for index in 0..16 {
        let words: &[&str] = if index == 11 { &["poison"] } else { &["good"] };
        world = world.propose(index, words);
    }
    let report = world.repair(&RunOptions::default());
    let mut expected = vec!["good"; 16];
    expected[11] = "bad";
    assert_eq!(world.words(), expected);
    assert_eq!(report.fixed.len(), 15);
    assert!(
        report.runs <= REPEATED + 2 + 2 * 4,
        "{} runs for 16 fixes, one of them harmful",
        report.runs
    );
    let [left] = report.unresolved.as_slice() else {
        panic!("{:?}", report.unresolved)
    };
    assert!(
        matches!(&left.outcome, FixOutcome::Failed { reason } if reason.contains("somebody says 'poison'")),
        "{left:?}"
    );
}

#[test]
fn what_does_not_help_is_taken_back_and_the_next_candidate_tried() {
    let mut world = World::new(&["bad"]).propose(0, &["worse", "poison", "good"]);
    let report = world.repair(&RunOptions::default());
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!(world.words(), ["good"]);
    let rollbacks = world
        .names()
        .into_iter()
        .filter(|name| *name == "rollback")
        .count();
    assert_eq!(rollbacks, 2);
}

#[test]
fn what_helped_before_is_tried_first() {
    let words = ["worse", "poison", "good"];
    let mut world = World::new(&["bad", "good", "good"])
        .propose(0, &words)
        .propose(1, &words);
    let report = world.repair(&RunOptions::default());
    assert_eq!((report.outcome, report.runs), (Outcome::Fixed, REPEATED + 4));
    // The same failure again, and then one like it in another file.
    for index in [0, 1] {
        world.write(index, "bad");
        world = world.propose(index, &words);
        let report = world.repair(&RunOptions::default());
        assert_eq!(
            (report.outcome, report.runs),
            (Outcome::Fixed, REPEATED + 2),
            "{index}"
        );
        assert_eq!(world.words(), ["good"; 3]);
    }
}

#[test]
fn what_helped_before_and_does_not_now_is_taken_back() {
    let mut world = World::new(&["bad"]).propose(0, &["worse", "good"]);
    world.repair(&RunOptions::default());
    world.write(0, "bad");
    // It says the same, and does something else.
    let mut world = world.propose(0, &["good", "fine"]);
    let known = &mut world.proposals.values_mut().next().unwrap()[0];
    assert_eq!(known.title, "say good");
    known.edits[0].replacement = "poison".to_owned();
    let report = world.repair(&RunOptions::default());
    assert_eq!((report.outcome, report.runs), (Outcome::Fixed, REPEATED + 3));
    assert_eq!(world.words(), ["fine"]);
}

#[test]
fn a_run_that_tries_less_proves_nothing() {
    let mut world = World::new(&["bad", "good"]).propose(0, &["gone", "good"]);
    let report = world.repair(&RunOptions::default());
    assert_eq!((report.outcome, report.runs), (Outcome::Fixed, REPEATED + 3));
    assert_eq!(world.words(), ["good", "good"]);
    let rollback = world.events.iter().find_map(|event| match &event.kind {
        EventKind::Rollback { reason, .. } => Some(reason.clone()),
        _ => None,
    });
    assert_eq!(rollback.as_deref(), Some("only 1 of 2 tests ran"));
}

#[test]
fn the_budget_of_runs_ends_the_run() {
    let mut world = World::new(&["bad", "later"])
        .propose(0, &["worse", "good"])
        .propose(1, &["good"]);
    let report = world.repair(&RunOptions {
        budget_runs: Some(2),
        ..RunOptions::default()
    });
    let budget = "runs".to_owned();
    assert_eq!(
        (report.outcome, report.runs),
        (Outcome::BudgetExhausted { budget }, 2)
    );
    assert_eq!(world.words(), ["bad", "later"]);
}

#[test]
fn nothing_that_did_not_help_stays() {
    let mut world = World::new(&["bad", "good"]).propose(0, &["worse", "poison"]);
    let report = world.repair(&RunOptions::default());
    assert_eq!(report.outcome, Outcome::NoFix);
    assert_eq!(world.words(), ["bad", "good"]);
    assert!(report.diff.is_empty() && report.fixed.is_empty());
}

#[test]
fn no_strategy_tries_more_than_three_times() {
    let mut world = World::new(&["bad"]).propose(0, &["worse", "poison", "worse1", "good"]);
    let report = world.repair(&RunOptions {
        stuck_after: 9,
        ..RunOptions::default()
    });
    assert_eq!(report.runs, REPEATED + 1 + 3);
    assert_eq!(world.words(), ["bad"]);
}

#[test]
fn standing_still_is_stuck() {
    let mut world = World::new(&["bad"]).propose(0, &["worse", "poison", "good"]);
    let report = world.repair(&RunOptions {
        stuck_after: 2,
        ..RunOptions::default()
    });
    assert_eq!(report.outcome, Outcome::Stuck);
    assert_eq!(world.words(), ["bad"]);
}

#[test]
fn what_an_error_hid_is_mended_next() {
    let mut world = World::new(&["bad", "later"])
        .propose(0, &["good"])
        .propose(1, &["good"]);
    let report = world.repair(&RunOptions::default());
    assert_eq!(
        (report.outcome, report.runs, report.iterations),
        (Outcome::Fixed, REPEATED + 3, 2)
    );
}

#[test]
fn a_fix_that_leads_nowhere_gives_way_to_another() {
    // What is tied is an error on the line that the first fix wrote, and no fix repairs it.
    for dry_run in [false, true] {
        let mut world = World::new(&["torn", "torn"])
            .propose(0, &["tied", "bound", "good"])
            .propose(1, &["good"]);
        let report = world.repair(&RunOptions {
            dry_run,
            ..RunOptions::default()
        });
        assert_eq!(report.outcome, Outcome::Fixed);
        let titles: Vec<&str> = report.fixed.iter().map(|fix| fix.title.as_str()).collect();
        assert_eq!(titles, ["say good", "say good"]);
        assert!(world.tells_rollback_of("say tied"));
        let expected = if dry_run {
            ["torn", "torn"]
        } else {
            ["good", "good"]
        };
        assert_eq!(world.words(), expected);
    }
}

#[test]
fn a_fix_that_leads_nowhere_stays_when_the_others_do_not_help() {
    let mut world = World::new(&["torn"]).propose(0, &["tied", "bound", "worse"]);
    let report = world.repair(&RunOptions::default());
    assert_eq!(report.outcome, Outcome::Stuck);
    assert_eq!(world.words(), ["tied"]);
    assert_eq!((report.fixed.len(), report.unresolved.len()), (1, 1));
    assert!(report.diff.contains("+tied"), "{}", report.diff);
    assert!(world.tells_rollback_of("say bound"));
}

#[test]
fn iterations_are_limited_and_what_was_verified_stays() {
    let mut world = World::new(&["bad", "later"])
        .propose(0, &["good"])
        .propose(1, &["good"]);
    let report = world.repair(&RunOptions {
        max_iterations: 1,
        ..RunOptions::default()
    });
    assert_eq!(report.outcome, Outcome::MaxIterations);
    assert_eq!(world.words(), ["good", "later"]);
}

#[test]
fn a_dry_run_verifies_and_leaves_the_tree_as_it_was() {
    let mut world = World::new(&["bad", "later"])
        .propose(0, &["good"])
        .propose(1, &["good"]);
    let report = world.repair(&RunOptions {
        dry_run: true,
        ..RunOptions::default()
    });
    assert_eq!(report.outcome, Outcome::Fixed);
    assert!(
        report.diff.contains("-bad") && report.diff.contains("-later"),
        "{}",
        report.diff
    );
    assert_eq!(world.words(), ["bad", "later"]);
}

#[test]
fn an_unsafe_fix_needs_a_yes() {
    let unsafe_world = || {
        let mut world = World::new(&["bad"]).propose(0, &["good"]);
        for fix in world.proposals.values_mut().flatten() {
            fix.safety = SafetyClass::Unsafe;
        }
        world
    };
    let mut world = unsafe_world();
    let report = world.repair(&RunOptions::default());
    assert_eq!(report.refused[0].rule, "approval");
    assert_eq!(world.words(), ["bad"]);
    let mut world = unsafe_world();
    let report = world.repair(&RunOptions {
        assume_yes: true,
        ..RunOptions::default()
    });
    assert_eq!(report.outcome, Outcome::Fixed);
}

#[test]
fn every_analysis_is_accounted_for_once() {
    let mut world = World::new(&["bad"; 3])
        .propose(0, &["good"])
        .propose(1, &["worse"]);
    world.repair(&RunOptions::default());
    for event in &world.events {
        let EventKind::FixResults { results } = &event.kind else {
            continue;
        };
        let ids: Vec<u32> = results.iter().map(|result| result.analysis).collect();
        let numbers: Vec<u32> = (1..).take(ids.len()).collect();
        assert_eq!(ids, numbers);
    }
    let first = world.events.iter().find_map(|event| match &event.kind {
        EventKind::FixResults { results } => Some(results.clone()),
        _ => None,
    });
    let outcomes: Vec<String> = first
        .unwrap()
        .iter()
        .map(|result| result.outcome.to_string())
        .collect();
    assert!(outcomes[0].starts_with("fixed"), "{outcomes:?}");
    assert!(outcomes[1].starts_with("failed"), "{outcomes:?}");
    assert!(outcomes[2].starts_with("skipped"), "{outcomes:?}");
}

#[test]
fn events_are_numbered_without_gaps() {
    let mut world = World::new(&["bad"]).propose(0, &["worse", "good"]);
    world.repair(&RunOptions::default());
    let numbers: Vec<u64> = world.events.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
}

#[test]
fn unsafe_fixes_wait_for_the_safe_ones() {
    let mut world = World::new(&["bad"; 2])
        .propose(0, &["good"])
        .propose(1, &["good"]);
    world.proposals.get_mut("f00").unwrap()[0].safety = SafetyClass::Unsafe;
    let options = RunOptions {
        assume_yes: true,
        ..RunOptions::default()
    };
    let report = world.repair(&options);
    assert_eq!((report.outcome, report.runs), (Outcome::Fixed, REPEATED + 3));
    let kept: Vec<(u32, SafetyClass)> = report
        .fixed
        .iter()
        .map(|fix| (fix.iteration, fix.safety))
        .collect();
    assert_eq!(kept, [(1, SafetyClass::Safe), (2, SafetyClass::Unsafe)]);
}

/// Proposes the word that follows the one that is there.
struct NextWord(BTreeMap<&'static str, &'static str>);

#[async_trait]
impl FixStrategy for NextWord {
    fn descriptor(&self) -> &Descriptor {
        static DESCRIPTOR: Descriptor = Descriptor::new("next", "1.0.0", "the next word");
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        CheckWords(BTreeMap::from([(diagnostic.file()?.to_owned(), Vec::new())]))
            .assess(diagnostic)
            .map(|candidate| Candidate {
                strategy: "next".to_owned(),
                ..candidate
            })
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let file = RelPath::new(analysis.diagnostic.file().unwrap()).unwrap();
        let text = context.workspace.read_text(&file)?;
        let Some(next) = self.0.get(text.as_str()) else {
            return Ok(Vec::new());
        };
        let edit = Edit::replace(&file, &text, 0..text.len(), *next)?;
        let fix =
            Fix::new("next", format!("say {next}"), Confidence::new(0.9)).evidence(DeterminedBy::Resolution);
        Ok(vec![fix.edit(edit)])
    }
}

#[test]
fn steps_that_help_only_together_are_taken_together() {
    let mut world = World::new(&["knot", "good"]);
    let words = BTreeMap::from([("knot", "half"), ("half", "good")]);
    let report = world.repair_with(&RunOptions::default(), NextWord(words));
    assert_eq!((report.outcome, report.fixed.len()), (Outcome::Fixed, 2));
    assert_eq!(world.words(), ["good", "good"]);
}

#[test]
fn steps_that_lead_nowhere_are_all_taken_back() {
    let mut world = World::new(&["knot", "good"]);
    let words = BTreeMap::from([("knot", "half"), ("half", "knot")]);
    let report = world.repair_with(&RunOptions::default(), NextWord(words));
    assert_eq!((report.outcome, report.fixed.len()), (Outcome::NoFix, 0));
    assert_eq!(world.words(), ["knot", "good"]);
}

struct Panics;

#[async_trait]
impl FixStrategy for Panics {
    fn descriptor(&self) -> &Descriptor {
        static DESCRIPTOR: Descriptor = Descriptor::new("panics", "1.0.0", "a broken plug-in");
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        CheckWords(BTreeMap::from([(diagnostic.file()?.to_owned(), Vec::new())]))
            .assess(diagnostic)
            .map(|candidate| Candidate {
                strategy: "panics".to_owned(),
                ..candidate
            })
    }

    #[expect(clippy::panic, reason = "that is what is tried")]
    async fn propose(&self, _: &Analysis, _: &FixContext<'_>) -> Result<Vec<Fix>, StrategyError> {
        panic!("out of cheese");
    }
}

#[test]
fn a_panicking_strategy_is_named_and_the_run_goes_on() {
    let mut world = World::new(&["bad"]);
    let report = world.repair_with(&RunOptions::default(), Panics);
    assert_eq!(report.outcome, Outcome::NoFix);
    assert_eq!(report.warnings, ["strategy panics panicked: out of cheese"]);
}

#[test]
fn one_fix_for_several_causes_is_kept_for_those_that_it_mends() {
    let mut world = World::new(&["bad"; 3]).propose(1, &["good"]);
    for file in ["f00", "f02"] {
        let shared = world.proposals["f01"].clone();
        world.proposals.insert(file.to_owned(), shared);
    }
    let report = world.repair(&RunOptions::default());
    assert_eq!(world.words(), ["bad", "good", "bad"]);
    let fixed: Vec<String> = report.fixed.iter().map(|fix| fix.diagnostic.place()).collect();
    assert_eq!(fixed, ["f01:1"]);
    let left: Vec<&str> = report.unresolved.iter().map(|it| it.place.as_str()).collect();
    assert_eq!(left, ["f00:1", "f02:1"]);
}

/// Counts how often it is told that a run begins and that it is over.
struct Told(Arc<AtomicUsize>, Arc<AtomicUsize>, CheckWords);

#[async_trait]
impl FixStrategy for Told {
    fn descriptor(&self) -> &Descriptor {
        self.2.descriptor()
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        self.2.assess(diagnostic)
    }

    async fn prepare(&self, context: &FixContext<'_>) -> Result<(), StrategyError> {
        assert_eq!(
            (context.command.program.as_str(), context.diagnostics.len()),
            ("sh", 0)
        );
        self.0.fetch_add(1, Ordering::Relaxed);
        Err(StrategyError::Other("not today".to_owned()))
    }

    fn release(&self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        assert_eq!(self.1.load(Ordering::Relaxed), 0);
        self.2.propose(analysis, context).await
    }
}

#[test]
fn strategies_hear_once_that_a_run_begins_and_that_it_is_over() {
    for options in [
        RunOptions::default(),
        RunOptions {
            budget_runs: Some(1),
            ..RunOptions::default()
        },
    ] {
        let mut world = World::new(&["bad"; 2]).propose(0, &["good"]);
        let words = CheckWords(world.proposals.clone());
        let (begun, over) = <(Arc<AtomicUsize>, Arc<AtomicUsize>)>::default();
        let report = world.repair_with(&options, Told(Arc::clone(&begun), Arc::clone(&over), words));
        assert!(report.warnings.is_empty());
        let told = (begun.load(Ordering::Relaxed), over.load(Ordering::Relaxed));
        assert_eq!(told, (1, 1));
    }
}

/// Somebody writes into a file that a verified fix has just changed, so that the fix cannot be put back in.
#[test]
fn a_run_whose_files_another_program_changes_ends_with_a_report() {
    let mut world = World::new(&["bad", "bad"])
        .propose(0, &["good"])
        .propose(1, &["poison"]);
    world.check_first(
        "if [ \"$(cat f00) $(cat f01)\" = 'good poison' ]; then
           echo again >> both
           [ \"$(grep -c again both)\" = 2 ] && printf mine > f00
         fi",
    );
    let report = world.repair(&RunOptions::default());
    assert_eq!((report.outcome, report.fixed.len()), (Outcome::NoFix, 0));
    assert_eq!(world.words(), ["mine", "bad"]);
    let said = |words: &str| report.warnings.iter().any(|warning| warning.contains(words));
    assert!(
        said("ended early because another program changed its files"),
        "{:?}",
        report.warnings
    );
    assert!(said("f00 could not be put back"), "{:?}", report.warnings);
}
