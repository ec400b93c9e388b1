//! The XML reports of .NET's analysers: FxCop, Gendarme, StyleCop and ReSharper.

mod dupfinder;
mod fxcop;
mod gendarme;
mod resharper;
mod stylecop;

use unbreak_core::{Diagnostic, ErrorType, Severity, Sink, register_parser};

use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::DOTNET_ANALYSIS).xml(read));

fn read(document: &str, sink: &mut Sink) -> bool {
    fxcop::read(document, sink)
        || gendarme::read(document, sink)
        || stylecop::read(document, sink)
        || resharper::read(document, sink)
        || document.contains("<DuplicatesReport") && dupfinder::read(document, sink)
}

fn finding(severity: Severity, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(ErrorType::Lint, severity, message)
}
