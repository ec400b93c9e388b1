//! Every situation before and after a change is a file in `cases/verdict`.
//!
//! A file section is a source with its edits marked; `before` holds the errors of the first run,
//! each `gone` or `stays`, with `*` when the fix is for it; `after` those of the second, each
//! `same`, `revealed` or `caused`. `better` is the verdict; `stopped` says that the first run left
//! tests untried, `tests` how many each run tried.

use proptest::prelude::*;
use unbreak_core::policy::phase::Phase;
use unbreak_core::policy::verdict::{Attempt, Comparison, Effect, Observation, Verdict, Work, decide};
use unbreak_core::{Confidence, DeterminedBy, Diagnostic, ExitState, Fix, LineMap, RelPath, SafetyClass};

use crate::case::{Case, diagnostic};
use crate::marked::marked;

#[test]
fn each_situation_gets_its_verdict() {
    let mut wrong = Vec::new();
    for case in Case::all("verdict") {
        let situation = Situation::new(&case);
        let effect = situation.effect();
        let (before, after) = (situation.fates(&effect), situation.origins(&effect));
        let better = situation.is_accepted();
        let expected = case.value("better") == Some("yes");
        if (&before, &after, better) != (&situation.expected_before, &situation.expected_after, expected) {
            wrong.push(format!(
                "{}: before {before:?}, after {after:?}, better: {better}",
                case.name
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_fix_for_nothing_resolves_nothing() {
    let fix = Fix::new("any", "any", Confidence::new(1.0));
    let attempt = Attempt {
        fix: &fix,
        causes: vec![&[]],
    };
    let failed = Observation::new(ExitState::Code(1), Vec::new());
    let verdict = decide(&failed, &failed, &[attempt], &LineMap::default());
    let resolved = vec![Vec::new()];
    assert_eq!(verdict, Verdict::Partly { resolved });
}

/// A run with an error, and so much work done.
fn run(exit: ExitState, message: &str, tests: Option<u64>) -> Observation {
    let error = diagnostic(&format!("runtime a.py:1 in t.py::a | {message}"));
    let mut run = Observation::new(exit, vec![error]);
    run.work = Some(Work { tests, idle: None });
    run.is_all = true;
    run
}

#[test]
fn a_run_that_did_less_or_died_accepts_nothing() {
    let before = run(ExitState::Code(1), "it is wrong", Some(3));
    let passes = |tests| {
        let mut run = Observation::new(ExitState::Code(0), Vec::new());
        run.work = Some(Work { tests, idle: None });
        run.is_all = true;
        run
    };
    let mut lost = passes(Some(3));
    lost.missing.insert("report.txt".to_owned());
    let mut silent = Observation::new(ExitState::Code(1), Vec::new());
    silent.work.clone_from(&before.work);
    let cases = [
        (passes(Some(3)), None),
        (passes(Some(2)), Some("only 2 of 3 tests ran")),
        (passes(None), Some("no longer says how many tests ran")),
        (lost, Some("report.txt is missing now")),
        (silent, Some("without a known error")),
        (
            run(ExitState::TimedOut, "it is wrong", Some(3)),
            Some("time limit"),
        ),
        (
            run(ExitState::Signal(9), "it is wrong", Some(3)),
            Some("now dies"),
        ),
    ];
    let fix = Fix::new("any", "any", Confidence::new(1.0));
    for (after, expected) in cases {
        let attempt = Attempt {
            fix: &fix,
            causes: vec![&[0]],
        };
        match (decide(&before, &after, &[attempt], &LineMap::default()), expected) {
            (Verdict::Passes, None) => {}
            (Verdict::Worse { suspects, harm }, Some(expected)) => {
                assert_eq!(suspects, [0]);
                assert!(harm.contains(expected), "{harm}");
            }
            (verdict, expected) => panic!("{verdict:?} instead of {expected:?}"),
        }
    }
}

/// A rule mends what kept a test from a line, and writes the line in another form, too.
#[test]
fn a_line_in_another_form_may_fail_if_a_rule_wrote_it() {
    let nose = (
        "⟦from nose.tools import eq_\n→⟧\n\ndef test_cups():\n    ⟦eq_(1 + 1, 3)→assert 1 + 1 == 3⟧\n",
        "import test_cups.py:1 in test_cups.py | No module named 'nose'",
    );
    let unittest = (
        "⟦→import shop\n⟧class Cups(TestCase):\n    def test_cups(self):\n        self.⟦assertEquals→assertEqual⟧(1, 1)\n        self.⟦assert_→assertTrue⟧(None)\n",
        "runtime test_cups.py:3 in test_cups.py::test_cups | 'Cups' object has no attribute 'assertEquals'",
    );
    let decorator = (
        "⟦@coroutine\ndef→async def⟧ boil():\n    ⟦yield from→await⟧ wait([])\n",
        "runtime test_cups.py:1 in test_cups.py | module 'asyncio' has no attribute 'coroutine'",
    );
    let cases = [
        (nose, DeterminedBy::Rule, "assertion", 4, true),
        (nose, DeterminedBy::Search, "runtime", 4, false),
        (decorator, DeterminedBy::Rule, "runtime", 2, true),
        (decorator, DeterminedBy::Search, "runtime", 2, false),
        (nose, DeterminedBy::Spelling, "assertion", 4, false),
        (nose, DeterminedBy::Search, "assertion", 4, false),
        (unittest, DeterminedBy::Rule, "assertion", 5, true),
        // The line that failed.
        (unittest, DeterminedBy::Rule, "assertion", 4, false),
        (unittest, DeterminedBy::Spelling, "assertion", 5, false),
    ];
    let file = RelPath::new("test_cups.py").unwrap();
    let failed = |line: &str| Observation::new(ExitState::Code(1), vec![diagnostic(line)]);
    for ((text, error), determined_by, kind, line, expected) in cases {
        let case = marked(file.as_str(), text);
        let mut lines = LineMap::default();
        lines.add(&file, &case.source, &case.edits);
        let fix = Fix::new("any", "any", Confidence::new(1.0))
            .edits(case.edits)
            .safety(SafetyClass::Safe)
            .evidence(determined_by);
        let attempt = Attempt {
            fix: &fix,
            causes: vec![&[0]],
        };
        let after = format!("{kind} test_cups.py:{line} in test_cups.py::test_cups | it is wrong");
        let verdict = decide(&failed(error), &failed(&after), &[attempt], &lines);
        let is_kept = matches!(verdict, Verdict::Better { .. });
        assert_eq!(is_kept, expected, "{determined_by:?}: {after}");
    }
}

struct Situation {
    lines: LineMap,
    passes: bool,
    stopped_early: bool,
    tests: Option<(u64, u64)>,
    before: Vec<Diagnostic>,
    after: Vec<Diagnostic>,
    targets: Vec<usize>,
    expected_before: Vec<String>,
    expected_after: Vec<String>,
}

impl Situation {
    fn new(case: &Case) -> Self {
        let mut lines = LineMap::default();
        let mut listed = (Vec::new(), Vec::new());
        for (heading, text) in &case.sections {
            match heading.as_str() {
                "before" => listed.0 = text.lines().map(labelled).collect(),
                "after" => listed.1 = text.lines().map(labelled).collect(),
                file => {
                    let case = marked(file, text);
                    lines.add(&RelPath::new(file).unwrap(), &case.source, &case.edits);
                }
            }
        }
        let (labels, before): (Vec<String>, Vec<Diagnostic>) = listed.0.into_iter().unzip();
        let (expected_after, after) = listed.1.into_iter().unzip();
        Self {
            lines,
            passes: case.value("passes") == Some("yes"),
            stopped_early: case.value("stopped") == Some("yes"),
            tests: case.value("tests").map(|counts| {
                let (before, after) = counts.split_once(" then ").unwrap();
                (before.parse().unwrap(), after.parse().unwrap())
            }),
            before,
            after,
            targets: (0..labels.len())
                .filter(|&index| labels[index].ends_with('*'))
                .collect(),
            expected_before: labels
                .iter()
                .map(|label| label.trim_end_matches('*').to_owned())
                .collect(),
            expected_after,
        }
    }

    /// Returns whether a fix for the targets alone would be kept.
    fn is_accepted(&self) -> bool {
        let fix = Fix::new("any", "any", Confidence::new(1.0));
        let attempt = Attempt {
            fix: &fix,
            causes: vec![&self.targets],
        };
        let exit = ExitState::Code(i32::from(!self.passes));
        let mut before = Observation::new(ExitState::Code(1), self.before.clone());
        before.stopped_early = self.stopped_early;
        let mut after = Observation::new(exit, self.after.clone());
        let work = |tests| Work {
            tests: Some(tests),
            idle: None,
        };
        if let Some((earlier, later)) = self.tests {
            (before.work, after.work) = (Some(work(earlier)), Some(work(later)));
        }
        let verdict = decide(&before, &after, &[attempt], &self.lines);
        matches!(verdict, Verdict::Passes | Verdict::Better { .. })
    }

    fn effect(&self) -> Effect {
        Effect::of(&Comparison {
            before: &self.before,
            after: &self.after,
            passes: self.passes,
            stopped_early: self.stopped_early,
            tests: self.tests,
            lines: &self.lines,
        })
    }

    fn fates(&self, effect: &Effect) -> Vec<String> {
        let fate = |index| {
            if effect.gone.contains(&index) {
                "gone"
            } else {
                "stays"
            }
        };
        (0..self.before.len())
            .map(|index| fate(index).to_owned())
            .collect()
    }

    fn origins(&self, effect: &Effect) -> Vec<String> {
        let origin = |index| match (effect.revealed.contains(&index), effect.caused.contains(&index)) {
            (false, false) => "same",
            (true, false) => "revealed",
            (false, true) => "caused",
            (true, true) => "both",
        };
        (0..self.after.len())
            .map(|index| origin(index).to_owned())
            .collect()
    }
}

/// A label and the diagnostic behind it.
fn labelled(line: &str) -> (String, Diagnostic) {
    let (label, rest) = line.split_once(' ').unwrap();
    (label.to_owned(), diagnostic(rest.trim()))
}

/// Errors that resemble each other.
fn errors() -> impl Strategy<Value = Vec<Diagnostic>> {
    let types = vec![
        "syntax",
        "import",
        "type",
        "runtime",
        "assertion",
        "lint",
        "timeout",
        "unknown",
    ];
    let tests = vec!["", " in t.py::a", " in t.py::b", " in t.py"];
    let messages = vec!["name 'x' is not defined", "assert 1 == 2", "assert 3 == 4"];
    let select = prop::sample::select::<&str>;
    let one = (select(types), 1..4_u32, select(tests), select(messages)).prop_map(
        |(error_type, line, test, message)| {
            diagnostic(&format!("{error_type} a.py:{line}{test} | {message}"))
        },
    );
    prop::collection::vec(one, 0..6)
}

/// An error of each phase of a run, at a line of a file.
fn in_phase(phase: Phase, file: &str, line: u32) -> Diagnostic {
    let (error_type, file) = match phase {
        Phase::Configuration => ("build", format!("{file}.toml")),
        Phase::Syntax => ("syntax", format!("{file}.py")),
        Phase::Names => ("import", format!("{file}.py")),
        Phase::Types => ("type", format!("{file}.py")),
        Phase::Execution => ("runtime", format!("{file}.py")),
        Phase::Tests => ("assertion", format!("{file}.py")),
        _ => ("lint", format!("{file}.py")),
    };
    diagnostic(&format!("{error_type} {file}:{line} by tool | it is wrong"))
}

/// The phases of one run. Rules of style are another tool's.
fn of_a_run() -> impl Strategy<Value = Phase> {
    prop::sample::select(Phase::ALL[..6].to_vec())
}

proptest! {
    #[test]
    fn a_diagnostic_is_of_the_phase_that_reports_it(phase in prop::sample::select(Phase::ALL.to_vec()), line in 1..9_u32) {
        prop_assert_eq!(Phase::of(&in_phase(phase, "a", line)), phase);
    }

    /// Later phases do not see what an earlier phase refuses.
    #[test]
    fn a_phase_that_is_clean_reveals_what_later_ones_say(
        early in of_a_run(),
        late in prop::collection::vec((of_a_run(), 1..9_u32), 1..5),
        gone in prop::collection::vec(1..9_u32, 1..4),
    ) {
        let mut lines = LineMap::default();
        let case = marked("a.py", "x\n⟦y→z⟧\n");
        lines.add(&RelPath::new("a.py").unwrap(), &case.source, &case.edits);
        let before: Vec<Diagnostic> = gone.into_iter().map(|line| in_phase(early, "a", line)).collect();
        let late = late.into_iter().filter(|(phase, _)| *phase > early);
        let after: Vec<Diagnostic> = late.map(|(phase, line)| in_phase(phase, "b", line)).collect();
        let comparison = Comparison { before: &before, after: &after, passes: false, stopped_early: false, tests: None, lines: &lines };
        let effect = Effect::of(&comparison);
        prop_assert_eq!(effect.caused, Vec::<usize>::new());
        prop_assert_eq!(effect.gone.len(), before.len());
    }

    #[test]
    fn every_error_is_accounted_for_once(before in errors(), after in errors()) {
        let mut lines = LineMap::default();
        let case = marked("a.py", "⟦→import os\n⟧x\n⟦y→z⟧\n");
        lines.add(&RelPath::new("a.py").unwrap(), &case.source, &case.edits);
        let comparison = Comparison { before: &before, after: &after, passes: false, stopped_early: false, tests: None, lines: &lines };
        let effect = Effect::of(&comparison);
        let new = effect.revealed.len() + effect.caused.len();
        prop_assert_eq!(before.len() - effect.gone.len(), after.len() - new);
        prop_assert!(effect.revealed.iter().all(|index| !effect.caused.contains(index)));
        prop_assert!(effect.gone.iter().all(|&index| index < before.len()));
        if effect.gone.is_empty() {
            prop_assert_eq!(effect.revealed, Vec::<usize>::new(), "no fixed error hid anything");
        }
    }

    #[test]
    fn a_change_of_nothing_changes_nothing(mut errors in errors(), turn in any::<prop::sample::Index>()) {
        let before = errors.clone();
        let middle = turn.index(errors.len() + 1).min(errors.len());
        errors.rotate_left(middle);
        let lines = LineMap::default();
        let comparison = Comparison { before: &before, after: &errors, passes: false, stopped_early: false, tests: None, lines: &lines };
        let effect = Effect::of(&comparison);
        prop_assert_eq!((effect.gone.len(), effect.revealed.len(), effect.caused.len()), (0, 0, 0));
    }
}
