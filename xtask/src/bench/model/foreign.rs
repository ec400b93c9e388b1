//! A running server: which of its answers are kept, and whether the program handles all of them.
//!
//! Answers of an untrained model are noise: nothing may be kept.

use std::fs;

use anyhow::{Result, bail, ensure};

use super::{COMMAND, Case};
use crate::bench::program::Program;
use crate::bench::projects::{self, Named};

/// The context length of the smallest models.
const CONTEXT_TOKENS: u32 = 4096;
const ANSWER_TOKENS: u32 = 256;

/// A server with OpenAI's chat completions API.
#[derive(Debug)]
pub(super) struct Foreign<'a> {
    pub(super) base_url: &'a str,
    pub(super) model: &'a str,
    pub(super) samples: u32,
}

impl Foreign<'_> {
    /// Repairs the cases repeatedly, until the server has given this many answers.
    ///
    /// # Errors
    /// When the server answers nothing, a run ends without a report, or a change is kept.
    pub(super) fn ask(&self, program: &Program, cases: &[Named<Case>], answers: u64) -> Result<()> {
        let (mut calls, mut runs) = (0, 0);
        for case in cases.iter().cycle() {
            let scratch = tempfile::tempdir()?;
            let shell = projects::lay_out(scratch.path(), &case.project.files())?;
            let config = scratch.path().join("unbreak.toml");
            fs::write(&config, self.configuration())?;
            let flags = ["--yes".to_owned(), format!("--config={}", config.display())];
            let command: Vec<String> = COMMAND.iter().map(|&word| word.to_owned()).collect();
            let report = program.repair(&shell, &flags, &command)?;
            let asked: u64 = report.models.iter().map(|model| u64::from(model.calls)).sum();
            ensure!(
                asked > 0,
                "{}: nothing was asked: {:?}",
                case.name,
                report.warnings
            );
            (calls, runs) = (calls + asked, runs + 1);
            if let Some(fix) = report.fixed.iter().find(|fix| fix.strategy == "model_fix") {
                bail!("{}: kept: {}\n{}", case.name, fix.title, report.diff);
            }
            // Shows the progress in case of an interruption.
            println!("{calls} answers in {runs} runs, each with a report; no change kept");
            if calls >= answers {
                break;
            }
        }
        Ok(())
    }

    fn configuration(&self) -> String {
        let Self {
            base_url,
            model,
            samples,
        } = self;
        format!(
            "[models.foreign]\nprovider = \"openai\"\nmodel = \"{model}\"\nbase_url = \"{base_url}\"\n\
             context_tokens = {CONTEXT_TOKENS}\nanswer_tokens = {ANSWER_TOKENS}\n\n\
             [model]\ntiers = [\"foreign\"]\nsamples = {samples}\n"
        )
    }
}
