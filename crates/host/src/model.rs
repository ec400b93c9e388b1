//! Language models: which ones a run may ask, and what it may spend on them.

mod settings;

pub use self::settings::{DEFAULT_BUDGET_COST, DEFAULT_SAMPLES, ModelSettings, Price, Tier};
