//! Reads what `nginx -t` says of its configuration.

use unbreak_plugin_sdk::{
    Claims, Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity,
    Sink, Step, plugin,
};

/// Examples are promises: `unbreak plugin check` runs them.
const EXAMPLES: &[Example] = &[
    Example::new(
        "a brace too many",
        "nginx: [emerg] unexpected \"}\" in /etc/nginx/conf.d/app.conf:12\nnginx: configuration file /etc/nginx/nginx.conf test failed\n",
        r#"[{"file": "/etc/nginx/conf.d/app.conf", "line": 12, "severity": "fatal", "type": "syntax", "message": "unexpected \"}\""}]"#,
    ),
    Example::new(
        "a warning with a time before it",
        "2026/11/20 10:11:12 [warn] 7#7: conflicting server name \"a.test\" on 0.0.0.0:80, ignored\n",
        r#"[{"severity": "warning", "type": "build", "message": "conflicting server name \"a.test\" on 0.0.0.0:80, ignored"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = Descriptor::with_examples(
    "nginx",
    env!("CARGO_PKG_VERSION"),
    "what nginx says of its configuration",
    EXAMPLES,
);

struct Nginx;

plugin!(parser: Nginx);

impl ErrorParser for Nginx {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["[emerg]", "[alert]", "[crit]", "[error]", "[warn]"]
    }

    fn claims(&self) -> Option<Claims> {
        Some(Claims::lines(
            r"^(?:nginx: |\d{4}/\d\d/\d\d [\d:]{8} )\[(?:emerg|alert|crit|error|warn)\] ",
        ))
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

/// `[level] pid#tid: message in FILE:LINE`, of which the process and the place may be missing.
fn read(line: &str) -> Option<Diagnostic> {
    let (level, rest) = line.split_once('[')?.1.split_once("] ")?;
    let is_process = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'#');
    let text = match rest.split_once(": ") {
        Some((process, text)) if is_process(process) => text,
        _ => rest,
    };
    let (message, location) = match place(text) {
        Some((message, location)) => (message, location),
        None => (text, Location::default()),
    };
    let error_type = if message.starts_with("unexpected") || message.starts_with("unknown directive") {
        ErrorType::Syntax
    } else {
        ErrorType::Build
    };
    let mut diagnostic = Diagnostic::new(error_type, severity(level), message);
    diagnostic.location = location;
    Some(diagnostic)
}

fn place(text: &str) -> Option<(&str, Location)> {
    let (message, place) = text.rsplit_once(" in ")?;
    let (file, line) = place.rsplit_once(':')?;
    Some((message, Location::line(file, line.parse().ok()?)))
}

fn severity(level: &str) -> Severity {
    match level {
        "emerg" => Severity::Fatal,
        "warn" => Severity::Warning,
        _ => Severity::Error,
    }
}
