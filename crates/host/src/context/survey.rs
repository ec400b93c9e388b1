//! Collects the material for briefings: reads files, and asks git, the memory and a debug tool.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::json;
use tokio::sync::Mutex;
use unbreak_core::capability::Reader;
use unbreak_core::memory::Symptoms;
use unbreak_core::{
    Analysis, Briefer, Briefing, Command, DebugTool, Memory, RelPath, Runner, Signature, ToolContext,
    Workspace,
};

use super::{Hunk, Material, TaskDescription, git};

/// The most past failures that are cited, and the least similarity of one.
const MOST_PAST: usize = 2;
const LIKE: f64 = 0.7;

/// The most suspicious places that are shown.
const MOST_SUSPECTS: usize = 4;

/// Gathers briefings of one tree.
pub(crate) struct Survey<'a> {
    pub(crate) workspace: &'a dyn Workspace,
    pub(crate) runner: &'a dyn Runner,
    pub(crate) reader: &'a dyn Reader,
    pub(crate) memory: Option<&'a dyn Memory>,
    pub(crate) command: &'a Command,
    pub(crate) output: &'a str,
    pub(crate) task: Option<&'a TaskDescription>,
    /// The tool that ranks places by coverage, if the command is quick enough for it.
    pub(crate) localiser: Option<&'a Arc<dyn DebugTool>>,
    /// A directory that the tool may write to.
    pub(crate) scratch: &'a std::path::Path,
    /// Earlier findings.
    pub(crate) findings: Arc<Findings>,
}

/// Results that take time to find, by the diagnostic's message. They are valid for one state of the tree.
#[derive(Debug, Default)]
pub(crate) struct Findings(Mutex<BTreeMap<String, Finding>>);

/// The slow part of a survey of one failure.
#[derive(Debug, Clone, Default)]
struct Finding {
    suspects: Vec<(RelPath, usize)>,
    hunks: Vec<Hunk>,
    past: Vec<String>,
}

#[async_trait]
impl Briefer for Survey<'_> {
    async fn brief(&self, analysis: &Analysis, tokens: u64, focus: usize) -> Briefing {
        let findings = self.finding(analysis).await;
        let material = Material {
            workspace: self.workspace,
            analysis,
            output: self.output,
            task: self.task,
            suspects: findings.suspects,
            hunks: findings.hunks,
            past: findings.past,
        };
        Briefing::fit(material.pieces(focus), tokens)
    }
}

impl Survey<'_> {
    async fn finding(&self, analysis: &Analysis) -> Finding {
        let mut known = self.findings.0.lock().await;
        let key = analysis.diagnostic.message.clone() + &analysis.diagnostic.place();
        if let Some(findings) = known.get(&key) {
            return findings.clone();
        }
        let findings = Finding {
            suspects: self.suspects(analysis).await,
            hunks: git::last_changes(self.runner, &self.files_of(analysis)).await,
            past: self.past(analysis).await,
        };
        known.insert(key, findings.clone());
        findings
    }

    /// The files on the way to the failure.
    fn files_of(&self, analysis: &Analysis) -> Vec<RelPath> {
        let frames = analysis.diagnostic.frames.iter().map(|frame| &frame.location);
        let named = [&analysis.diagnostic.location].into_iter().chain(frames);
        let mut files: Vec<RelPath> = named
            .filter_map(|location| self.workspace.locate(location.file.as_deref()?))
            .filter(|file| self.workspace.is_file(file))
            .collect();
        files.sort();
        files.dedup();
        files
    }

    /// The places that coverage suspects. A failure of the tool does not stop the survey.
    async fn suspects(&self, analysis: &Analysis) -> Vec<(RelPath, usize)> {
        let Some(tool) = self.localiser.filter(|_| analysis.diagnostic.test.is_some()) else {
            return Vec::new();
        };
        let mut context = ToolContext::new(self.workspace, self.runner);
        context.reader = Some(self.reader);
        context.scratch = Some(self.scratch);
        let words: Vec<&str> = self.command.words().collect();
        let Ok(found) = tool.call(json!({ "command": words }), &context).await else {
            return Vec::new();
        };
        let places = found["suspects"].as_array().cloned().unwrap_or_default();
        places
            .iter()
            .filter_map(|place| {
                let file = self.workspace.locate(place["file"].as_str()?)?;
                let line = usize::try_from(place["line"].as_u64()?).ok()?;
                Some((file, line))
            })
            .take(MOST_SUSPECTS)
            .collect()
    }

    /// Citations of postmortems and fixes of similar failures.
    async fn past(&self, analysis: &Analysis) -> Vec<String> {
        let Some(memory) = self.memory else {
            return Vec::new();
        };
        let similar = memory
            .similar(&Symptoms::of(&analysis.diagnostic), MOST_PAST)
            .await;
        let postmortems = similar.unwrap_or_default().into_iter().filter_map(|similar| {
            let postmortem = similar.postmortem;
            (similar.similarity.get() >= LIKE).then(|| {
                format!(
                    "[{}] {}\nroot cause: {}\n{}",
                    postmortem.session, postmortem.message, postmortem.root_cause, postmortem.fix
                )
            })
        });
        let signature = Signature::of(&analysis.diagnostic);
        let recalled = memory.recall(&signature, MOST_PAST).await.unwrap_or_default();
        let fixes = recalled
            .into_iter()
            .filter(|past| past.similarity.get() >= LIKE && past.successes > past.failures)
            .map(|past| {
                format!(
                    "[{}] repaired by {}: {}",
                    past.signature, past.strategy, past.details
                )
            });
        postmortems.chain(fixes).collect()
    }
}
