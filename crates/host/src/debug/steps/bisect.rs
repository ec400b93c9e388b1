//! Finds the change that introduced the failure: uncommitted changes, or a commit.

use serde_json::{Value, json};
use unbreak_core::Workspace as _;
use unbreak_core::session::{Culprit, Input};

use super::super::{Advance, Debugger, SessionError};
use crate::error::{AgentError, AgentErrorKind};
use crate::workspace::Tree;

/// How far back a passing commit is searched: 2 to the power of this.
const DOUBLINGS: u32 = 11;

impl Debugger<'_> {
    pub(in crate::debug) async fn bisect(&mut self) -> Result<Advance, AgentError> {
        let input = match self.saved.setup.skip_bisect.clone() {
            Some(reason) => Input::BisectSkipped { reason },
            None => self.find_culprit().await?,
        };
        self.tell(input)?;
        Ok(Advance::Moved)
    }

    async fn find_culprit(&mut self) -> Result<Input, AgentError> {
        let skip = |reason: String| Ok(Input::BisectSkipped { reason });
        if let Some(culprit) = self.blame_work_tree().await? {
            return Ok(Input::Bisected(culprit));
        }
        match self.passes_on("HEAD").await {
            Ok(true) => {
                self.keep(|evidence| evidence.passes_on = Some("HEAD, in a fresh work tree".to_owned()))?;
                return skip(
                    "a fresh work tree of HEAD passes: the failure depends on files that git does not know, or \
                     on where it runs"
                        .to_owned(),
                );
            }
            Ok(false) => {}
            Err(error) => return self.without_history(&error),
        }
        // A bisection itself checks whether the named commit passes.
        if let Some(good) = self.saved.setup.good.clone()
            && let Some(found) = self.search(&good).await?
        {
            return Ok(found);
        }
        match self.find_good().await? {
            Some(good) => Ok(self.search(&good).await?.unwrap_or_else(|| Input::BisectSkipped {
                reason: "the bisection gave nothing: the commits contradict each other".to_owned(),
            })),
            None => skip(format!(
                "it fails on every commit that was tried: {}",
                self.saved.evidence.fails_on.join(", ")
            )),
        }
    }

    /// Returns whether the uncommitted changes cause the failure.
    async fn blame_work_tree(&mut self) -> Result<Option<Culprit>, AgentError> {
        // If there are no uncommitted changes, or there is no repository, the tool refuses.
        let Ok(isolation) = self.call("isolate_change", json!({})).await else {
            return self.check_interrupt().map(|()| None);
        };
        if isolation["isolated"] != true {
            return Ok(None);
        }
        self.keep(|evidence| {
            evidence.passes_on = Some("HEAD".to_owned());
            evidence.isolation = Some(isolation);
        })?;
        Ok(Some(Culprit {
            commit: None,
            summary: "what is not committed yet".to_owned(),
            confidence: 1.0,
        }))
    }

    fn check_interrupt(&self) -> Result<(), AgentError> {
        match self.around.cancel.is_cancelled() {
            true => Err(unbreak_core::capability::CapabilityError::Cancelled.into()),
            false => Ok(()),
        }
    }

    /// Returns whether the command passes on a commit, in a scratch work tree.
    async fn passes_on(&self, commit: &str) -> Result<bool, AgentError> {
        let ran = self
            .call("repro_attempt", json!({ "commit": commit, "attempts": 1 }))
            .await?;
        Ok(ran["attempts"][0]["exit"] == json!({ "code": 0 }))
    }

    fn without_history(&self, error: &AgentError) -> Result<Input, AgentError> {
        self.check_interrupt()?;
        Ok(Input::BisectSkipped {
            reason: format!("there is no history to search: {error}"),
        })
    }

    /// The named commit, or the nearest of HEAD's 1st, 2nd, 4th, ... ancestor and the first commit on which
    /// the command passes.
    async fn find_good(&mut self) -> Result<Option<String>, AgentError> {
        let named = self.saved.setup.good.clone();
        let is_named = named.is_some();
        let ancestors = (0..DOUBLINGS).map(|power| format!("HEAD~{}", 1_u32 << power));
        let candidates: Vec<String> = match named {
            Some(good) => vec![good],
            None => ancestors.chain(first_commit(self.around.agent.tree())).collect(),
        };
        let mut fails_on = vec!["HEAD".to_owned()];
        for commit in candidates {
            self.say(&format!("does it pass on {commit}?"));
            match self.passes_on(&commit).await {
                Ok(true) => {
                    self.keep(|evidence| evidence.passes_on = Some(commit.clone()))?;
                    return Ok(Some(commit));
                }
                Ok(false) => fails_on.push(commit),
                // A named commit must exist; the history may be shorter than the guess.
                Err(error) if is_named => return Err(error),
                Err(_) => self.check_interrupt()?,
            }
        }
        self.keep(|evidence| evidence.fails_on = fails_on)?;
        Ok(None)
    }

    /// Searches from a good commit; `None` if it is not good, or the search found nothing.
    async fn search(&mut self, good: &str) -> Result<Option<Input>, AgentError> {
        let is_steady = self.is_steady();
        // The result of the bisection is tested later, by reverting parts of the culprit.
        let more = json!({ "good": good, "confirm": !is_steady, "flaky": !is_steady });
        let bisection = match self.call("git_bisect", more).await {
            Ok(bisection) => bisection,
            Err(error) if error.kind() == AgentErrorKind::Interrupted => return Err(error),
            Err(error) => {
                self.say(&format!("the bisection gave nothing: {error}"));
                return Ok(None);
            }
        };
        let first = &bisection["first_bad"];
        let text = |name: &str| first[name].as_str().unwrap_or_default().to_owned();
        let input = match first {
            Value::Null => Input::BisectSkipped {
                reason: "the commits around it cannot be tested, so it is one of several".to_owned(),
            },
            _ => Input::Bisected(Culprit {
                commit: Some(text("id")),
                summary: text("summary"),
                confidence: bisection["confidence"].as_f64().unwrap_or_default(),
            }),
        };
        let passing = passing(&bisection);
        self.keep(|evidence| {
            evidence.passes_on = evidence.passes_on.take().or(passing);
            evidence.bisection = Some(bisection);
        })?;
        Ok(Some(input))
    }

    /// Returns whether the command failed in every run that counted.
    fn is_steady(&self) -> bool {
        let counted = self.saved.evidence.flakiness.as_ref();
        counted.is_none_or(|counted| counted["failures"]["count"] == counted["failures"]["of"])
    }

    /// The question for the operator if the failure is as old as the history.
    pub(in crate::debug) fn environment_question(&self) -> Option<String> {
        let record = self.saved.session.record();
        let is_everywhere =
            self.saved.evidence.passes_on.is_none() && !self.saved.evidence.fails_on.is_empty();
        let was_asked = record.audit.iter().any(|entry| entry.input == "asked");
        (is_everywhere && !was_asked && record.is_reproduced()).then(|| {
            format!(
                "it fails on every commit that was tried ({}): does the failure depend on the environment?",
                self.saved.evidence.fails_on.join(", ")
            )
        })
    }
}

/// A commit on which a bisection saw the command pass.
fn passing(bisection: &Value) -> Option<String> {
    let mut runs = bisection["runs"].as_array().into_iter().flatten();
    let good = runs.find(|run| run["verdict"] == "good")?;
    good["commit"].as_str().map(str::to_owned)
}

/// The commit that the history of HEAD begins with.
fn first_commit(tree: &Tree) -> Option<String> {
    let repository = git2::Repository::discover(tree.root()).ok()?;
    let mut walk = repository.revwalk().ok()?;
    walk.set_sorting(git2::Sort::TOPOLOGICAL | git2::Sort::REVERSE)
        .ok()?;
    walk.push_head().ok()?;
    Some(walk.next()?.ok()?.to_string())
}

impl From<SessionError> for AgentError {
    fn from(error: SessionError) -> Self {
        Self::session(error)
    }
}
