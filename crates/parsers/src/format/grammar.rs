//! Formats as data: regular expressions for lines, lists below a heading and blocks of several
//! lines, and paths into JSON and XML. Most tools need nothing else.
//!
//! A format is a TOML file, described in `docs/formats.md`: one of those that come with the program
//! (`formats/FAMILY/TOOL.toml`) or a declarative plug-in. Both use the same language and the same
//! engine.

pub(crate) mod block;
pub(crate) mod captured;
mod compile;
pub(crate) mod embedded;
pub(crate) mod error;
pub(crate) mod file;
mod gate;
pub(crate) mod listing;
mod literals;
mod options;
mod page;
pub(crate) mod pattern;
mod place;
pub(crate) mod records;
mod shorthand;
mod state;
mod triggers;

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;
use unbreak_core::parser::{Confirm, Outline};
use unbreak_core::{Descriptor, ErrorParser, Example, Options, OptionsError, ParserState, Stability};

use self::block::Block;
use self::captured::Meaning;
use self::embedded::Embedded;
use self::error::GrammarError;
use self::file::{File, Follow, PlacedTrigger, Trigger};
use self::listing::Listing;
use self::pattern::Pattern;
use self::records::Records;
use self::state::State;

/// Before the parsers that know a shape but not the tool.
const PRIORITY: i32 = 5;

/// The same for a format that was never tried on its tool's output: after all that were, and before the formats
/// that many tools share.
const DOCUMENTED_PRIORITY: i32 = -7;

/// A parser that is a file.
#[derive(Debug, Clone)]
pub struct Grammar {
    descriptor: Descriptor,
    /// The triggers. Those of a plug-in are leaked: the trait lends static texts, and there are a
    /// few bytes for each parser of a program.
    triggers: Cow<'static, [&'static str]>,
    priority: i32,
    source: Source,
}

/// The source of a format's tables.
#[derive(Debug, Clone)]
enum Source {
    Embedded(&'static Embedded),
    Loaded { file: Arc<File>, forms: Arc<Forms> },
}

/// The forms that a format reads. Lines are tried first, then headings, then blocks, each in the given order.
#[derive(Debug, Default)]
pub(crate) struct Forms {
    lines: Vec<Pattern>,
    follow: Option<Follow>,
    listings: Vec<Arc<Listing>>,
    blocks: Vec<Arc<Block>>,
    json: Vec<Records>,
    xml: Vec<Records>,
}

impl Forms {
    /// The meanings of all forms, before they are shared.
    fn meanings(&mut self) -> impl Iterator<Item = &mut Meaning> {
        let rows = self.listings.iter_mut().filter_map(Arc::get_mut);
        let rows = rows.flat_map(|listing| &mut listing.rows);
        let records = self.json.iter_mut().chain(&mut self.xml);
        let (said, records): (Vec<_>, Vec<_>) =
            records.map(|it| (&mut it.said, &mut it.reading.meaning)).unzip();
        let patterns = self
            .lines
            .iter_mut()
            .chain(rows)
            .chain(said.into_iter().flatten());
        let blocks = self.blocks.iter_mut().filter_map(Arc::get_mut);
        patterns
            .map(|pattern| &mut pattern.meaning)
            .chain(blocks.map(|block| &mut block.meaning))
            .chain(records)
    }
}

impl Grammar {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// When a key, a pattern or a value is not as it must be, or a pattern contains no literal text
    /// that a line could be recognised by.
    #[cfg(feature = "declarative")]
    pub fn parse(text: &str) -> Result<Self, GrammarError> {
        let file: File = toml::from_str(text)
            .map_err(|error| GrammarError::new(error.to_string().trim().replace('\n', "; ")))?;
        Self::load(file)
    }

