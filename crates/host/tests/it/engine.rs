//! The loop, on a small world: files `f00`, `f01`, ... that hold a word, a check in shell that
//! complains of the words it does not like, a parser for its complaints, and a strategy that
//! proposes other words.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use async_trait::async_trait;
use unbreak_core::event::FixOutcome;
use unbreak_core::{
    Analysis, Candidate, Command, Confidence, Descriptor, Diagnostic, Edit, ErrorParser, ErrorType, Event,
    EventKind, Fix, FixContext, FixStrategy, Line, Location, Outcome, ParserState, Report, SafetyClass,
    Severity, Sink, Step, StrategyError,
};
use unbreak_host::{Agent, CancelToken, Observer, RunOptions};

/// `bad` and `worse` are errors where they stand, `poison` is one elsewhere, and `later` is one
/// that shows only when there is no other.
const CHECK: &str = r#"
status=0
for f in f*; do
  case "$(cat "$f")" in
    bad|worse*) echo "$f:1: error: says $(cat "$f")"; status=1;;
    poison) echo "elsewhere:1: error: somebody says 'poison'"; status=1;;
  esac
done
[ $status = 0 ] || exit 1
for f in f*; do
  case "$(cat "$f")" in later) echo "$f:1: error: says later"; status=1;; esac
done
exit $status
"#;

struct World {
    directory: tempfile::TempDir,
    state: tempfile::TempDir,
    proposals: BTreeMap<String, Vec<Fix>>,
    events: Vec<Event>,
}

impl World {
    fn new(words: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        for (index, word) in words.iter().enumerate() {
            fs::write(directory.path().join(name(index)), word).unwrap();
        }
        fs::write(directory.path().join("check.sh"), CHECK).unwrap();
        let state = tempfile::tempdir().unwrap();
        Self {
            directory,
            state,
            proposals: BTreeMap::new(),
            events: Vec::new(),
        }
    }

    /// Whatever file `index` is blamed for, these words are proposed for it, in this order.
    fn propose(mut self, index: usize, words: &[&str]) -> Self {
        let file = name(index).try_into().unwrap();
        let source = fs::read_to_string(self.directory.path().join(name(index))).unwrap();
        let fix = |(rank, word): (usize, &&str)| {
            #[expect(clippy::cast_precision_loss, reason = "there are a handful")]
            let confidence = Confidence::new(0.9 - rank as f64 / 10.0);
            let edit = Edit::replace(&file, &source, 0..source.len(), *word).unwrap();
            Fix::new("words", format!("say {word}"), confidence).edit(edit)
        };
        self.proposals
            .insert(name(index), words.iter().enumerate().map(fix).collect());
        self
    }

    fn repair(&mut self, options: &RunOptions) -> Report {
        self.repair_with(options, CheckWords(self.proposals.clone()))
    }

    fn repair_with(&mut self, options: &RunOptions, strategy: impl FixStrategy + 'static) -> Report {
        let agent = Agent::builder()
            .directory(self.directory.path())
            .state_directory(self.state.path())
            .parser(Complaints)
            .strategy(strategy)
            .build()
            .unwrap();
        let mut recorder = Recorder(Vec::new());
        let command = Command::new("sh", ["check.sh"]);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let report = runtime
            .block_on(agent.run(&command, options, &mut recorder, &CancelToken::new()))
            .unwrap();
        self.events = recorder.0;
        report
    }

    fn words(&self) -> Vec<String> {
        let path = |index| self.directory.path().join(name(index));
        (0..)
            .map(path)
            .take_while(|path: &PathBuf| path.exists())
            .map(|path| fs::read_to_string(path).unwrap())
            .collect()
    }

    fn names(&self) -> Vec<&'static str> {
        self.events.iter().map(|event| event.kind.name()).collect()
    }
}

fn name(index: usize) -> String {
    format!("f{index:02}")
}

struct Recorder(Vec<Event>);

impl Observer for Recorder {
    fn event(&mut self, event: &Event) {
        self.0.push(event.clone());
    }
}

struct Complaints;

impl ErrorParser for Complaints {
    fn descriptor(&self) -> &Descriptor {
        static DESCRIPTOR: Descriptor = Descriptor::new("complaints", "1.0.0", "what the check complains of");
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[": error: "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Self)
    }
}

impl ParserState for Complaints {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some((place, message)) = line.text.split_once(": error: ") else {
            return Step::Pass;
        };
        let Some((file, number)) = place.split_once(':') else {
            return Step::Pass;
        };
        let place = Location::line(file, number.parse().unwrap());
        sink.emit(Diagnostic::new(ErrorType::Build, Severity::Error, message).at(place));
        Step::Done
    }
}

struct CheckWords(BTreeMap<String, Vec<Fix>>);

#[async_trait]
impl FixStrategy for CheckWords {
    fn descriptor(&self) -> &Descriptor {
        static DESCRIPTOR: Descriptor = Descriptor::new("words", "1.0.0", "other words");
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        self.0.contains_key(diagnostic.file()?).then(|| Candidate {
            strategy: "words".to_owned(),
            action: "say".to_owned(),
            description: "say something else".to_owned(),
            confidence: Confidence::new(0.9),
        })
    }

    async fn propose(&self, analysis: &Analysis, _: &FixContext<'_>) -> Result<Vec<Fix>, StrategyError> {
        Ok(analysis
            .diagnostic
            .file()
            .and_then(|file| self.0.get(file))
            .cloned()
            .unwrap_or_default())
    }
}

#[test]
fn a_passing_command_is_left_alone() {
    let mut world = World::new(&["good"]);
    let report = world.repair(&RunOptions::default());
    assert_eq!((report.outcome, report.runs), (Outcome::AlreadyPassing, 1));
    assert_eq!(world.names(), ["execute", "parse", "success"]);
}

#[test]
fn independent_faults_are_mended_together_and_verified_once() {
    let mut world = World::new(&["bad"; 8]);
    for index in 0..8 {
        world = world.propose(index, &["good"]);
    }
    let report = world.repair(&RunOptions::default());
    assert_eq!(report.outcome, Outcome::Fixed);
    assert_eq!((report.fixed.len(), report.runs), (8, 2));
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
    assert!(report.runs <= 5, "{} runs", report.runs);
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
        report.runs <= 2 + 2 * 4,
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
    assert_eq!(report.runs, 1 + 3);
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
        (Outcome::Fixed, 3, 2)
    );
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
