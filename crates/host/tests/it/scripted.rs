//! A model that answers by a script.

use std::collections::VecDeque;
use std::fs;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use unbreak_core::model::{Completion, ModelError, Prompt};
use unbreak_core::policy::escalation::Ladder;
use unbreak_core::{Command, Event, EventKind, Model, Report};
use unbreak_host::model::{ModelSettings, Price};
use unbreak_host::{Agent, CancelToken, Observer, RunOptions};

/// A plan that is sure of itself.
pub(crate) const PLAN: &str = r#"{"root_cause": "the arguments are in the wrong order", "goal": "gcd computes the divisor",
"strategies": [{"kind": "code_edit", "action": "swap", "description": "swap the arguments"}],
"related_files": ["numbers_.py"], "confidence": 0.9}"#;

/// An answer with one SEARCH/REPLACE block.
pub(crate) fn block(file: &str, search: &str, replace: &str) -> String {
    format!("Summary: change it\n\n{file}\n<<<<<<< SEARCH\n{search}\n=======\n{replace}\n>>>>>>> REPLACE\n")
}

/// Answers with what it is given, the last answer again and again, and keeps the prompts.
pub(crate) struct Scripted {
    answers: Mutex<VecDeque<String>>,
    asked: Arc<Mutex<Vec<Prompt>>>,
    name: String,
}

impl Scripted {
    /// A model that gives these answers; the prompts go to `asked`.
    pub(crate) fn new(answers: &[String], asked: &Arc<Mutex<Vec<Prompt>>>) -> Self {
        Self {
            answers: Mutex::new(answers.iter().cloned().collect()),
            asked: Arc::clone(asked),
            name: "scripted".to_owned(),
        }
    }
}

#[async_trait]
impl Model for Scripted {
    fn name(&self) -> &str {
        &self.name
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        self.asked.lock().expect("no panic").push(prompt.clone());
        let mut answers = self.answers.lock().expect("no panic");
        let answer = match answers.len() {
            1 => answers[0].clone(),
            _ => answers.pop_front().expect("a script is not empty"),
        };
        Ok(Completion::new(answer, 1_000, 100))
    }
}

/// A project after its repair.
pub(crate) struct Repair {
    pub(crate) report: Report,
    pub(crate) events: Vec<Event>,
    pub(crate) prompts: Vec<Prompt>,
    directory: tempfile::TempDir,
}

impl Repair {
    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.directory.path().join(file)).unwrap()
    }

    /// The names in the project's directory, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.directory.path()).unwrap();
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    /// The account after each attempt.
    pub(crate) fn ladders(&self) -> Vec<&Ladder> {
        let ladder = |event| match event {
            &Event {
                kind: EventKind::Attempt { ref ladder, .. },
                ..
            } => Some(ladder),
            _ => None,
        };
        self.events.iter().filter_map(ladder).collect()
    }
}

struct Recorder(Vec<Event>);

impl Observer for Recorder {
    fn event(&mut self, event: &Event) {
        self.0.push(event.clone());
    }
}

/// Repairs a project of these files with a model for each script, the weakest first, within the limits of
/// `settings`.
pub(crate) fn repair(
    files: &[(&str, &str)],
    command: &[&str],
    tiers: &[&[String]],
    mut settings: ModelSettings,
    options: &RunOptions,
) -> Repair {
    let directory = tempfile::tempdir().unwrap();
    let state = tempfile::tempdir().unwrap();
    for (file, text) in files {
        fs::write(directory.path().join(file), text).unwrap();
    }
    let asked = Arc::new(Mutex::new(Vec::new()));
    for (tier, answers) in tiers.iter().enumerate() {
        let mut model = Scripted::new(answers, &asked);
        model.name = format!("tier {tier}");
        settings = settings.tier(Arc::new(model), Price::new(0.0, 0.0));
    }
    let agent = Agent::builder()
        .directory(directory.path())
        .state_directory(state.path())
        .with_linked()
        .models(settings)
        .build()
        .unwrap();
    let command = Command::new(command[0], command[1..].iter().copied());
    let (mut recorder, cancel) = (Recorder(Vec::new()), CancelToken::new());
    let run = agent.run(&command, options, &mut recorder, &cancel);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let report = runtime.unwrap().block_on(run).unwrap();
    let prompts = asked.lock().unwrap().clone();
    Repair {
        report,
        events: recorder.0,
        prompts,
        directory,
    }
}
