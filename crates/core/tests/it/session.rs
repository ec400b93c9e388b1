//! The machine of a debug session: what it allows, and what it refuses whoever asks.

use std::collections::BTreeSet;

use proptest::prelude::*;
use unbreak_core::Command;
use unbreak_core::session::extent::{Extent, enclosing};
use unbreak_core::session::{
    Culprit, FixClass, Input, Outcome, Place, Postmortem, Proposal, Refusal, Reproduction, Resolution, Rule,
    Session, Source, Standing, State, Strength,
};

fn new() -> Session {
    Session::new("s1", Command::new("pytest", ["-q"]), 0)
}

fn after(inputs: &[Input]) -> Session {
    inputs.iter().fold(new(), |session, input| {
        session
            .step(input.clone(), 0)
            .unwrap_or_else(|refusal| panic!("{input:?}: {refusal}"))
    })
}

fn refusal(inputs: &[Input], last: Input) -> Refusal {
    let session = after(inputs);
    let before = session.clone();
    let refusal = session.step(last, 0).unwrap_err();
    assert_eq!(session, before, "a refused input changed something");
    refusal
}

fn reproduced(matches: u32, attempts: u32) -> Input {
    Input::Reproduced(Reproduction {
        matches,
        attempts,
        message: "3 != 4".to_owned(),
        signature: None,
        tests: BTreeSet::new(),
        test_files: BTreeSet::from(["tests/test_sum.py".to_owned()]),
        frames: Vec::new(),
        places: Vec::new(),
    })
}

fn skipped() -> Input {
    Input::BisectSkipped {
        reason: "there is no history".to_owned(),
    }
}

fn hypothesis(claim: &str) -> Input {
    Input::Hypothesised {
        claim: claim.to_owned(),
        source: Source::Caller,
        place: None,
    }
}

fn probing(hypothesis: u32, experiment: &str, handle: Option<&str>) -> Input {
    Input::Probing {
        hypothesis,
        experiment: experiment.to_owned(),
        handle: handle.map(str::to_owned),
    }
}

fn probed(probe: u32, outcome: Outcome, strength: Strength, measured: bool) -> Input {
    Input::Probed {
        probe,
        outcome,
        strength,
        note: "seen".to_owned(),
        measured,
    }
}

fn proposal(file: &str, lines: u32, functions: u32) -> Proposal {
    Proposal {
        title: "count from one".to_owned(),
        patch: "-a\n+b\n".to_owned(),
        files: BTreeSet::from([file.to_owned()]),
        lines,
        functions,
        shotgun: false,
        confidence: 0.99,
        verified: Some(true),
    }
}

fn fix(file: &str, shotgun: bool, elevated: bool) -> Input {
    Input::Proposed {
        proposal: proposal(file, 2, 1),
        shotgun,
        elevated,
    }
}

fn verified(passes: bool) -> Input {
    Input::Verified {
        passes,
        note: String::new(),
    }
}

fn postmortem(resolution: Resolution) -> Input {
    let mut written = Postmortem::new("s1", "3 != 4", "it counted from zero");
    written.resolution = resolution;
    written.confidence = 1.0.into();
    Input::Postmortem(Box::new(written))
}

fn localised() -> Input {
    Input::Localised {
        places: vec![Place {
            file: "sum.py".to_owned(),
            line: 3,
            function: Some("total".to_owned()),
            score: Some(0.9),
            why: "only failing tests run it".to_owned(),
        }],
    }
}

fn to_hypotheses() -> Vec<Input> {
    vec![
        reproduced(3, 3),
        skipped(),
        hypothesis("a"),
        hypothesis("b"),
        hypothesis("c"),
    ]
}

fn with(mut inputs: Vec<Input>, more: &[Input]) -> Vec<Input> {
    inputs.extend_from_slice(more);
    inputs
}

fn to_fix() -> Vec<Input> {
    with(
        to_hypotheses(),
        &[
            probing(1, "take it away", None),
            probed(1, Outcome::Supports, Strength::Causal, true),
            localised(),
        ],
    )
}

#[test]
fn a_session_goes_through_its_seven_states() {
    let steps = with(
        with(to_fix(), &[fix("sum.py", false, false), verified(true)]),
        &[postmortem(Resolution::Fixed), Input::Closed],
    );
    let mut session = new();
    let mut seen = vec![session.record().state];
    for input in steps {
        session = session.step(input, 7).unwrap();
        seen.push(session.record().state);
    }
    seen.dedup();
    assert_eq!(seen, State::ALL);
    assert_eq!(session.record().standing, Standing::Closed);
    let numbers: Vec<u64> = session.record().audit.iter().map(|entry| entry.seq).collect();
    assert_eq!(numbers, (1..=12).collect::<Vec<u64>>());
}

