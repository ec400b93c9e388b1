//! The XML reports of .NET's analysers: FxCop, Gendarme, StyleCop and ReSharper.

mod dupfinder;
mod fxcop;
mod gendarme;
mod resharper;
mod stylecop;

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Severity, Sink, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            "<FxCopReport",
            "<gendarme-output",
            "<IssueType",
            "<StyleCopViolations",
            "<SourceAnalysisViolations",
            "<DuplicatesReport"
        ]
    )
    .xml(read)
);

const DOCS: &str = r#"
## What it understands

- FxCop: `<Message CheckId TypeName>` with its `<Issue Level Path File Line>`;
- Gendarme: `<rule Name>` with `<problem>` and `<defect Severity Source="FILE(LINE)">`;
- StyleCop: `<Violation LineNumber Source RuleId>`;
- ReSharper's InspectCode: `<Issue TypeId File Line Message>`, whose severity stands on its `<IssueType>`;
- ReSharper's dupFinder: `<Duplicate>` with its `<Fragment>`s.

## Versions seen

FxCop 1.36 to 10, Gendarme 2.6 to 4, StyleCop 4.7 and InspectCode 2017 to 2023, from their documentation.
"#;

static EXAMPLES: [Example; 5] = [
    dupfinder::EXAMPLE,
    fxcop::EXAMPLE,
    gendarme::EXAMPLE,
    stylecop::EXAMPLE,
    resharper::EXAMPLE,
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dotnet-analysis",
    "FxCop, Gendarme, StyleCop and ReSharper",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

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
