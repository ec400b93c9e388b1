//! PHP: scripts that do not parse, and errors and warnings at run time.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{
    Descriptor, Diagnostic, ErrorType, Example, Frame, Line, Location, Severity, register_parser,
};

use crate::format::{self, Flow, Format, Open, stack};

register_parser!(
    Format::new(&DESCRIPTOR, &[" on line ", "Uncaught "])
        .priority(5)
        .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

`PHP Parse error:  message in FILE on line 6`, with and without `PHP` (the log and the terminal have it
differently; both together are one), `Fatal error`, `Warning`, `Notice` and `Deprecated`; an exception that
was not caught (`Uncaught Error: message in FILE:2`) with its stack. Also with the tags of `html_errors`.

## Versions seen

PHP 8.2; 5.6 to 8.3 from its documentation.
"#;

static EXAMPLES: [Example; 5] = [
    Example::new(
        "html_errors",
        "<br />\n<b>Parse error</b>:  syntax error, unexpected '}' in <b>shop.php</b> on line <b>5</b><br />\n",
        r#"[{"type": "syntax", "severity": "fatal", "file": "shop.php", "line": 5, "message": "syntax error, unexpected '}'"}]"#,
    ),
    Example::new(
        "an argument of another type",
        "PHP Fatal error:  Uncaught TypeError: f(): Argument #1 ($x) must be of type int, string given, called in /home/dev/project/a.php on line 3 and defined in /home/dev/project/a.php:2\nStack trace:\n#0 /home/dev/project/a.php(3): f()\n#1 {main}\n  thrown in /home/dev/project/a.php on line 2\n",
        r#"[{"type": "runtime", "severity": "error", "code": "TypeError", "file": "/home/dev/project/a.php", "line": 2,
             "message": "f(): Argument #1 ($x) must be of type int, string given, called in /home/dev/project/a.php on line 3"}]"#,
    ),
    Example::new(
        "a script that does not parse",
        "PHP Parse error:  syntax error, unexpected token \"}\" in shop.php on line 6\nErrors parsing shop.php\n",
        r#"[{"type": "syntax", "severity": "fatal", "file": "shop.php", "line": 6, "message": "syntax error, unexpected token \"}\""}]"#,
    ),
    Example::new(
        "an exception",
        "PHP Fatal error:  Uncaught Error: Call to undefined function totl() in /home/dev/project/run.php:2\nStack trace:\n#0 /home/dev/project/run.php(3): f()\n#1 {main}\n  thrown in /home/dev/project/run.php on line 2\n",
        r#"[{"type": "runtime", "severity": "error", "code": "Error", "file": "/home/dev/project/run.php", "line": 2,
             "message": "Call to undefined function totl()",
             "frames": [{"line": 3}, {"line": 2, "innermost": true}]}]"#,
    ),
    Example::new(
        "a warning",
        "Warning: Undefined variable $totl in /home/dev/project/shop.php on line 4\n",
        r#"[{"type": "runtime", "severity": "warning", "line": 4, "message": "Undefined variable $totl"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "php-interpreter",
    "PHP: scripts that do not parse, errors and warnings",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);

/// `PHP Fatal error:  message in FILE on line 3`.
static PLACED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?:\[[^\]]+\] )?(?:PHP )?((?:Parse|Fatal|Catchable fatal|Recoverable fatal|Compile|Core) error|Warning|Notice|Deprecated|Strict Standards): +(.+?) in (\S.*?)(?: on line |:)(\d+)$",
    )
});

/// `Uncaught Error: message`.
static UNCAUGHT: LazyLock<Regex> = LazyLock::new(|| pattern(r"^Uncaught ([A-Za-z_][\w\\]*)(?:: )?(.*)$"));

/// `#0 /a.php(3): f()`.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| pattern(r"^#\d+ (.+)\((\d+)\): (.+)$"));

/// The line without the tags of `html_errors`: `<b>Parse error</b>:  message in <b>FILE</b> on line <b>5</b><br />`.
fn without_tags(line: &str) -> Cow<'_, str> {
    if !line.contains("</b> on line <b>") {
        return Cow::Borrowed(line);
    }
    let tags = ["<b>", "</b>", "<br />", "<br>"];
    Cow::Owned(
        tags.iter()
            .fold(line.to_owned(), |text, tag| text.replace(tag, "")),
    )
}

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = without_tags(line.text);
    let found = PLACED.captures(&text)?;
    let (said, file) = declared(&found[2], &found[3]);
    let location = Location::line(file, found[4].parse().ok()?);
    let (error_type, severity) = kind(&found[1]);
    let Some(exception) = UNCAUGHT.captures(&said) else {
        return Some(Diagnostic::new(error_type, severity, said).at(location));
    };
    let error_type = match &exception[1] {
        "ParseError" => ErrorType::Syntax,
        _ => ErrorType::Runtime,
    };
    let mut diagnostic = Diagnostic::new(error_type, Severity::Error, &exception[2])
        .with_code(&exception[1])
        .at(location.clone());
    let mut frame = Frame::new(location, None);
    frame.innermost = true;
    diagnostic.frames.push(frame);
    Some(diagnostic)
}

/// The message and the file, where a message names the caller before the place:
/// `f(): Argument #1 ($x) must be of type int, string given, called in a.php on line 3 and defined in b.php:2`.
fn declared<'a>(said: &'a str, file: &'a str) -> (Cow<'a, str>, &'a str) {
    match file.rsplit_once(" and defined in ") {
        Some((caller, declared)) => (Cow::Owned(format!("{said} in {caller}")), declared),
        None => (Cow::Borrowed(said), file),
    }
}

fn kind(label: &str) -> (ErrorType, Severity) {
    match label {
        "Parse error" => (ErrorType::Syntax, Severity::Fatal),
        "Warning" => (ErrorType::Runtime, Severity::Warning),
        "Notice" | "Deprecated" | "Strict Standards" => (ErrorType::Runtime, Severity::Info),
        _ => (ErrorType::Runtime, Severity::Error),
    }
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if line.starts_with("Errors parsing ") || line.starts_with("  thrown in ") {
        return Flow::Last;
    }
    if open.diagnostic.frames.is_empty() {
        return Flow::Over;
    }
    if let Some(entry) = ENTRY.captures(line)
        && let Ok(number) = entry[2].parse()
    {
        let frame = Frame::new(Location::line(&entry[1], number), Some(entry[3].to_owned()));
        stack::push_caller(&mut open.diagnostic, frame);
        return Flow::Taken;
    }
    match line == "Stack trace:" || line.starts_with('#') {
        true => Flow::Taken,
        false => Flow::Over,
    }
}