#[test]
fn every_rule_refuses_by_its_name_and_changes_nothing() {
    use Outcome::{Inconclusive, Supports};
    use Strength::{Causal, Strong};
    let in_probe = with(to_hypotheses(), &[probing(1, "look", None)]);
    let with_handle = with(
        to_hypotheses(),
        &[
            probing(1, "look", Some("h1")),
            probed(1, Supports, Causal, true),
            localised(),
        ],
    );
    let stuck = (1..=5).fold(to_hypotheses(), |inputs, round| {
        let look = format!("look {round}");
        with(
            inputs,
            &[
                probing(1, &look, None),
                probed(round, Inconclusive, Strong, false),
            ],
        )
    });
    let closed = with(
        to_hypotheses(),
        &[postmortem(Resolution::Unresolved), Input::Closed],
    );
    for (rule, before, input) in [
        (Rule::Order, vec![], localised_without_reproduction()),
        (Rule::Order, to_hypotheses(), reproduced(3, 3)),
        (Rule::Order, to_hypotheses(), localised()),
        (Rule::Order, to_fix(), verified(true)),
        (Rule::Order, to_fix(), postmortem(Resolution::Fixed)),
        (Rule::Order, to_hypotheses(), postmortem(Resolution::Diagnosed)),
        (
            Rule::BisectReason,
            vec![reproduced(3, 3)],
            Input::BisectSkipped {
                reason: " ".to_owned(),
            },
        ),
        (Rule::Rounds, stuck.clone(), hypothesis("d")),
        (Rule::Rounds, stuck, probing(1, "look again", None)),
        (Rule::ReproduceFirst, vec![], fix("sum.py", false, false)),
        (Rule::ReproduceFirst, vec![], fix("sum.py", true, true)),
        (
            Rule::ReproduceFirst,
            vec![reproduced(2, 3)],
            fix("sum.py", true, true),
        ),
        (Rule::ReproduceFirst, vec![], hypothesis("a")),
        (Rule::Confidence, to_hypotheses(), fix("sum.py", false, false)),
        (Rule::Confidence, to_hypotheses(), fix("sum.py", true, false)),
        (Rule::Confidence, to_hypotheses(), fix("sum.py", false, true)),
        (
            Rule::ThreeHypotheses,
            to_hypotheses()[..4].to_vec(),
            probing(1, "look", None),
        ),
        (
            Rule::ThreeHypotheses,
            to_hypotheses()[..4].to_vec(),
            fix("sum.py", true, true),
        ),
        (
            Rule::ThreeHypotheses,
            to_hypotheses()[..4].to_vec(),
            hypothesis("  B!"),
        ),
        (Rule::PostmortemFirst, to_hypotheses(), Input::Closed),
        (
            Rule::PostmortemFirst,
            with(
                to_fix(),
                &[Input::Proposed {
                    proposal: proposal("sum.py", 20, 1),
                    shotgun: false,
                    elevated: false,
                }],
            ),
            postmortem(Resolution::Fixed),
        ),
        (
            Rule::ProbesRemoved,
            with_handle.clone(),
            fix("sum.py", false, false),
        ),
        (
            Rule::ProbesRemoved,
            with_handle.clone(),
            fix("sum.py", true, true),
        ),
        (
            Rule::RevealingTest,
            to_fix(),
            fix("tests/test_sum.py", false, false),
        ),
        (
            Rule::RevealingTest,
            to_fix(),
            fix("tests/test_sum.py", true, true),
        ),
        (Rule::ThreeOfThree, vec![], reproduced(2, 2)),
        (Rule::Paused, vec![reproduced(2, 3)], reproduced(3, 3)),
        (Rule::Paused, vec![reproduced(0, 3)], skipped()),
        (Rule::OneExperiment, to_hypotheses(), probing(9, "look", None)),
        (Rule::OneExperiment, to_hypotheses(), probing(1, "", None)),
        (
            Rule::OneExperiment,
            in_probe.clone(),
            probed(2, Supports, Strong, false),
        ),
        (Rule::Measured, in_probe, probed(1, Supports, Causal, false)),
        (Rule::Closed, closed, hypothesis("d")),
    ] {
        let refusal = refusal(&before, input.clone());
        assert_eq!(refusal.rule, rule, "{input:?}: {refusal}");
        let said = refusal.to_string();
        assert!(
            said.contains(rule.number()) && said.contains(rule.name()),
            "{said}"
        );
    }
    // With the probe removed the same fix is taken.
    after(&with(
        with_handle,
        &[Input::ProbeRemoved { probe: 1 }, fix("sum.py", false, false)],
    ));
}

fn localised_without_reproduction() -> Input {
    probed(1, Outcome::Supports, Strength::Weak, false)
}

