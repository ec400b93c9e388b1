//! Parsers without code: a TOML file of patterns.
//!
//! ```toml
//! id = "acme-lint"
//! summary = "acme lint's findings"
//! type = "lint"
//!
//! [[rule]]
//! match = '^(?P<file>[^:]+):(?P<line>\d+):(?P<column>\d+): (?P<severity>\w+) \[(?P<code>A\d+)\] (?P<message>.+)$'
//!
//! [[example]]
//! title = "a finding"
//! input = "src/a.acme:3:1: warning [A17] no rocket"
//! expect = [{ file = "src/a.acme", line = 3, column = 1, severity = "warning", code = "A17", message = "no rocket" }]
//! ```
//!
//! `docs/declarative-parsers.md` describes the format. What a pattern cannot match without is found
//! in the pattern itself and searched for together with the triggers of all other parsers; the
//! pattern is compiled when the first line is tried. So a parser more costs nothing but its memory.

mod error;
mod fields;
mod file;
mod import;
mod literals;
mod options;
mod rule;
mod state;

use std::sync::Arc;

use serde_json::Value;
use unbreak_core::{Descriptor, ErrorParser, Options, OptionsError, ParserState};

pub use error::DeclarativeError;
pub use import::{Imported, from_errorformat, from_vscode};

use fields::Meaning;
use rule::Rule;
use state::State;

/// A parser that was read from a file.
#[derive(Debug, Clone)]
pub struct Declarative {
    descriptor: Descriptor,
    /// Leaked: the trait lends static texts, and there are a few bytes for each parser of a program.
    triggers: Vec<&'static str>,
    priority: i32,
    body: Arc<Body>,
}

/// What its states share.
#[derive(Debug)]
struct Body {
    rules: Arc<[Rule]>,
    meaning: Meaning,
}

impl Declarative {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// When a key, a pattern or a value is not as it must be, or a pattern holds no literal text
    /// that a line could be recognised by.
    pub fn parse(text: &str) -> Result<Self, DeclarativeError> {
        file::read(text)
    }
}

impl ErrorParser for Declarative {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn triggers(&self) -> &[&str] {
        &self.triggers
    }

    fn priority(&self) -> i32 {
        self.priority
    }

    fn options_schema(&self) -> Option<Value> {
        Some(options::schema())
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn ErrorParser>, OptionsError> {
        Ok(Arc::new(options::apply(self, options)?))
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::new(Arc::clone(&self.body)))
    }
}
