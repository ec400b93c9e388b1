//! The formats that come with the program.
//!
//! The build script reads `formats/FAMILY/TOOL.toml` and extracts the parts that every start needs:
//! the descriptor, the triggers and the priority. The rest is kept as text and parsed when a line
//! first contains one of the triggers.

use std::sync::{Arc, OnceLock};

use unbreak_core::registry::ParserFile;
use unbreak_core::{Descriptor, register_parsers};

use super::file::{File, PlacedTrigger};
use super::{Forms, Grammar, compile};

/// A format of the program's own.
#[derive(Debug)]
pub(crate) struct Embedded {
    pub(crate) descriptor: Descriptor,
    pub(crate) triggers: &'static [&'static str],
    /// The triggers that count only in their place, as JSON.
    pub(crate) placed: &'static str,
    pub(crate) priority: i32,
    /// A parser of its own reads with it.
    pub(crate) is_inner: bool,
    /// The file, below this crate.
    pub(crate) path: &'static str,
    /// The file's tables as JSON.
    pub(crate) tables: &'static str,
    pub(crate) forms: OnceLock<Arc<Forms>>,
}

impl Embedded {
    pub(super) fn forms(&self) -> &Arc<Forms> {
        // The build script has written the text, and the tests read every one: what could not be read would
        // find nothing, and its examples would not hold.
        let read = || serde_json::from_str::<File>(self.tables).ok();
        let compiled = || read().and_then(|file| compile::compile(&file).ok());
        self.forms
            .get_or_init(|| Arc::new(compiled().unwrap_or_default()))
    }

    pub(super) fn placed(&self) -> Vec<PlacedTrigger> {
        match self.placed {
            "" => Vec::new(),
            placed => serde_json::from_str(placed).unwrap_or_default(),
        }
    }
}

mod generated {
    use super::Embedded;

    include!(concat!(env!("OUT_DIR"), "/formats.rs"));
}

/// The format with this id, for a parser written in Rust.
///
/// # Panics
/// When there is no such format.
#[expect(
    clippy::expect_used,
    reason = "the file of the format is in the same family as its parser"
)]
pub(crate) fn inner(id: &str) -> Grammar {
    let format = generated::FORMATS
        .iter()
        .find(|format| format.descriptor.id == id);
    Grammar::embedded(format.expect("a format that is embedded"))
}

fn parsers() -> Vec<ParserFile> {
    let own = generated::FORMATS.iter().filter(|format| !format.is_inner);
    own.map(|format| (Arc::new(Grammar::embedded(format)) as _, format.path))
        .collect()
}

register_parsers!(parsers);
