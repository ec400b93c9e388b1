//! `unbreak heal classify`

use std::fs;
use std::path::PathBuf;

use serde_json::json;
use unbreak_host::heal::{Classification, Classifier, ClassifyError, DEFAULT_FLOOR, MidTaskError};

use crate::args::AgentArgs;
use crate::commands::json_input::{self, InputArgs};
use crate::commands::tool::print;
use crate::error::CliError;
use crate::exit::ExitCode;

/// Determines whether an error comes from the user's task, the agent's own code, or elsewhere.
///
/// It asks the first configured language model, or validates the answer of another one (--answer).
#[derive(Debug, clap::Args)]
pub(super) struct ClassifyArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    agent: AgentArgs,
    /// The template of the question, with {{error}} and, optionally, {{task}}, {{tool}} and {{source}}.
    #[arg(long, value_name = "FILE")]
    template: Option<PathBuf>,
    /// The confidence, from 0 to 100, below which an error counts as external.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_FLOOR)]
    floor: u8,
    /// Validate the answer in FILE, and ask no model.
    #[arg(long, value_name = "FILE")]
    answer: Option<PathBuf>,
    /// Print the question, and ask no model.
    #[arg(long, conflicts_with = "answer")]
    show_prompt: bool,
    /// Ask this configured model.
    #[cfg(feature = "models")]
    #[arg(long, value_name = "NAME", conflicts_with_all = ["answer", "show_prompt"])]
    model: Option<String>,
}

pub(super) fn run(args: &ClassifyArgs) -> Result<ExitCode, CliError> {
    if args.input.schema {
        print(&MidTaskError::schema())?;
        return Ok(ExitCode::Passes);
    }
    let classifier = classifier(args)?;
    if let Some(file) = &args.answer {
        let classified = classifier.read(&read(file)?).map_err(|error| refused(&error))?;
        print(&json_input::clean(&classified)?)?;
        return Ok(ExitCode::Passes);
    }
    let example = json!({
        "error": "Traceback (most recent call last): ...",
        "task": "write the invoice of May",
        "tool": "total hours.csv",
        "source": ["tools/total.py"],
    });
    let error: MidTaskError = json_input::read(&args.input.text()?, &example)?;
    if args.show_prompt {
        let prompt = classifier.prompt(&error).map_err(|error| refused(&error))?;
        print(&json_input::clean(&prompt)?)?;
        return Ok(ExitCode::Passes);
    }
    print(&json_input::clean(&ask(args, &classifier, &error)?)?)?;
    Ok(ExitCode::Passes)
}

fn classifier(args: &ClassifyArgs) -> Result<Classifier, CliError> {
    let made = match &args.template {
        Some(file) => Classifier::new(read(file)?, args.floor),
        None => Classifier::default().with_floor(args.floor),
    };
    made.map_err(|error| refused(&error))
}

fn read(file: &PathBuf) -> Result<String, CliError> {
    let unreadable =
        |error| CliError::usage(format!("{} could not be read", file.display())).caused_by(&error);
    fs::read_to_string(file).map_err(unreadable)
}

fn refused(error: &ClassifyError) -> CliError {
    match error.is_usage() {
        true => CliError::usage(error.to_string()),
        false => CliError::failed(error.to_string())
            .hint("treat the error as external: nothing was decided".to_owned()),
    }
}

#[cfg(feature = "models")]
fn ask(
    args: &ClassifyArgs,
    classifier: &Classifier,
    error: &MidTaskError,
) -> Result<Classification, CliError> {
    use unbreak_host::CancelToken;

    use crate::commands::interrupt;
    use crate::config::{Config, Models, runner};

    let config = Config::of(&args.agent.directory, &args.agent.plugins)?;
    let models = Models::of(&config, &args.agent.plugins)?;
    let Some(name) = args.model.as_ref().or_else(|| models.tiers.first()) else {
        return Err(no_model());
    };
    let (model, _price) = models.open(name, &runner(&args.agent.directory)?)?;
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone(), "closing the connection")?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let asked = runtime.block_on(async {
        tokio::select! {
            classified = classifier.classify(&*model, error) => Some(classified),
            () = cancel.cancelled() => None,
        }
    });
    match asked {
        Some(classified) => classified.map_err(|error| refused(&error)),
        None => Err(CliError::new(ExitCode::Interrupted, "interrupted")),
    }
}

#[cfg(not(feature = "models"))]
fn ask(
    _args: &ClassifyArgs,
    _classifier: &Classifier,
    _error: &MidTaskError,
) -> Result<Classification, CliError> {
    Err(no_model())
}

fn no_model() -> CliError {
    CliError::usage("no language model is configured").hint(
        "configure one (docs/models.md), or ask one yourself: --show-prompt prints the question, --answer FILE validates the answer"
            .to_owned(),
    )
}
