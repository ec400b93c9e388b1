//! Collects implementations from every source.

use std::panic::Location;
use std::sync::Arc;

use super::linked::{LinkedParser, LinkedParsers, LinkedStrategy, LinkedTool};
use super::settings::Settings;
use super::shelf::{Arrived, Shelf, known};
use super::{Kind, Origin, Registry, RegistryError};
use crate::options::Options;
use crate::parser::ErrorParser;
use crate::rule::Switches;
use crate::strategy::FixStrategy;
use crate::tool::DebugTool;

/// Collects implementations from every source; the order of calls does not matter.
#[derive(Default)]
pub struct RegistryBuilder {
    parsers: Arrived<dyn ErrorParser>,
    strategies: Arrived<dyn FixStrategy>,
    tools: Arrived<dyn DebugTool>,
    settings: Settings,
    rules: Switches,
}

impl RegistryBuilder {
    /// Adds everything that is linked in and registered itself with one of the `register_*!` macros.
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

    /// Adds a parser.
    #[must_use]
    #[track_caller]
    pub fn parser(self, parser: impl ErrorParser + 'static) -> Self {
        let origin = Origin::given(Location::caller());
        self.parser_from(Arc::new(parser), origin)
    }

    /// Adds a strategy.
    #[must_use]
    #[track_caller]
    pub fn strategy(self, strategy: impl FixStrategy + 'static) -> Self {
        let origin = Origin::given(Location::caller());
        self.strategy_from(Arc::new(strategy), origin)
    }

    /// Adds a tool.
    #[must_use]
    #[track_caller]
    pub fn tool(self, tool: impl DebugTool + 'static) -> Self {
        let origin = Origin::given(Location::caller());
        self.tool_from(Arc::new(tool), origin)
    }

    /// Adds a parser with a known origin.
    #[must_use]
    pub fn parser_from(mut self, parser: Arc<dyn ErrorParser>, origin: Origin) -> Self {
        self.parsers.push((parser, origin));
        self
    }

    /// Adds a strategy with a known origin.
    #[must_use]
    pub fn strategy_from(mut self, strategy: Arc<dyn FixStrategy>, origin: Origin) -> Self {
        self.strategies.push((strategy, origin));
        self
    }

    /// Adds a tool with a known origin.
    #[must_use]
    pub fn tool_from(mut self, tool: Arc<dyn DebugTool>, origin: Origin) -> Self {
        self.tools.push((tool, origin));
        self
    }

    /// Returns whether a plug-in of this kind and id was added already.
    pub fn has(&self, kind: Kind, id: &str) -> bool {
        match kind {
            Kind::Parser => self.parsers.iter().any(|(it, _)| it.descriptor().id == id),
            Kind::Strategy => self.strategies.iter().any(|(it, _)| it.descriptor().id == id),
            Kind::Tool => self.tools.iter().any(|(it, _)| it.descriptor().id == id),
        }
    }

    /// Switches a plug-in off: by its id for any kind, or for one kind only as `strategy:ID`.
    #[must_use]
    pub fn disable(mut self, name: impl Into<String>) -> Self {
        self.settings.off.insert(name.into());
        self
    }

    /// Puts plug-ins first, in this order: these parsers are asked about a line before all others, and of
    /// several equally safe fixes, the one of the first strategy is tried first.
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

    /// Switches rules of strategies off and on.
    #[must_use]
    pub fn rules(mut self, switches: Switches) -> Self {
        self.rules = switches;
        self
    }

    /// Declares, by its id or as `kind:id`, that a plug-in is installed but could not be loaded: then other
    /// settings that name it are not an error.
    #[must_use]
    pub fn absent(mut self, name: impl Into<String>) -> Self {
        self.settings.absent.insert(name.into());
        self
    }

    /// Builds the registry.
    ///
    /// # Errors
    /// If two plug-ins of one kind have the same id, a name that is switched off, put first or given options
    /// is unknown, a plug-in refuses its options, or no rule fits a pattern.
    pub fn build(self) -> Result<Registry, RegistryError> {
        let known = known(&self.parsers)
            .chain(known(&self.strategies))
            .chain(known(&self.tools));
        self.settings.check(&known.collect::<Vec<_>>())?;
        let registry = Registry {
            parsers: Shelf::new(self.parsers, &self.settings)?,
            strategies: Shelf::new(self.strategies, &self.settings)?,
            tools: Shelf::new(self.tools, &self.settings)?,
            switches: self.rules,
        };
        registry.check_switches()?;
        Ok(registry)
    }
}
