//! pytest: its output in every style, and its two machine-readable forms.

mod heading;
mod junit;
mod mark;
mod pending;
mod report;
mod report_log;
mod session;
mod summary;

use crate::described;
use crate::format::Format;
use unbreak_core::register_parser;

register_parser!(Format::of(&described::PYTEST).state::<session::Session>());
