//! Language models: which ones a run may ask, and what it may spend on them.

mod purse;
mod settings;

pub(crate) use self::purse::Purse;
pub use self::settings::{DEFAULT_BUDGET_COST, DEFAULT_SAMPLES, ModelSettings, Price, Tier};
