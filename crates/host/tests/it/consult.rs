//! Models as a source of proposals: what is sent, what is kept, and when it ends.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use unbreak_core::model::{Completion, ModelError, ModelErrorKind, Prompt};
use unbreak_core::policy::escalation::Ladder;
use unbreak_core::{Command, DeterminedBy, Event, EventKind, Fix, Model, Outcome, Report, SafetyClass};
use unbreak_host::model::{ModelSettings, Price};
use unbreak_host::{Agent, CancelToken, Observer, RunOptions};

use crate::scripted::{PLAN, Scripted, block};

const SOURCE: &str = "\
def gcd(a, b):
    if b == 0:
        return a
    return gcd(a % b, b)


def lcm(a, b):
    return a * b // gcd(a, b)
";

const TEST: &str = "\
import unittest

from numbers_ import gcd


class GcdTest(unittest.TestCase):
    def test_gcd(self):
        self.assertEqual(gcd(12, 18), 6)


if __name__ == '__main__':
    unittest.main()
";

fn right() -> String {
    block(
        "numbers_.py",
        "    return gcd(a % b, b)",
        "    return gcd(b, a % b)",
    )
}

fn wrong() -> String {
    block(
        "numbers_.py",
        "    return gcd(a % b, b)",
        "    return gcd(a % b, a)",
    )
}

fn edits_the_test() -> String {
    block(
        "test_numbers.py",
        "        self.assertEqual(gcd(12, 18), 6)",
        "        self.assertTrue(True)",
    )
}

#[derive(Default)]
struct Listener {
    ladders: Vec<Ladder>,
    shown: Vec<Prompt>,
}

impl Observer for Listener {
    fn event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Attempt { ladder, .. } => self.ladders.push(ladder.clone()),
            EventKind::Model { call } => self.shown.extend(call.prompt.clone()),
            _ => {}
        }
    }

    fn approve(&mut self, _fix: &Fix) -> bool {
        false
    }
}

struct Consulted {
    report: Report,
    asked: Vec<Prompt>,
    listener: Listener,
    source: String,
    test: String,
}

fn consult(answers: &[String], options: &RunOptions, budget_tokens: Option<u64>) -> Consulted {
    consult_tiers(&[answers], options, budget_tokens, 1)
}

fn consult_tiers(
    tiers: &[&[String]],
    options: &RunOptions,
    budget_tokens: Option<u64>,
    samples: u32,
) -> Consulted {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let mut settings = ModelSettings::default();
    settings.samples = samples;
    settings.budget_tokens = budget_tokens;
    for answers in tiers {
        let model = Scripted::new(answers, &asked);
        settings = settings.tier(Arc::new(model), Price::new(1.0, 10.0));
    }
    let (report, listener, [source, test]) = repair(settings, options);
    let asked = asked.lock().expect("no panic").clone();
    Consulted {
        report,
        asked,
        listener,
        source,
        test,
    }
}

/// Repairs the project with models. The report, what was heard, and the texts of both files afterwards.
fn repair(settings: ModelSettings, options: &RunOptions) -> (Report, Listener, [String; 2]) {
    let directory = tempfile::tempdir().expect("a directory");
    let state = tempfile::tempdir().expect("a directory");
    let at = |name: &str| directory.path().join(name);
    std::fs::write(at("numbers_.py"), SOURCE).expect("writable");
    std::fs::write(at("test_numbers.py"), TEST).expect("writable");
    let agent = Agent::builder()
        .directory(directory.path())
        .state_directory(state.path())
        .with_linked()
        .models(settings)
        .build()
        .expect("an agent");
    let mut listener = Listener::default();
    let command = Command::new("python3", ["-B", "-m", "unittest", "-q"]);
    let report = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(agent.run(&command, options, &mut listener, &CancelToken::new()))
        .expect("a report");
    let texts =
        ["numbers_.py", "test_numbers.py"].map(|name| std::fs::read_to_string(at(name)).expect("readable"));
    (report, listener, texts)
}

fn yes() -> RunOptions {
    RunOptions {
        assume_yes: true,
        ..RunOptions::default()
    }
}

