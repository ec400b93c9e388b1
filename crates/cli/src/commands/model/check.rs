//! `unbreak model check`

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::json;
use unbreak_core::{Completion, Model, ModelError, ModelErrorKind, Prompt};
use unbreak_host::{CancelToken, Price};

use super::CheckArgs;
use crate::args::ListFormat;
use crate::commands::interrupt;
use crate::config::{Models, refused, runner};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;
use crate::terminal;

/// Enough also for models that think before they answer.
const MOST_TOKENS: u32 = 1_024;

pub(super) fn run(args: &CheckArgs) -> Result<ExitCode, CliError> {
    let models = super::models(&args.agent)?;
    let (model, price) = models.open(&args.name, &runner(&args.agent.directory)?)?;
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone(), "closing the connection")?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let started = Instant::now();
    match runtime.block_on(ask(&*model, &cancel)) {
        Ok(answer) => {
            tell(args, &models, &answer, price, started.elapsed())?;
            Ok(ExitCode::Passes)
        }
        Err(error) if error.kind == ModelErrorKind::Cancelled => Ok(ExitCode::Interrupted),
        Err(error) => Err(refused(&error)),
    }
}

async fn ask(model: &dyn Model, cancel: &CancelToken) -> Result<Completion, ModelError> {
    let prompt = Prompt::new("Answer in one word.", "Say: ready", MOST_TOKENS);
    tokio::select! {
        answer = model.complete(&prompt) => answer,
        () = cancel.cancelled() => {
            Err(ModelError::new(model.name(), ModelErrorKind::Cancelled, "interrupted"))
        }
    }
}

fn tell(
    args: &CheckArgs,
    models: &Models,
    answer: &Completion,
    price: Price,
    time: Duration,
) -> Result<(), CliError> {
    let is_priced = models.definition(&args.name)?.price().is_some();
    let cost = is_priced.then(|| price.of(answer));
    let mut out = terminal::stdout();
    match args.format {
        ListFormat::Json => {
            let told = json!({
                "model": args.name,
                "answer": answer.text,
                "seconds": time.as_secs_f64(),
                "input_tokens": answer.input_tokens,
                "output_tokens": answer.output_tokens,
                "cost": cost,
            });
            writeln!(out, "{told:#}")?;
        }
        ListFormat::Text => {
            let shown: String = answer.text.chars().take(80).collect();
            writeln!(out, "{} answered: {}", args.name, visible(shown.trim()))?;
            writeln!(out, "time    {:.1} s", time.as_secs_f64())?;
            writeln!(
                out,
                "tokens  {} read, {} written",
                answer.input_tokens, answer.output_tokens
            )?;
            match cost {
                Some(dollars) => writeln!(out, "cost    ${dollars:.6}")?,
                None => writeln!(out, "cost    unknown: set price_input and price_output")?,
            }
        }
    }
    out.flush()?;
    Ok(())
}
