//! Rules that are data: a TOML file says what a rule answers and what it changes.
//!
//! ```text
//! text ─ rule (checked) ─ answer: diagnostic → captures ─ apply: rewrites, renames, settings → fix
//! ```
//!
//! The shipped files lie in `rules/`; a user's file is the same language and is read by the same code.
//! `docs/rules.md` describes it.

mod answer;
mod apply;
mod argument;
mod error;
mod example;
mod expression;
mod fact;
mod installed;
mod language;
mod python;
mod qualified;
mod rewrite;
mod rule;
mod setting;
mod shipped;
mod strategy;
mod text;

pub use self::error::RuleFileError;
pub use self::shipped::RuleFix;
pub use self::strategy::RuleFile;
