//! Maven: its plug-ins' messages about files, and the reason why a build stopped.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::{LANGUAGES, kind};
use crate::format::{self, Flow, Format, Open, locate};
use crate::text;

register_parser!(
    Format::new(&DESCRIPTOR, &["[ERROR] ", "[WARNING] ", "[FATAL] ", "[WARN] "])
        // Before esbuild and Prettier, which have the same labels.
        .priority(1)
        .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

`[ERROR] FILE:[LINE,COLUMN] message`, as compiler, Checkstyle and PMD plugins write it, and the Kotlin
plugin's `FILE: (LINE, COLUMN) message`, with the details in the lines below (`symbol:`, `location:`),
which belong to the message. Problems of a POM (`message @ line 3, column 5`). A goal that failed, or
anything else that ends with `-> [Help 1]`, is an error of the build, unless it only says that compiling
or testing failed: what failed was said before. The summary repeats errors; they are reported once.

## Versions seen

Maven 3.8; its compiler plugin 3 from its documentation.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a name that is not known, said twice",
        r#"[ERROR] COMPILATION ERROR : 
[ERROR] /home/dev/project/src/main/java/shop/Shop.java:[9,29] cannot find symbol
  symbol:   variable itms
  location: class shop.Shop
[INFO] 1 error
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.11.0:compile (default-compile) on project shop: Compilation failure
[ERROR] /home/dev/project/src/main/java/shop/Shop.java:[9,29] cannot find symbol
[ERROR]   symbol:   variable itms
[ERROR]   location: class shop.Shop
"#,
        r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/src/main/java/shop/Shop.java",
             "line": 9, "column": 29, "message": "cannot find symbol\nsymbol:   variable itms\nlocation: class shop.Shop"}]"#,
    ),
    Example::new(
        "a goal that failed",
        "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-jar-plugin:3.3.0:jar (default-jar) on project shop: You have to use a classifier -> [Help 1]\n",
        r#"[{"type": "build", "severity": "error", "code": "maven-jar-plugin:3.3.0:jar", "message": "You have to use a classifier"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "maven",
    "errors of Maven and its plugins",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (severity, text) = labelled(line.text)?;
    in_file(severity, text)
        .or_else(|| in_pom(severity, text))
        .or_else(|| build(text))
}

fn labelled(line: &str) -> Option<(Severity, &str)> {
    const LABELS: [(&str, Severity); 4] = [
        ("[ERROR] ", Severity::Error),
        ("[WARNING] ", Severity::Warning),
        ("[WARN] ", Severity::Warning),
        ("[FATAL] ", Severity::Fatal),
    ];
    LABELS
        .iter()
        .find_map(|(label, severity)| Some((*severity, line.strip_prefix(label)?)))
}

/// `FILE:[LINE,COLUMN] message`, `FILE: (LINE, COLUMN) message`, `FILE:[LINE] (group) Rule: message`.
fn in_file(severity: Severity, text: &str) -> Option<Diagnostic> {
    let at = text::find(text, text::literal!(":[")).or_else(|| text::find(text, text::literal!(": (")))?;
    let (file, rest) = text.split_at(at);
    let inner = rest.trim_start_matches([':', ' ']);
    let (place, message) = inner[1..].split_once([']', ')'])?;
    let (line, column) = match place.split_once(',') {
        Some((line, column)) => (line.parse().ok()?, column.trim().parse().ok()),
        None => (place.parse().ok()?, None),
    };
    // Older versions of its compiler put a slash before a drive.
    let drive = file
        .strip_prefix('/')
        .filter(|file| file.as_bytes().get(1) == Some(&b':'));
    let location = Location {
        column,
        ..Location::line(drive.unwrap_or(file), line)
    };
    let message = message.trim_start_matches([':', ' ']);
    let (check, message) = match split_rule(message) {
        Some((rule, message)) => (Some(rule), message),
        None => kind::split_check(message),
    };
    locate::kind(file)?;
    let mut diagnostic = Diagnostic::new(kind::error_type(severity, message, None), severity, message);
    diagnostic.code = check.map(str::to_owned);
    Some(diagnostic.at(location))
}

/// Checkstyle's plugin: `(group) Rule: message`.
fn split_rule(text: &str) -> Option<(&str, &str)> {
    let (group, rest) = text.strip_prefix('(')?.split_once(") ")?;
    let (rule, message) = rest.split_once(": ")?;
    let word = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (word(group) && word(rule)).then_some((rule, message))
}

/// `message @ line 3, column 5`, `message @ group:artifact, FILE, line 3, column 5`.
fn in_pom(severity: Severity, text: &str) -> Option<Diagnostic> {
    let (message, place) = text::rsplit(text, text::literal!(" @ "))?;
    let (before, numbers) = place.split_once("line ")?;
    let (line, column) = numbers.split_once(", column ")?;
    // An error in a POM is printed twice, the second time with a hint.
    let column = column.split(" ->").next().unwrap_or(column).trim();
    let file = before
        .split(", ")
        .map(str::trim)
        .find(|part| part.contains("pom.xml"));
    let location = Location::column(
        file.unwrap_or("pom.xml"),
        line.parse().ok()?,
        column.parse().ok()?,
    );
    Some(Diagnostic::new(ErrorType::Build, severity, message.trim()).at(location))
}

/// A message that ends with a hint at Maven's help.
fn build(text: &str) -> Option<Diagnostic> {
    const SAID_BEFORE: [&str; 4] = [
        "The build could not read",
        "Compilation failure",
        "There are test failures",
        "There were test failures",
    ];
    let (text, _) = text::split(text, text::literal!(" -> [Help"))?;
    let (goal, message) = match text.strip_prefix("Failed to execute goal ") {
        Some(rest) => {
            let (goal, reason) = rest
                .split_once(": ")
                .filter(|(goal, _)| goal.contains(" on project "))?;
            (Some(goal), reason)
        }
        None => (None, text),
    };
    if SAID_BEFORE.iter().any(|start| message.trim().starts_with(start)) {
        return None;
    }
    let mut diagnostic = Diagnostic::new(ErrorType::Build, Severity::Error, message);
    diagnostic.code = goal.and_then(short_goal);
    Some(diagnostic)
}

/// `plugin:version:goal` of `group:plugin:version:goal (id) on project x`.
fn short_goal(goal: &str) -> Option<String> {
    let name = goal.split(' ').next()?;
    Some(name.split_once(':')?.1.to_owned())
}

/// Details are indented, with the label before them or not.
fn follow(open: &mut Open, line: &str) -> Flow {
    let text = labelled(line).map_or(line, |(_, text)| text);
    if open.diagnostic.location.line.is_none() || !text.starts_with("  ") || text.trim().is_empty() {
        return Flow::Over;
    }
    let text = text.trim();
    if text.starts_with("Did you mean ") || text.starts_with("(see ") {
        open.diagnostic.advice.get_or_insert_with(|| text.to_owned());
    } else {
        open.push_message(text);
    }
    Flow::Taken
}
