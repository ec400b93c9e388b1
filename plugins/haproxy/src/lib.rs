//! Reads what `haproxy -c` says of its configuration.

use unbreak_plugin_sdk::{
    Claims, Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity,
    Sink, Step, plugin,
};

/// Examples are promises: `unbreak plugin check` runs them.
const EXAMPLES: &[Example] = &[
    Example::new(
        "a keyword that there is not, and the summary after it",
        "[ALERT]    (812) : config : parsing [/etc/haproxy/haproxy.cfg:12] : unknown keyword 'bnd' in 'frontend' section; did you mean 'bind' maybe ?\n\
         [ALERT]    (812) : config : Error(s) found in configuration file : /etc/haproxy/haproxy.cfg\n",
        r#"[{"file": "/etc/haproxy/haproxy.cfg", "line": 12, "severity": "error", "type": "syntax",
             "message": "unknown keyword 'bnd' in 'frontend' section", "advice": "did you mean 'bind' maybe ?"}]"#,
    ),
    Example::new(
        "a warning, as older versions write it",
        "[WARNING] 324/101112 (7) : parsing [haproxy.cfg:30] : 'option httplog' not usable with proxy 'db'.\n",
        r#"[{"file": "haproxy.cfg", "line": 30, "severity": "warning", "type": "build",
             "message": "'option httplog' not usable with proxy 'db'."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = Descriptor::with_examples(
    "haproxy",
    env!("CARGO_PKG_VERSION"),
    "what haproxy says of its configuration",
    EXAMPLES,
);

struct Haproxy;

plugin!(parser: Haproxy);

impl ErrorParser for Haproxy {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["[ALERT]", "[WARNING]"]
    }

    fn claims(&self) -> Option<Claims> {
        Some(Claims::lines(r"^\[(?:ALERT|WARNING)\]\s.*\(\d+\) : "))
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(Lines)
    }
}

struct Lines;

impl ParserState for Lines {
    /// Lines that name no place only say that there were others: they are claimed and left alone.
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(diagnostic) = read(line.text) {
            sink.emit(diagnostic);
        }
        Step::Done
    }
}

/// `[LEVEL] ... parsing [FILE:LINE] : message; advice`
fn read(line: &str) -> Option<Diagnostic> {
    let (place, text) = line.split_once("parsing [")?.1.split_once("] : ")?;
    let (file, number) = place.rsplit_once(':')?;
    let location = Location::line(file, number.parse().ok()?);
    let (message, advice) = match text.split_once("; did you mean") {
        Some((message, _)) => (message, Some(text[message.len() + 2..].to_owned())),
        None => (text, None),
    };
    let severity = if line.starts_with("[ALERT]") {
        Severity::Error
    } else {
        Severity::Warning
    };
    let error_type = if message.starts_with("unknown keyword") {
        ErrorType::Syntax
    } else {
        ErrorType::Build
    };
    let mut diagnostic = Diagnostic::new(error_type, severity, message);
    diagnostic.location = location;
    diagnostic.advice = advice;
    Some(diagnostic)
}
