//! Checks the configured language models, without asking any.

use std::path::Path;

use super::Check;
use crate::args::PluginFlags;
use crate::commands::model::problem;
use crate::config::{Config, Models};

/// Checks each model.
pub(super) fn checks(directory: &Path) -> Vec<Check> {
    let flags = PluginFlags::default();
    let models = Config::of(directory, &flags).and_then(|config| Models::of(&config, &flags));
    let models = match models {
        Ok(models) => models,
        Err(error) => return vec![Check::broken("models", error.message(), "see docs/models.md")],
    };
    let checks: Vec<Check> = models
        .definitions()
        .map(|(name, definition)| {
            let about = about(&models, name, &definition.provider, definition.model.as_deref());
            match problem(name, definition) {
                Some(problem) => Check::missing(
                    "model",
                    format!("{about}: {problem}"),
                    "it cannot be asked until then",
                ),
                None => Check::ok("model", about),
            }
        })
        .collect();
    match checks.is_empty() {
        true => vec![Check::ok(
            "models",
            "none is configured: nothing is sent anywhere",
        )],
        false => checks,
    }
}

fn about(models: &Models, name: &str, provider: &str, model: Option<&str>) -> String {
    let place = models.tiers.iter().position(|tier| tier == name);
    let place = place.map_or_else(
        || format!("only with --model {name}"),
        |place| format!("tier {}", place + 1),
    );
    let model = model.map(|model| format!(" {model}")).unwrap_or_default();
    format!("{name}: {provider}{model}, {place}")
}
