//! Link-time registration: the values that the `register_*!` macros make.

use std::sync::Arc;

use super::Origin;
use crate::parser::ErrorParser;
use crate::strategy::FixStrategy;
use crate::tool::DebugTool;

/// The place where a registration macro was called. Made by the macros.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Source {
    pub package: &'static str,
    pub file: &'static str,
    pub line: u32,
}

impl Source {
    pub(super) fn origin(self) -> Origin {
        Origin::Linked {
            package: self.package.to_owned(),
            place: format!("{}:{}", self.file, self.line),
        }
    }
}

#[doc(hidden)]
pub struct LinkedParser {
    pub make: fn() -> Arc<dyn ErrorParser>,
    pub source: Source,
}

/// A parser that is defined by a file, and the file's path within its crate.
#[doc(hidden)]
pub type ParserFile = (Arc<dyn ErrorParser>, &'static str);

#[doc(hidden)]
pub struct LinkedParsers {
    pub make: fn() -> Vec<ParserFile>,
    pub package: &'static str,
}

impl LinkedParsers {
    pub(super) fn arrived(&self) -> impl Iterator<Item = (Arc<dyn ErrorParser>, Origin)> {
        (self.make)().into_iter().map(|(parser, place)| {
            let origin = Origin::Linked {
                package: self.package.to_owned(),
                place: place.to_owned(),
            };
            (parser, origin)
        })
    }
}

#[doc(hidden)]
pub struct LinkedStrategy {
    pub make: fn() -> Arc<dyn FixStrategy>,
    pub source: Source,
}

#[doc(hidden)]
pub struct LinkedTool {
    pub make: fn() -> Arc<dyn DebugTool>,
    pub source: Source,
}

inventory::collect!(LinkedParser);
inventory::collect!(LinkedParsers);
inventory::collect!(LinkedStrategy);
inventory::collect!(LinkedTool);

/// Registers a parser with every program that links this crate: `register_parser!(MyParser::new())`.
///
/// The linker drops a crate that nothing refers to: name it once, with `use my_crate as _;`.
#[macro_export]
macro_rules! register_parser {
    ($make:expr) => {
        $crate::__register!(LinkedParser, $crate::ErrorParser, $make);
    };
}

/// Registers parsers that are defined by files with every program that links this crate:
/// `register_parsers!(all)`, where `all` is a function that returns them, each with the path of its file.
#[macro_export]
macro_rules! register_parsers {
    ($make:path) => {
        $crate::inventory::submit! {
            $crate::registry::LinkedParsers {
                make: $make,
                package: env!("CARGO_PKG_NAME"),
            }
        }
    };
}

/// Registers a strategy with every program that links this crate: `register_strategy!(MyStrategy)`.
#[macro_export]
macro_rules! register_strategy {
    ($make:expr) => {
        $crate::__register!(LinkedStrategy, $crate::FixStrategy, $make);
    };
}

/// Registers a debug tool with every program that links this crate: `register_tool!(MyTool)`.
#[macro_export]
macro_rules! register_tool {
    ($make:expr) => {
        $crate::__register!(LinkedTool, $crate::DebugTool, $make);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($slot:ident, $trait:path, $make:expr) => {
        $crate::inventory::submit! {
            $crate::registry::$slot {
                make: || -> ::std::sync::Arc<dyn $trait> { ::std::sync::Arc::new($make) },
                source: $crate::registry::Source {
                    package: env!("CARGO_PKG_NAME"),
                    file: file!(),
                    line: line!(),
                },
            }
        }
    };
}