#[test]
fn a_right_answer_is_verified_and_kept() {
    let done = consult(&[PLAN.to_owned(), right()], &yes(), None);
    assert_eq!(done.report.outcome, Outcome::Fixed, "{:#?}", done.report);
    let [kept] = done.report.fixed.as_slice() else {
        panic!("{:?}", done.report.fixed)
    };
    assert_eq!(
        (kept.strategy.as_str(), kept.safety),
        ("model_fix", SafetyClass::Unsafe)
    );
    assert_eq!(kept.evidence.determined_by, DeterminedBy::Model);
    assert!(done.source.contains("gcd(b, a % b)"));
    let [used] = done.report.models.as_slice() else {
        panic!("{:?}", done.report.models)
    };
    assert_eq!(
        (used.calls, used.input_tokens, used.output_tokens),
        (2, 2_000, 200)
    );
    assert!((used.cost - 0.004).abs() < 1e-9);
}

#[test]
fn the_prompt_shows_the_test_and_what_it_calls() {
    let done = consult(&[PLAN.to_owned(), right()], &yes(), None);
    let question = &done.asked[1].user;
    for part in [
        "self.assertEqual(gcd(12, 18), 6)",
        "return gcd(a % b, b)",
        "numbers_.py, lines 1-8",
    ] {
        assert!(question.contains(part), "{part} is missing in {question}");
    }
    assert!(question.contains("the arguments are in the wrong order"));
}

#[test]
fn what_cannot_be_placed_goes_back_with_the_closest_lines() {
    let misplaced = block(
        "numbers_.py",
        "    return gcd(a mod b, b)",
        "    return gcd(b, a % b)",
    );
    let done = consult(&[PLAN.to_owned(), misplaced, right()], &yes(), None);
    assert_eq!(done.report.outcome, Outcome::Fixed);
    let again = &done.asked[2].user;
    assert!(
        again.contains("the closest lines there are:\n    return gcd(a % b, b)"),
        "{again}"
    );
}

#[test]
fn an_edit_of_the_test_is_refused_and_the_model_is_told() {
    let done = consult(&[PLAN.to_owned(), edits_the_test(), right()], &yes(), None);
    assert_eq!(done.report.outcome, Outcome::Fixed);
    assert_eq!(done.test, TEST);
    let refused: Vec<&str> = done
        .report
        .refused
        .iter()
        .map(|refused| refused.rule.as_str())
        .collect();
    assert_eq!(refused, ["weakens-test"]);
    assert!(
        done.asked[2].user.contains("weakens-test"),
        "{}",
        done.asked[2].user
    );
}

#[test]
fn an_edit_that_does_not_help_goes_back_with_its_diff() {
    let done = consult(
        &[PLAN.to_owned(), wrong(), PLAN.to_owned(), right()],
        &yes(),
        None,
    );
    assert_eq!(done.report.outcome, Outcome::Fixed, "{:#?}", done.report);
    let last = &done.asked.last().expect("asked").user;
    assert!(last.contains("-    return gcd(a % b, b)"), "{last}");
    assert_eq!(done.listener.ladders.last().map(|ladder| ladder.attempt), Some(2));
    assert_eq!(
        done.listener.ladders.last().map(|ladder| ladder.replans.len()),
        Some(1)
    );
}

#[test]
fn the_same_wrong_answer_for_ever_is_stuck() {
    let done = consult(&[PLAN.to_owned(), wrong()], &yes(), None);
    assert_eq!(done.report.outcome, Outcome::Stuck, "{:#?}", done.report);
    assert_eq!(done.source, SOURCE);
    let answers = done.asked.iter().filter(|prompt| prompt.schema.is_none()).count();
    assert_eq!(answers, 2);
    let prose = consult(&["I am sure that you can do it.".to_owned()], &yes(), None);
    assert_eq!(prose.report.outcome, Outcome::Stuck);
    assert_eq!(prose.source, SOURCE);
}

