//! Corrects words as the project's own dictionary says.
//!
//! The dictionary is a program, `dictionary.py`: it reads a word on a line, and writes the right one. It is
//! started before the command runs, asked during the run, and ended with it. A correction is tried in a copy
//! of the project before it is proposed.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use unbreak_plugin_sdk::core::capability::CapabilityError;
use unbreak_plugin_sdk::{
    Analysis, Candidate, Command, Confidence, Conversation, Descriptor, Diagnostic, Edit, Evidence, Fix,
    FixContext, FixStrategy, RelPath, RuleDescription, RuleId, StrategyError, async_trait, plugin,
};

const RULE: RuleId = RuleId::new("any/unknown-word/dictionary");
const DICTIONARY: &str = "dictionary.py";
const PATIENCE: Duration = Duration::from_secs(10);

static DESCRIPTOR: Descriptor = Descriptor::new(
    "companion",
    env!("CARGO_PKG_VERSION"),
    "corrects words as the project's own dictionary says",
);

#[derive(Default)]
struct Companion {
    dictionary: Mutex<Option<Box<dyn Conversation>>>,
}

plugin!(strategy: Companion::default());

#[async_trait]
impl FixStrategy for Companion {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<RuleDescription> {
        vec![RuleDescription::new(
            &*RULE,
            "replaces a word by the one that the dictionary gives for it",
        )]
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        word_of(diagnostic)?;
        Some(Candidate::new(
            DESCRIPTOR.id.as_ref(),
            "correct a word",
            "asks the dictionary",
            0.8,
        ))
    }

    async fn prepare(&self, context: &FixContext<'_>) -> Result<(), StrategyError> {
        self.keep(start(context).await?);
        Ok(())
    }

    fn release(&self) {
        self.taken();
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let diagnostic = &analysis.diagnostic;
        let file = diagnostic.file().and_then(|file| context.workspace.locate(file));
        let (Some(wrong), Some(file)) = (word_of(diagnostic), file) else {
            return Ok(Vec::new());
        };
        let text = context.workspace.read_text(&file)?;
        let Some(at) = text.find(wrong) else {
            return Ok(Vec::new());
        };
        let right = self.look_up(wrong, context).await?;
        let edit = Edit::replace(&file, &text, at..at + wrong.len(), &right)?;
        let corrected = text.replacen(wrong, &right, 1);
        if !passes(context, &file, &corrected).await? {
            return Ok(Vec::new());
        }
        let reason =
            format!("the dictionary gives '{right}' for '{wrong}', and the command passes in a copy");
        let fix = Fix::new(
            DESCRIPTOR.id.as_ref(),
            format!("replace '{wrong}' by '{right}'"),
            Confidence::new(0.9),
        );
        let fix = fix.evidence(Evidence::search(true)).because(reason);
        Ok(vec![fix.by(RULE).edit(edit)])
    }
}

impl Companion {
    fn keep(&self, conversation: Box<dyn Conversation>) {
        *self.dictionary.lock().unwrap_or_else(PoisonError::into_inner) = Some(conversation);
    }

    fn taken(&self) -> Option<Box<dyn Conversation>> {
        self.dictionary
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Asks the dictionary that was started before the run.
    async fn look_up(&self, word: &str, context: &FixContext<'_>) -> Result<String, StrategyError> {
        let mut dictionary = match self.taken() {
            Some(dictionary) => dictionary,
            None => start(context).await?,
        };
        dictionary.say(format!("{word}\n").into_bytes(), PATIENCE).await?;
        let mut answer = Vec::new();
        while !answer.ends_with(b"\n") {
            let heard = dictionary.hear(PATIENCE).await?;
            if heard.is_empty() {
                return Err(StrategyError::Other("the dictionary says nothing".to_owned()));
            }
            answer.extend(heard);
        }
        self.keep(dictionary);
        Ok(String::from_utf8_lossy(&answer).trim().to_owned())
    }
}

async fn start(context: &FixContext<'_>) -> Result<Box<dyn Conversation>, StrategyError> {
    let python = context.machine.and_then(|machine| machine.program("python3"));
    if python.is_none() {
        return Err(StrategyError::Other("this machine has no python3".to_owned()));
    }
    let command = Command::new("python3", ["-u", DICTIONARY]);
    Ok(context.runner.converse(&command).await?)
}

/// Returns whether the command passes in a copy of the project with a file's text corrected.
async fn passes(context: &FixContext<'_>, file: &RelPath, corrected: &str) -> Result<bool, StrategyError> {
    let failed = |error: std::io::Error| StrategyError::Other(error.to_string());
    let directory = tempfile::tempdir().map_err(failed)?;
    context.workspace.copy_to(directory.path())?;
    std::fs::write(directory.path().join(file.as_str()), corrected).map_err(failed)?;
    let elsewhere = context.runner.elsewhere(directory.path())?;
    let ended: Result<_, CapabilityError> = elsewhere.run(context.command).await;
    Ok(ended?.exit.is_success())
}

/// The word of `unknown word 'WORD'`.
fn word_of(diagnostic: &Diagnostic) -> Option<&str> {
    let (_, rest) = diagnostic.message.split_once("unknown word '")?;
    let (word, _) = rest.split_once('\'')?;
    Some(word)
}
