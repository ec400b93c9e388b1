//! A small world to repair: files `f00`, `f01`, ... that hold a word, a check in shell that
//! complains of the words it does not like, a parser for its complaints, and a strategy that
//! proposes other words.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Command, Confidence, Descriptor, DeterminedBy, Diagnostic, Edit, ErrorParser,
    ErrorType, Event, EventKind, Fix, FixContext, FixStrategy, Line, Location, ParserState, Report, Severity,
    Sink, Step, StrategyError,
};
use unbreak_host::{Agent, AgentError, CancelToken, Observer, RunOptions};

/// `bad` and `worse` are errors where they stand, `poison` is one elsewhere, and `later` is one
/// that shows only when there is no other. `knot` and `half` are errors of type, `torn` is one of syntax,
/// `tied` and `bound` are errors of type that do not say so themselves. What is `gone` is not looked at.
const CHECK: &str = r#"
status=0
n=0
for f in f*; do
  case "$(cat "$f")" in
    bad|worse*) echo "$f:1: error: says $(cat "$f")"; status=1;;
    poison) echo "elsewhere:1: error: somebody says 'poison'"; status=1;;
    knot|half) echo "$f:1: error: type $(cat "$f")"; status=1;;
    torn) echo "$f:1: error: syntax torn"; status=1;;
    tied|bound) echo "$f:1: error: type 'cord' is missing"; status=1;;
    gone) continue;;
  esac
  n=$((n + 1))
done
echo "Ran $n tests in 0.1s"
[ $status = 0 ] || exit 1
for f in f*; do
  case "$(cat "$f")" in later) echo "$f:1: error: says later"; status=1;; esac
done
exit $status
"#;

pub(crate) struct World {
    pub(crate) directory: tempfile::TempDir,
    state: tempfile::TempDir,
    pub(crate) proposals: BTreeMap<String, Vec<Fix>>,
    pub(crate) events: Vec<Event>,
}

impl World {
    pub(crate) fn new(words: &[&str]) -> Self {
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

    /// Has the check begin with this.
    pub(crate) fn check_first(&self, script: &str) {
        let check = format!("{script}\n{CHECK}");
        fs::write(self.directory.path().join("check.sh"), check).unwrap();
    }

    /// Puts a word into file `index`.
    pub(crate) fn write(&self, index: usize, word: &str) {
        fs::write(self.directory.path().join(name(index)), word).unwrap();
    }

    /// Whatever file `index` is blamed for, these words are proposed for it, in this order.
    pub(crate) fn propose(mut self, index: usize, words: &[&str]) -> Self {
        let file = name(index).try_into().unwrap();
        let source = fs::read_to_string(self.directory.path().join(name(index))).unwrap();
        let fix = |(rank, word): (usize, &&str)| {
            #[expect(clippy::cast_precision_loss, reason = "there are a handful")]
            let confidence = Confidence::new(0.9 - rank as f64 / 20.0);
            let edit = Edit::replace(&file, &source, 0..source.len(), *word).unwrap();
            Fix::new("words", format!("say {word}"), confidence)
                .evidence(DeterminedBy::Resolution)
                .edit(edit)
        };
        self.proposals
            .insert(name(index), words.iter().enumerate().map(fix).collect());
        self
    }

    pub(crate) fn repair(&mut self, options: &RunOptions) -> Report {
        self.try_repair(options).unwrap()
    }

    pub(crate) fn try_repair(&mut self, options: &RunOptions) -> Result<Report, AgentError> {
        self.try_repair_with(options, CheckWords(self.proposals.clone()))
    }

    pub(crate) fn repair_with(
        &mut self,
        options: &RunOptions,
        strategy: impl FixStrategy + 'static,
    ) -> Report {
        self.try_repair_with(options, strategy).unwrap()
    }

    fn try_repair_with(
        &mut self,
        options: &RunOptions,
        strategy: impl FixStrategy + 'static,
    ) -> Result<Report, AgentError> {
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
        let report = runtime.block_on(agent.run(&command, options, &mut recorder, &CancelToken::new()));
        self.events = recorder.0;
        report
    }

    pub(crate) fn words(&self) -> Vec<String> {
        let path = |index| self.directory.path().join(name(index));
        (0..)
            .map(path)
            .take_while(|path: &PathBuf| path.exists())
            .map(|path| fs::read_to_string(path).unwrap())
            .collect()
    }

    pub(crate) fn tells_rollback_of(&self, title: &str) -> bool {
        let is_of = |event: &Event| matches!(&event.kind, EventKind::Rollback { fixes, .. } if fixes.iter().any(|fix| fix == title));
        self.events.iter().any(is_of)
    }

    pub(crate) fn names(&self) -> Vec<&'static str> {
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
        let kind = match message.split(' ').next() {
            Some("type") => ErrorType::Type,
            Some("syntax") => ErrorType::Syntax,
            _ => ErrorType::Build,
        };
        sink.emit(Diagnostic::new(kind, Severity::Error, message).at(place));
        Step::Done
    }
}

pub(crate) struct CheckWords(pub(crate) BTreeMap<String, Vec<Fix>>);

#[async_trait]
impl FixStrategy for CheckWords {
    fn descriptor(&self) -> &Descriptor {
        static DESCRIPTOR: Descriptor = Descriptor::new("words", "1.0.0", "other words");
        &DESCRIPTOR
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        self.0
            .contains_key(diagnostic.file()?)
            .then(|| Candidate::new("words", "say", "say something else", 0.9))
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
