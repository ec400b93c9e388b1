//! The language models of an agent.

use std::sync::Arc;

use async_trait::async_trait;
use unbreak_core::{Completion, Model, ModelError, Prompt};
use unbreak_host::model::{DEFAULT_BUDGET_COST, DEFAULT_SAMPLES};
use unbreak_host::{Agent, ModelSettings, Price};

/// A model that repeats the question.
struct Echo(&'static str);

#[async_trait]
impl Model for Echo {
    fn name(&self) -> &str {
        self.0
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        Ok(Completion::new(&prompt.user, 1_000, 500))
    }
}

#[test]
fn an_agent_has_no_model_unless_it_is_given_one() {
    let directory = tempfile::tempdir().unwrap();
    let state = tempfile::tempdir().unwrap();
    let builder = || {
        Agent::builder()
            .directory(directory.path())
            .state_directory(state.path())
    };
    let without = builder().build().unwrap();
    assert!(without.models().is_empty());
    assert_eq!(without.models().samples, DEFAULT_SAMPLES);
    assert_eq!(without.models().budget_cost, Some(DEFAULT_BUDGET_COST));
    let settings = ModelSettings::default()
        .tier(Arc::new(Echo("small")), Price::default())
        .tier(Arc::new(Echo("strong")), Price::new(1.0, 4.0));
    let with = builder().models(settings).build().unwrap();
    let names: Vec<&str> = with.models().tiers.iter().map(|tier| tier.model.name()).collect();
    assert_eq!(names, ["small", "strong"]);
    assert!(format!("{:?}", with.models()).contains("strong"));
}

#[tokio::test]
async fn a_price_is_in_dollars_per_million_tokens() {
    let answer = Echo("small").complete(&Prompt::new("", "?", 10)).await.unwrap();
    let cost = Price::new(1.0, 4.0).of(&answer);
    assert!((cost - 0.003).abs() < 1e-12, "{cost}");
    assert!(Price::default().of(&answer) == 0.0);
}