#[test]
fn what_is_refused_is_in_the_trail_too() {
    let session = new();
    let input = fix("sum.py", false, false);
    let refusal = session.step(input.clone(), 1).unwrap_err();
    let session = session.refused(&input, &refusal, 1);
    let trail = serde_json::to_value(&session.record().audit).unwrap();
    assert_eq!(trail[0]["input"], "proposed");
    assert_eq!(trail[0]["result"]["result"], "refused");
    assert_eq!(trail[0]["result"]["rule"], "reproduce-first");
}

#[test]
fn a_failure_that_does_not_always_come_back_is_asked_about() {
    for matches in 0..3 {
        let session = after(&[reproduced(matches, 3)]);
        let Standing::Paused { question } = &session.record().standing else {
            panic!("{session:?}");
        };
        assert!(
            question.contains("does the failure depend on the environment?"),
            "{question}"
        );
    }
    let answer = Input::Answered {
        answer: "yes, the database was down".to_owned(),
    };
    let session = after(&[reproduced(1, 3), answer, reproduced(3, 3)]);
    assert_eq!(session.record().state, State::Bisect);
}

#[test]
fn confidence_moves_by_the_stated_ratios() {
    use Outcome::{Inconclusive, Refutes, Supports};
    use Strength::{Causal, Strong, Weak};
    // Three hypotheses and something else, each of weight one.
    for (results, expected, state) in [
        (vec![(Supports, Weak)], 3.0 / 6.0, State::Hypothesise),
        (vec![(Supports, Strong)], 10.0 / 13.0, State::Hypothesise),
        (
            vec![(Supports, Strong), (Supports, Weak)],
            30.0 / 33.0,
            State::Localise,
        ),
        (vec![(Supports, Causal)], 100.0 / 103.0, State::Localise),
        (vec![(Inconclusive, Strong)], 1.0 / 4.0, State::Hypothesise),
        (
            vec![(Supports, Causal), (Refutes, Causal)],
            1.0 / 4.0,
            State::Hypothesise,
        ),
    ] {
        let mut inputs = to_hypotheses();
        for probe in 1..=u32::try_from(results.len()).unwrap() {
            inputs.push(probing(1, &format!("experiment {probe}"), None));
        }
        for (probe, (outcome, strength)) in (1..).zip(&results) {
            inputs.push(probed(probe, *outcome, *strength, true));
        }
        let session = after(&inputs);
        let confidence = session.record().beliefs()[0].1;
        assert!(
            (confidence - expected).abs() < 1e-9,
            "{results:?}: {confidence} is not {expected}"
        );
        assert_eq!(session.record().state, state, "{results:?}");
    }
}

#[test]
fn the_same_experiment_again_is_no_new_evidence() {
    let once = [
        probing(1, "Run it alone", None),
        probed(1, Outcome::Supports, Strength::Strong, false),
    ];
    let twice = [
        probing(1, "run it  ALONE.", None),
        probed(2, Outcome::Supports, Strength::Strong, false),
    ];
    let session = after(&with(with(to_hypotheses(), &once), &twice));
    assert_eq!(session.record().state, State::Hypothesise);
    assert!((session.record().top().unwrap().1 - 10.0 / 13.0).abs() < 1e-9);
}

#[test]
fn a_shot_in_the_dark_is_recorded_as_one() {
    let session = after(&with(
        to_hypotheses(),
        &[
            fix("sum.py", true, true),
            verified(true),
            postmortem(Resolution::Fixed),
        ],
    ));
    let written = session.record().postmortem.as_ref().unwrap();
    assert!(written.shotgun);
    assert!((written.confidence.get() - 0.25).abs() < 1e-9, "{written:?}");
}

#[test]
fn what_is_not_surgical_goes_back_to_planning() {
    for (lines, functions, class) in [
        (19, 1, FixClass::Surgical),
        (1, 0, FixClass::Surgical),
        (20, 1, FixClass::Architectural),
        (2, 2, FixClass::Architectural),
    ] {
        let proposal = proposal("sum.py", lines, functions);
        assert_eq!(FixClass::of(&proposal), class);
        let proposed = Input::Proposed {
            proposal,
            shotgun: false,
            elevated: false,
        };
        let session = after(&with(to_fix(), &[proposed]));
        let expected = match class {
            FixClass::Surgical => State::ProposeFix,
            _ => State::Postmortem,
        };
        assert_eq!(session.record().state, expected);
    }
}

#[test]
fn a_fix_that_does_not_help_speaks_against_its_hypothesis() {
    let session = after(&with(to_fix(), &[fix("sum.py", false, false), verified(false)]));
    assert_eq!(session.record().state, State::Hypothesise);
    assert!(session.record().top().unwrap().1 < 0.8);
}

#[test]
fn a_session_survives_being_written_down() {
    let session = after(&with(to_fix(), &[fix("sum.py", false, false), verified(true)]));
    let text = serde_json::to_string(&session).unwrap();
    assert_eq!(serde_json::from_str::<Session>(&text).unwrap(), session);
}