#[test]
fn counters_never_fall_and_hints_stay() {
    let misplaced = block("numbers_.py", "nothing of it", "x");
    let elsewhere = block(
        "src/numbers_.py",
        "    return gcd(a % b, b)",
        "    return gcd(b, a % b)",
    );
    let script = [
        PLAN.to_owned(),
        misplaced,
        elsewhere,
        wrong(),
        PLAN.to_owned(),
        edits_the_test(),
        wrong(),
    ];
    let done = consult_tiers(&[&script, &script[1..]], &yes(), None, 1);
    let ladders = &done.listener.ladders;
    for pair in ladders.windows(2) {
        assert!(pair[0].attempt <= pair[1].attempt && pair[0].tier <= pair[1].tier);
        assert!(pair[1].hints.starts_with(&pair[0].hints));
    }
    let hints = &ladders.last().expect("attempts").hints;
    assert!(
        hints.iter().any(|hint| hint
            .text
            .contains("written to src/numbers_.py; must be at numbers_.py")),
        "{hints:?}"
    );
}

#[test]
fn a_budget_of_tokens_is_exceeded_by_one_answer_at_most() {
    for samples in [1, 4] {
        let done = consult_tiers(
            &[&[PLAN.to_owned(), wrong(), right()]],
            &yes(),
            Some(1_500),
            samples,
        );
        let spent: u64 = done
            .report
            .models
            .iter()
            .map(|used| used.input_tokens + used.output_tokens)
            .sum();
        assert!(spent <= 1_500 + 1_100, "{spent} tokens");
        assert_eq!(
            done.report.outcome,
            Outcome::BudgetExhausted {
                budget: "tokens".to_owned()
            }
        );
        assert_eq!(done.source, SOURCE);
    }
}

#[test]
fn without_approval_nothing_is_kept_and_no_question_is_repeated() {
    let done = consult(&[PLAN.to_owned(), right()], &RunOptions::default(), None);
    assert_eq!(done.source, SOURCE);
    assert_eq!(done.asked.len(), 2);
    assert_eq!(done.report.refused.len(), 1);
    assert_eq!(done.report.refused[0].rule, "approval");
}

#[test]
fn prompts_are_shown_and_not_sent() {
    let options = RunOptions {
        show_prompts: true,
        ..yes()
    };
    let done = consult(&[PLAN.to_owned(), right()], &options, None);
    assert!(done.asked.is_empty());
    assert_eq!(done.source, SOURCE);
    assert!(
        done.listener
            .shown
            .iter()
            .any(|prompt| prompt.user.contains("gcd(12, 18)"))
    );
}

/// Refuses every question, as a provider does whose key is wrong.
struct Refusing(Arc<Mutex<u32>>);

#[async_trait]
impl Model for Refusing {
    fn name(&self) -> &'static str {
        "refusing"
    }

    async fn complete(&self, _prompt: &Prompt) -> Result<Completion, ModelError> {
        *self.0.lock().expect("no panic") += 1;
        Err(ModelError::new(
            "refusing",
            ModelErrorKind::Unauthorized,
            "the key is not accepted",
        ))
    }
}

#[test]
fn a_model_that_refuses_is_not_asked_again() {
    let asked = Arc::new(Mutex::new(0));
    let mut settings = ModelSettings::default();
    settings = settings.tier(Arc::new(Refusing(Arc::clone(&asked))), Price::default());
    let (report, ..) = repair(settings, &yes());
    assert_eq!(*asked.lock().expect("no panic"), 1);
    assert_eq!(report.outcome, Outcome::NoFix);
}

#[test]
fn equal_answers_are_one_fix_with_several_votes() {
    let script = [PLAN.to_owned(), wrong(), right(), right(), right()];
    let done = consult_tiers(&[&script], &yes(), None, 4);
    assert_eq!(done.report.outcome, Outcome::Fixed);
    assert!(
        done.report.fixed[0].rationale.contains("3 of 4"),
        "{}",
        done.report.fixed[0].rationale
    );
    assert_eq!(done.listener.ladders.last().map(|ladder| ladder.attempt), Some(1));
}

#[test]
fn an_analysis_that_cannot_be_validated_asks_for_a_person() {
    let bad = PLAN.replace("0.9", "6041385044462");
    let done = consult(&[bad.clone(), bad, right()], &yes(), None);
    assert!(
        done.asked[1]
            .user
            .contains("`confidence` must be a number from 0 to 1")
    );
    assert_eq!(done.report.outcome, Outcome::Fixed);
}
