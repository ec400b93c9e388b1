//! Files of debug sessions.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use unbreak_core::Command;
use unbreak_core::session::Input;
use unbreak_fuzz::{Target, trait_of};
use unbreak_host::debug::{Debugger, Setup, Surroundings};
use unbreak_host::{Agent, CancelToken};

use super::below;
use crate::workspace::Place;

/// Everything that a session is told on its way from its beginning to its end.
fn way() -> Vec<Input> {
    let place = json!({"file": "sums.py", "line": 3, "function": "total", "score": 0.9, "why": "the failing test runs it"});
    let claims = ["the sum begins at one", "the list is cut", "the test is wrong"];
    let stated = claims.map(|claim| json!({"step": "hypothesised", "claim": claim, "source": "caller"}));
    let before = [
        json!({"step": "reproduced", "matches": 3, "attempts": 3, "message": "6 is not 7", "places": [place]}),
        json!({"step": "bisect_skipped", "reason": "no repository"}),
    ];
    let probes = [
        json!({"step": "probing", "hypothesis": 1, "experiment": "print the sum", "handle": "p1"}),
        json!({"step": "probed", "probe": 1, "outcome": "supports", "strength": "strong", "note": "1"}),
        json!({"step": "probe_removed", "probe": 1}),
        json!({"step": "probing", "hypothesis": 1, "experiment": "begin at zero"}),
        json!({"step": "probed", "probe": 2, "outcome": "supports", "strength": "causal", "note": "passes", "measured": true}),
    ];
    let proposal = json!({"title": "begin at zero", "patch": "--- a/sums.py\n+++ b/sums.py\n", "files": ["sums.py"], "lines": 1, "functions": 1});
    let end = [
        json!({"step": "localised", "places": [place]}),
        json!({"step": "proposed", "proposal": proposal}),
        json!({"step": "verified", "passes": true, "note": "1 passed"}),
        json!({"step": "asked", "question": "does it fail elsewhere?"}),
        json!({"step": "answered", "answer": "no"}),
        json!({"step": "postmortem", "session": "s", "message": "6 is not 7", "root_cause": "the sum begins at one", "resolution": "fixed", "fix_class": "surgical", "confidence": 0.9}),
        json!({"step": "closed"}),
    ];
    let all = before.into_iter().chain(stated).chain(probes).chain(end);
    all.map(|input: Value| serde_json::from_value(input).unwrap())
        .collect()
}

/// A workspace with one session.
struct Sessions {
    _place: Place,
    _state: tempfile::TempDir,
    agent: Agent,
    file: PathBuf,
    way: Vec<Input>,
    /// The file after each step.
    seeds: Vec<Vec<u8>>,
}

impl Sessions {
    fn new() -> Self {
        let place = Place::with(&[("sums.py", "")]);
        let state = tempfile::tempdir().unwrap();
        let builder = Agent::builder()
            .directory(place.root())
            .state_directory(state.path());
        let agent = builder.build().unwrap();
        let cancel = CancelToken::new();
        let around = Surroundings::new(&agent, &cancel);
        let mut debugger = Debugger::start(around, Command::new("true", [""; 0]), Setup::default()).unwrap();
        let id = debugger.saved().session.record().id.clone();
        let file = below(state.path(), &format!("{id}.json")).unwrap();
        let mut seeds = vec![fs::read(&file).unwrap()];
        let way = way();
        let mut taken = 0;
        for input in &way {
            taken += usize::from(debugger.tell(input.clone()).is_ok());
            seeds.push(fs::read(&file).unwrap());
        }
        assert!(
            taken + 2 >= way.len(),
            "{taken} of {} steps were taken",
            way.len()
        );
        drop(debugger);
        Self {
            _place: place,
            _state: state,
            agent,
            file,
            way,
            seeds,
        }
    }

    /// It is refused, with the file named and left as it is; or whatever it is told then, it can be read again.
    fn check(&self, bytes: &[u8]) -> u64 {
        fs::write(&self.file, bytes).unwrap();
        let directory = self.file.parent().unwrap();
        let files = fs::read_dir(directory).unwrap().count();
        let listed = Debugger::list(&self.agent).map(|sessions| sessions.len());
        let cancel = CancelToken::new();
        let around = Surroundings::new(&self.agent, &cancel);
        let mut debugger = match Debugger::resume(around, None, None) {
            Ok(debugger) => debugger,
            Err(error) => {
                assert!(listed.is_err());
                assert_eq!(fs::read(&self.file).unwrap(), bytes);
                let message = error.to_string();
                let (_, reason) = message.split_once(self.file.to_str().unwrap()).unwrap();
                return trait_of((1, reason.chars().take(40).collect::<String>()));
            }
        };
        let first = usize::try_from(trait_of(bytes) % self.way.len() as u64).unwrap();
        let told: Vec<bool> = (0..3)
            .map(|step| {
                let input = self.way[(first + step) % self.way.len()].clone();
                let taken = debugger.tell(input).is_ok();
                let again = Debugger::look(&self.agent, None).unwrap();
                assert_eq!(&again, debugger.saved());
                taken
            })
            .collect();
        assert_eq!(fs::read_dir(directory).unwrap().count(), files);
        let record = debugger.saved().session.record();
        trait_of((2, record.state, format!("{:?}", record.standing).len(), told))
    }
}

#[test]
fn any_session_goes_on_or_is_refused() {
    let sessions = Sessions::new();
    Target {
        name: "session",
        seeds: sessions.seeds.clone(),
        words: &[
            "\"state\":\"probe\"",
            "\"standing\":\"open\"",
            "\"weight\":1e308",
            "\"weight\":-1",
            "\"rounds\":4294967295",
            "\"id\":4294967295",
            "\"id\":\"../../x\"",
            "\"line\":0",
            "\"hypotheses\":[]",
            "\"line\":4294967295",
        ],
        inputs: 400,
        most_bytes: 32 << 10,
        check: &|input| sessions.check(input),
    }
    .run();
}
