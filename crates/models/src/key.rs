//! Keys: their sources, and how they are kept secret.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};
use tokio::sync::Mutex;
use unbreak_core::redact::{self, REDACTED, Secrets};
use unbreak_core::{Command, ModelError, ModelErrorKind, Runner};

/// A program that asks for a passphrase may wait for a person.
const PATIENCE: Duration = Duration::from_secs(60);

/// A variable name whose value core always treats as a secret.
const VARIABLE: &str = "MODEL_API_KEY";

/// The source of a key.
#[derive(Debug, Clone)]
pub(crate) enum KeySource {
    /// There is none: a local server.
    None,
    /// A variable of the environment.
    Environment(String),
    /// The output of a program.
    Command(Command),
}

impl KeySource {
    /// A hint for a key that is not accepted.
    pub(crate) fn advice(&self) -> String {
        match self {
            Self::None => "say where the key is: key_env = \"VARIABLE\" or key_command".to_owned(),
            Self::Environment(variable) => format!("set {variable} to a valid key"),
            // Its arguments are not repeated: they may be secret, too.
            Self::Command(command) => {
                format!(
                    "see what key_command prints ({}): it is used as the key",
                    command.program
                )
            }
        }
    }
}

/// A key that is fetched when it is first needed.
pub(crate) struct Key {
    source: KeySource,
    runner: Arc<dyn Runner>,
    fetched: Mutex<Option<SecretString>>,
}

impl Key {
    /// A key from this source. A key from the environment is redacted from now on, wherever it appears: its
    /// variable may not have the name of a secret.
    pub(crate) fn new(source: KeySource, runner: Arc<dyn Runner>) -> Self {
        if let KeySource::Environment(variable) = &source
            && let Ok(key) = std::env::var(variable)
        {
            learn(key.trim());
        }
        Self {
            source,
            runner,
            fetched: Mutex::new(None),
        }
    }

    pub(crate) fn source(&self) -> &KeySource {
        &self.source
    }

    /// The key, if the model needs one.
    ///
    /// # Errors
    /// If it is missing.
    pub(crate) async fn get(&self, model: &str) -> Result<Option<SecretString>, ModelError> {
        let mut fetched = self.fetched.lock().await;
        if fetched.is_none() {
            *fetched = self.fetch(model).await?;
        }
        Ok(fetched.clone())
    }

    /// Forgets a key that was not accepted. Returns whether there may be a new one: programs return keys that
    /// expire.
    pub(crate) async fn forget(&self) -> bool {
        let was_there = self.fetched.lock().await.take().is_some();
        was_there && matches!(self.source, KeySource::Command(_))
    }

    async fn fetch(&self, model: &str) -> Result<Option<SecretString>, ModelError> {
        let missing = |message: String| {
            ModelError::new(model, ModelErrorKind::Unauthorized, message).hint(self.source.advice())
        };
        let text = match &self.source {
            KeySource::None => return Ok(None),
            KeySource::Environment(variable) => std::env::var(variable)
                .map_err(|_| missing(format!("there is no key: {variable} is not set")))?,
            KeySource::Command(command) => self.printed_by(command).await.map_err(missing)?,
        };
        let key = text.trim();
        if key.is_empty() || !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(missing("the key is empty, or not one word".to_owned()));
        }
        learn(key);
        Ok(Some(SecretString::from(key)))
    }

    /// Errors never repeat its output, which may hold the key.
    async fn printed_by(&self, command: &Command) -> Result<String, String> {
        let mut command = command.clone();
        command.timeout = Some(PATIENCE);
        let completed = self.runner.run(&command).await;
        let completed = completed.map_err(|error| format!("there is no key: {error}"))?;
        match completed.exit.is_success() {
            true => Ok(completed.stdout_text().into_owned()),
            false => Err(format!(
                "there is no key: {} ended with {}",
                command.program, completed.exit
            )),
        }
    }
}

/// Makes the key redacted everywhere in this process from now on.
fn learn(key: &str) {
    let mut command = Command::new("", Vec::<String>::new());
    command.env = BTreeMap::from([(VARIABLE.to_owned(), key.to_owned())]);
    redact::learn(&command);
}

/// A text without the key, in any form in which a server repeats it, and without other secrets.
pub(crate) fn without(key: Option<&SecretString>, text: &str) -> String {
    let Some(key) = key.map(SecretString::expose_secret) else {
        return redact::redact(text).into_owned();
    };
    let plain = text.replace(key, REDACTED);
    let secrets = Secrets::of([(VARIABLE.to_owned(), key.to_owned())]);
    redact::redact(&secrets.redact(&plain)).into_owned()
}
