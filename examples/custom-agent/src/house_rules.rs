//! Reads the output of the house's own check: `FILE:LINE: house rule: RULE`.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Line, Location, ParserState, Severity, Sink, Step,
};

static DESCRIPTOR: Descriptor =
    Descriptor::new("house_rules", "1.0.0", "what the house's check complains of");

pub(crate) struct HouseRules;

impl ErrorParser for HouseRules {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[": house rule: "]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Lines)
    }
}

struct Lines;

impl ParserState for Lines {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(diagnostic) = read(line.text) else {
            return Step::Pass;
        };
        sink.emit(diagnostic);
        Step::Done
    }
}

fn read(line: &str) -> Option<Diagnostic> {
    let (place, rule) = line.split_once(": house rule: ")?;
    let (file, number) = place.rsplit_once(':')?;
    let mut diagnostic = Diagnostic::new(
        ErrorType::Lint,
        Severity::Error,
        format!("against the rule '{rule}'"),
    );
    diagnostic.code = Some(rule.to_owned());
    diagnostic.location = Location::line(file, number.parse().ok()?);
    Some(diagnostic)
}
