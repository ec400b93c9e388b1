//! Annotations that tools print for CI systems.

mod azure;
mod github;
mod teamcity;

use unbreak_core::{Diagnostic, Line, register_parser};

use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::CI_ANNOTATIONS).line(begin));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text.trim_start();
    github::read(text)
        .or_else(|| azure::read(text))
        .or_else(|| teamcity::read(text))
}
