//! Collecting implementations from every source.

use std::panic::Location;
use std::sync::Arc;

use super::linked::{LinkedParser, LinkedParsers, LinkedStrategy, LinkedTool};
use super::settings::Settings;
use super::shelf::{Arrived, Shelf, known};
use super::{Kind, Origin, Registry, RegistryError};
use crate::options::Options;
use crate::parser::ErrorParser;
use crate::strategy::FixStrategy;
use crate::tool::DebugTool;

/// Collects implementations from every source; order of calls does not matter.
#[derive(Default)]
pub struct RegistryBuilder {
    parsers: Arrived<dyn ErrorParser>,
    strategies: Arrived<dyn FixStrategy>,
    tools: Arrived<dyn DebugTool>,
    settings: Settings,
}

impl RegistryBuilder {
    /// Everything that was linked in and registered itself with one of the `register_*!` macros.
    #[must_use]
    pub fn with_linked(mut self) -> Self {
        for linked in inventory::iter::<LinkedParser> {
            self.parsers.push(((linked.make)(), linked.source.origin()));
        }
        for linked in inventory::iter::<LinkedParsers> {
            self.parsers.extend(linked.arrived());
        }
        for linked in inventory::iter::<LinkedStrategy> {
            self.strategies.push(((linked.make)(), linked.source.origin()));
        }
        for linked in inventory::iter::<LinkedTool> {
            self.tools.push(((linked.make)(), linked.source.origin()));
        }
        self
    }

    /// One parser.
    #[must_use]
    #[track_caller]
    pub fn parser(self, parser: impl ErrorParser + 'static) -> Self {
        let origin = Origin::given(Location::caller());
        self.parser_from(Arc::new(parser), origin)
    }

    /// One strategy.
    #[must_use]
    #[track_caller]
    pub fn strategy(self, strategy: impl FixStrategy + 'static) -> Self {
        let origin = Origin::given(Location::caller());
        self.strategy_from(Arc::new(strategy), origin)
    }

    /// One tool.
    #[must_use]
    #[track_caller]
    pub fn tool(self, tool: impl DebugTool + 'static) -> Self {
        let origin = Origin::given(Location::caller());
        self.tool_from(Arc::new(tool), origin)
    }

    /// One parser of known origin.
    #[must_use]
    pub fn parser_from(mut self, parser: Arc<dyn ErrorParser>, origin: Origin) -> Self {
        self.parsers.push((parser, origin));
        self
    }

    /// One strategy of known origin.
    #[must_use]
    pub fn strategy_from(mut self, strategy: Arc<dyn FixStrategy>, origin: Origin) -> Self {
        self.strategies.push((strategy, origin));
        self
    }

    /// One tool of known origin.
    #[must_use]
    pub fn tool_from(mut self, tool: Arc<dyn DebugTool>, origin: Origin) -> Self {
        self.tools.push((tool, origin));
        self
    }

    /// Whether a plug-in of this kind and id is there already.
    pub fn has(&self, kind: Kind, id: &str) -> bool {
        match kind {
            Kind::Parser => self.parsers.iter().any(|(it, _)| it.descriptor().id == id),
            Kind::Strategy => self.strategies.iter().any(|(it, _)| it.descriptor().id == id),
            Kind::Tool => self.tools.iter().any(|(it, _)| it.descriptor().id == id),
        }
    }

    /// Switches a plug-in off: of whatever kind it is, or, as `strategy:ID`, of this kind only.
    #[must_use]
    pub fn disable(mut self, name: impl Into<String>) -> Self {
        self.settings.off.insert(name.into());
        self
    }

    /// Puts plug-ins first, in this order: these parsers are asked for a line before all others, and of
    /// several fixes that are equally safe, the one of the strategy that stands first is tried first.
    #[must_use]
    pub fn order<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.settings.order.extend(names.into_iter().map(Into::into));
        self
    }

    /// Sets options of a plug-in. Later calls add to earlier ones.
    #[must_use]
    pub fn options(mut self, name: impl Into<String>, options: &Options) -> Self {
        self.settings
            .options
            .entry(name.into())
            .or_default()
            .extend(options);
        self
    }

    /// Says of a plug-in, by its id or as `kind:id`, that it is installed and could not be had: then what
    /// is said of it elsewhere is no mistake.
    #[must_use]
    pub fn absent(mut self, name: impl Into<String>) -> Self {
        self.settings.absent.insert(name.into());
        self
    }

    /// The registry.
    ///
    /// # Errors
    /// When two plug-ins of one kind have the same id, a name that is switched off, put first or given
    /// options is unknown, or a plug-in does not take its options.
    pub fn build(self) -> Result<Registry, RegistryError> {
        let known = known(&self.parsers)
            .chain(known(&self.strategies))
            .chain(known(&self.tools));
        self.settings.check(&known.collect::<Vec<_>>())?;
        Ok(Registry {
            parsers: Shelf::new(self.parsers, &self.settings)?,
            strategies: Shelf::new(self.strategies, &self.settings)?,
            tools: Shelf::new(self.tools, &self.settings)?,
        })
    }
}