#[test]
fn the_function_around_a_line_is_found_in_many_languages() {
    for (text, line, expected) in [
        ("def f(x):\n    return x\n", 2, Some("f")),
        (
            "class A:\n    def g(self):\n        if x:\n            return 1\n",
            4,
            Some("g"),
        ),
        ("def f():\n    pass\n\nX = 1\n", 4, None),
        ("async def h():\n    a = [\n        1,\n    ]\n", 3, Some("h")),
        (
            "pub(crate) fn run<T>(x: T) -> u8 {\n    let a = 1;\n    a\n}\n",
            3,
            Some("run"),
        ),
        (
            "func (s *Server) Serve(w int) error {\n\treturn nil\n}\n",
            2,
            Some("Serve"),
        ),
        (
            "export const add = (a, b) => {\n  return a - b;\n};\n",
            2,
            Some("add"),
        ),
        ("function total(xs) {\n  return 0;\n}\n", 2, Some("total")),
        (
            "static int\ncount(int a)\n{\n    return a;\n}\n",
            4,
            Some("count"),
        ),
        (
            "int main(void) {\n    if (x) {\n        y();\n    }\n}\n",
            3,
            Some("main"),
        ),
        (
            "    public int size() {\n        return 0;\n    }\n",
            2,
            Some("size"),
        ),
        ("x = 1\ny = 2\n", 2, None),
    ] {
        let found = enclosing(text, line).map(|(_, name)| name);
        assert_eq!(found.as_deref(), expected, "line {line} of {text:?}");
    }
    let text = "def f():\n    a\n    b\n\ndef g():\n    c\n";
    let mut extent = Extent::default();
    extent.add(text, 2, 2, 1);
    extent.add(text, 6, 1, 4);
    assert_eq!((extent.lines, extent.functions.len()), (6, 2));
}

fn any_input() -> impl Strategy<Value = Input> {
    let outcome = prop_oneof![
        Just(Outcome::Supports),
        Just(Outcome::Refutes),
        Just(Outcome::Inconclusive)
    ];
    let strength = prop_oneof![
        Just(Strength::Weak),
        Just(Strength::Strong),
        Just(Strength::Causal)
    ];
    prop_oneof![
        (0..4_u32, 0..5_u32).prop_map(|(matches, attempts)| reproduced(matches, attempts)),
        Just(reproduced(3, 3)),
        Just(skipped()),
        Just(Input::Answered {
            answer: "no".to_owned()
        }),
        Just(Input::Bisected(Culprit {
            commit: None,
            summary: String::new(),
            confidence: 1.0
        })),
        "[a-d]".prop_map(|claim| hypothesis(&claim)),
        (1..5_u32, "[a-d]", any::<bool>()).prop_map(|(about, what, handle)| probing(
            about,
            &what,
            handle.then_some("h")
        )),
        (1..6_u32, outcome, strength, any::<bool>())
            .prop_map(|(probe, outcome, strength, measured)| probed(probe, outcome, strength, measured)),
        (1..6_u32).prop_map(|probe| Input::ProbeRemoved { probe }),
        Just(localised()),
        (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(test, shotgun, elevated)| {
            fix(
                if test { "tests/test_sum.py" } else { "sum.py" },
                shotgun,
                elevated,
            )
        }),
        any::<bool>().prop_map(verified),
        Just(postmortem(Resolution::Unresolved)),
        Just(postmortem(Resolution::Fixed)),
        Just(Input::Closed),
    ]
}

proptest! {
    /// No sequence of inputs breaks a rule about fixes.
    #[test]
    fn no_order_of_inputs_gets_around_the_rules(inputs in prop::collection::vec(any_input(), 0..60)) {
        let mut session = new();
        for input in inputs {
            let elevated = matches!(&input, Input::Proposed { shotgun: true, elevated: true, .. });
            let proposes = matches!(input, Input::Proposed { .. });
            let closes = matches!(input, Input::Closed);
            let before = session.record().clone();
            let Ok(next) = session.step(input, 0) else { continue };
            if proposes {
                prop_assert!(before.is_reproduced());
                prop_assert!(before.hypotheses.len() >= 3);
                prop_assert!(elevated || before.top().unwrap().1 >= 0.8);
                prop_assert!(before.standing_probes().next().is_none());
                let proposal = next.record().proposal.as_ref().unwrap();
                prop_assert!(!proposal.files.contains("tests/test_sum.py"));
                prop_assert!(proposal.shotgun || proposal.confidence >= 0.8);
            }
            if closes {
                prop_assert!(before.postmortem.is_some());
            }
            prop_assert!(next.record().rounds <= 5);
            let all: f64 = next.record().beliefs().iter().map(|(_, confidence)| confidence).sum();
            prop_assert!(all < 1.0);
            session = next;
        }
    }
}
