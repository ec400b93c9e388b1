//! A model that answers by a script.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use unbreak_core::Model;
use unbreak_core::model::{Completion, ModelError, Prompt};

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
}

impl Scripted {
    /// A model that gives these answers; the prompts go to `asked`.
    pub(crate) fn new(answers: &[String], asked: &Arc<Mutex<Vec<Prompt>>>) -> Self {
        Self {
            answers: Mutex::new(answers.iter().cloned().collect()),
            asked: Arc::clone(asked),
        }
    }
}

#[async_trait]
impl Model for Scripted {
    fn name(&self) -> &'static str {
        "scripted"
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
