//! Recorded conversations: a model that records the answers of another, and one that answers from a
//! recording.
//!
//! A recording is a file of JSON lines, each with a question and its answer, without secrets.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use unbreak_core::redact::{kept, redact};
use unbreak_core::{Completion, Model, ModelError, ModelErrorKind, ModelLimits, Prompt};

use crate::config::wrong;
use crate::provider::{Opening, Provider};

pub(crate) static PROVIDER: Provider = Provider {
    id: "replay",
    summary: "answers from a recorded conversation",
    needs: &["file"],
    takes: &["model"],
    base_url: None,
    key_env: None,
    limits: ModelLimits::new(1_000_000, 32_768),
    open,
};

/// A line of a recording.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Exchange {
    prompt: Prompt,
    completion: Completion,
    /// The limits of the model that answered: a question depends on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    limits: Option<ModelLimits>,
}

impl Exchange {
    /// The first exchange of a recording, if it can be read.
    fn first(file: &Path) -> Option<Self> {
        let mut line = String::new();
        BufReader::new(File::open(file).ok()?).read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }
}

fn open(opening: &Opening<'_>) -> Result<Arc<dyn Model>, ModelError> {
    let file = opening.config.file.clone().unwrap_or_default();
    // Errors of the file are reported at the first question.
    let recorded = Exchange::first(&file).and_then(|first| first.limits);
    Ok(Arc::new(Replay {
        name: opening.name.to_owned(),
        limits: opening.config.limits(recorded.unwrap_or(opening.provider.limits)),
        file,
        recorded: Mutex::default(),
    }))
}

/// Records the answers of a model.
pub(crate) struct Recorder {
    model: Arc<dyn Model>,
    file: PathBuf,
    /// Held while one line is written.
    writing: Mutex<()>,
}

impl Recorder {
    pub(crate) fn new(model: Arc<dyn Model>, file: &Path) -> Self {
        Self {
            model,
            file: file.to_owned(),
            writing: Mutex::default(),
        }
    }

    fn write(&self, prompt: &Prompt, completion: &Completion) -> io::Result<()> {
        let exchange = Exchange {
            prompt: prompt.clone(),
            completion: completion.clone(),
            limits: Some(self.limits()),
        };
        let mut line = serde_json::to_vec(&kept(&exchange)?)?;
        line.push(b'\n');
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        // It contains source code, so only its owner may read it.
        let mut options = OpenOptions::new();
        let mut file = options.append(true).create(true).mode(0o600).open(&self.file)?;
        // In one write, so that two processes do not mix their lines.
        file.write_all(&line)
    }
}

#[async_trait]
impl Model for Recorder {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn limits(&self) -> ModelLimits {
        self.model.limits()
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let completion = self.model.complete(prompt).await?;
        self.write(prompt, &completion).map_err(|error| {
            let message = format!("{} cannot be written: {error}", self.file.display());
            wrong(self.name(), message).hint("record must name a file in a directory that exists")
        })?;
        Ok(completion)
    }
}

/// Answers from a recording.
struct Replay {
    name: String,
    limits: ModelLimits,
    file: PathBuf,
    recorded: Mutex<Option<Recording>>,
}

/// A recording, and how often each question was asked.
struct Recording {
    exchanges: Vec<Exchange>,
    /// By the question, as JSON: the places of its answers, and how many were given.
    questions: BTreeMap<String, (Vec<usize>, usize)>,
}

#[async_trait]
impl Model for Replay {
    fn name(&self) -> &str {
        &self.name
    }

    fn limits(&self) -> ModelLimits {
        self.limits
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let mut recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        let recording = match &mut *recorded {
            Some(recording) => recording,
            unread => {
                unread.insert(Recording::read(&self.file).map_err(|message| self.unreadable(&message))?)
            }
        };
        recording.answer(prompt).map_err(|message| {
            ModelError::new(&self.name, ModelErrorKind::Rejected, message)
                .hint("record the conversation again with record = \"FILE\" of the model that answered")
        })
    }
}

impl Replay {
    fn unreadable(&self, message: &str) -> ModelError {
        wrong(
            &self.name,
            format!("{} is not a recording: {message}", self.file.display()),
        )
        .hint("record one with record = \"FILE\" of another model")
    }
}

impl Recording {
    fn read(file: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
        let lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty());
        let exchanges = lines.map(|(number, line)| {
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1))
        });
        let exchanges: Vec<Exchange> = exchanges.collect::<Result<_, _>>()?;
        let mut questions: BTreeMap<String, (Vec<usize>, usize)> = BTreeMap::new();
        for (at, exchange) in exchanges.iter().enumerate() {
            questions
                .entry(question(&exchange.prompt))
                .or_default()
                .0
                .push(at);
        }
        Ok(Self { exchanges, questions })
    }

    /// The next recorded answer to a question.
    fn answer(&mut self, prompt: &Prompt) -> Result<Completion, String> {
        let asked = kept(prompt).map_err(|error| error.to_string())?;
        let Some((answers, given)) = self.questions.get_mut(&question(&asked)) else {
            return Err(self.unknown(&asked));
        };
        let Some(at) = answers.get(*given) else {
            return Err(format!(
                "the recording has {} answers to this question, and all were given",
                answers.len()
            ));
        };
        *given += 1;
        Ok(self.exchanges[*at].completion.clone())
    }

    /// The error for a question that is not recorded, with the difference from the nearest recorded one.
    fn unknown(&self, asked: &Prompt) -> String {
        let near = |exchange: &&Exchange| alike(&question(asked), &question(&exchange.prompt));
        let nearest = self.exchanges.iter().max_by_key(near);
        let difference = nearest.map(|exchange| difference(asked, &exchange.prompt));
        let difference = difference.map_or_else(
            || "it is empty".to_owned(),
            |text| format!("the nearest has {text}"),
        );
        format!("the recording has no such question; {difference}")
    }
}

/// A question as a text, for comparison.
fn question(prompt: &Prompt) -> String {
    serde_json::to_string(prompt).unwrap_or_default()
}

/// The number of characters that two texts share at their beginning and their end.
fn alike(a: &str, b: &str) -> usize {
    let same = |pair: &(u8, u8)| pair.0 == pair.1;
    let beginning = a.bytes().zip(b.bytes()).take_while(same).count();
    let end = a.bytes().rev().zip(b.bytes().rev()).take_while(same).count();
    (beginning + end).min(a.len()).min(b.len())
}

/// The first line in which the recorded question differs from the present one.
fn difference(asked: &Prompt, recorded: &Prompt) -> String {
    let parts = [
        ("system", &asked.system, &recorded.system),
        ("user", &asked.user, &recorded.user),
    ];
    let Some((part, asked, recorded)) = parts.into_iter().find(|(_, asked, recorded)| asked != recorded)
    else {
        return "other turns, schema, temperature or limit of tokens".to_owned();
    };
    let (mut asked, mut recorded) = (asked.lines(), recorded.lines());
    let mut number = 0;
    loop {
        number += 1;
        let (ours, theirs) = (asked.next(), recorded.next());
        if ours != theirs || ours.is_none() {
            let shown =
                |line: Option<&str>| line.map_or("nothing".to_owned(), |line| format!("'{}'", redact(line)));
            return format!(
                "in line {number} of {part} {} instead of {}",
                shown(theirs),
                shown(ours)
            );
        }
    }
}