    /// The parser that a file describes.
    pub(crate) fn load(file: File) -> Result<Self, GrammarError> {
        compile::check(&file)?;
        let forms = compile::compile(&file)?;
        let triggers = match file.triggers.is_empty() {
            true => triggers::derived(&serde_json::to_value(&file).unwrap_or(Value::Null))?,
            false => file
                .triggers
                .iter()
                .map(|trigger| trigger.text().to_owned())
                .collect(),
        };
        place::confirm(&file.placed_triggers())?;
        Ok(Self {
            triggers: triggers.into_iter().map(|text| &*text.leak()).collect(),
            priority: file.priority.unwrap_or_else(|| file.usual_priority()),
            descriptor: file.descriptor(),
            source: Source::Loaded {
                file: Arc::new(file),
                forms: Arc::new(forms),
            },
        })
    }

    fn embedded(format: &'static Embedded) -> Self {
        Self {
            descriptor: format.descriptor.clone(),
            triggers: Cow::Borrowed(format.triggers),
            priority: format.priority,
            source: Source::Embedded(format),
        }
    }

    fn forms(&self) -> &Arc<Forms> {
        match &self.source {
            Source::Embedded(format) => format.forms(),
            Source::Loaded { forms, .. } => forms,
        }
    }
}

impl Trigger {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Placed(placed) => &placed.text,
        }
    }
}

impl File {
    fn placed_triggers(&self) -> Vec<PlacedTrigger> {
        let placed = self.triggers.iter().filter_map(|trigger| match trigger {
            Trigger::Placed(placed) => Some(placed.clone()),
            Trigger::Text(_) => None,
        });
        placed.collect()
    }

    /// Returns whether none of its examples was seen in an output of the tool.
    fn is_documented(&self) -> bool {
        let mut examples = self.examples.iter();
        !self.examples.is_empty() && examples.all(|example| example.source.starts_with("documented"))
    }

    /// Its default priority.
    fn usual_priority(&self) -> i32 {
        match self.is_documented() {
            true => DOCUMENTED_PRIORITY,
            false => PRIORITY,
        }
    }

    /// The format's descriptor.
    fn descriptor(&self) -> Descriptor {
        let examples = self.examples.iter().map(|example| Example {
            title: Cow::Owned(example.title.clone()),
            input: Cow::Owned(example.input.clone()),
            expected: Cow::Owned(example.expect.to_string()),
            source: Cow::Owned(example.source.clone()),
        });
        Descriptor {
            id: Cow::Owned(self.id.clone()),
            version: Cow::Owned(
                if self.version.is_empty() {
                    "0.1.0"
                } else {
                    &self.version
                }
                .to_owned(),
            ),
            summary: Cow::Owned(self.summary.clone()),
            docs: Cow::Owned(self.page()),
            languages: self.languages.iter().cloned().map(Cow::Owned).collect(),
            examples: examples.collect(),
            stability: match self.is_documented() {
                true => Stability::Documented,
                false => Stability::Stable,
            },
        }
    }

    /// The page of documentation.
    fn page(&self) -> String {
        page::page(&self.docs, &self.understands, &self.versions, &self.links)
    }
}

impl ErrorParser for Grammar {
    fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    fn triggers(&self) -> &[&str] {
        &self.triggers
    }

    fn confirms(&self) -> Option<Confirm> {
        let placed = match &self.source {
            Source::Embedded(format) => format.placed(),
            Source::Loaded { file, .. } => file.placed_triggers(),
        };
        // A file whose triggers cannot be placed is not loaded.
        place::confirm(&placed).ok().flatten()
    }

    fn may_read(&self, outline: &Outline) -> bool {
        self.forms().json.iter().any(|records| records.may_read(outline))
    }

    fn priority(&self) -> i32 {
        self.priority
    }

    fn options_schema(&self) -> Option<Value> {
        matches!(self.source, Source::Loaded { .. }).then(options::schema)
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn ErrorParser>, OptionsError> {
        let Source::Loaded { file, .. } = &self.source else {
            return Err(OptionsError::None);
        };
        // It was compiled before, so it cannot fail.
        let mut forms = compile::compile(file).unwrap_or_default();
        options::apply(&mut forms, options)?;
        let source = Source::Loaded {
            file: Arc::clone(file),
            forms: Arc::new(forms),
        };
        Ok(Arc::new(Self {
            source,
            ..self.clone()
        }))
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::new(Arc::clone(self.forms())))
    }
}
