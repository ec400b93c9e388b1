//! SpotBugs and FindBugs: the XML report and the console's lines.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorType, Example, Line, Location, Note, Severity, Sink, register_parser,
};

use super::LANGUAGES;
use crate::format::xml::tree::{self, Node};
use crate::format::{self, Format};

register_parser!(
    Format::new(&DESCRIPTOR, &["<BugInstance", ":[line ", ":[lines "])
        .line(begin)
        .xml(read)
);

const DOCS: &str = r#"
## What it understands

`<BugInstance type priority rank>` with its `<LongMessage>` and the `<SourceLine>` that is its own, or else
that of the method, the field or the class; the other lines are notes. The path is `sourcepath`, which is
relative to a source directory. On the console: `M D NP: message  At Shop.java:[line 12]`, whose letters are
priority and category.

Low priority is a remark and everything else a warning, but the scariest ranks (1 to 4) are errors, as in
SpotBugs' own SARIF.

The plug-in for Maven: `[ERROR] High: message [shop.Shop] At Shop.java:[line 12] NP_NULL`.

## Versions seen

SpotBugs 3 to 4.8 and FindBugs 2, from their schema and documentation.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the report",
        "<?xml version=\"1.0\"?>\n<BugCollection version=\"4.8.3\"><BugInstance type=\"NP_ALWAYS_NULL\" priority=\"1\" rank=\"6\" category=\"CORRECTNESS\"><ShortMessage>Null</ShortMessage><LongMessage>Null pointer dereference of x in shop.Shop.sum()</LongMessage><Class classname=\"shop.Shop\"><SourceLine classname=\"shop.Shop\" start=\"3\" end=\"60\" sourcefile=\"Shop.java\" sourcepath=\"shop/Shop.java\"/></Class><SourceLine classname=\"shop.Shop\" start=\"12\" end=\"12\" sourcefile=\"Shop.java\" sourcepath=\"shop/Shop.java\"/></BugInstance></BugCollection>\n",
        r#"[{"type": "lint", "severity": "warning", "code": "NP_ALWAYS_NULL", "file": "shop/Shop.java", "line": 12,
             "message": "Null pointer dereference of x in shop.Shop.sum()"}]"#,
    ),
    Example::new(
        "the console",
        "M D NP: Possible null pointer dereference of x in shop.Shop.sum()  At Shop.java:[line 12]\n",
        r#"[{"type": "lint", "severity": "warning", "code": "NP", "file": "Shop.java", "line": 12}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("spotbugs", "SpotBugs and FindBugs", DOCS, LANGUAGES, &EXAMPLES);

fn read(document: &str, sink: &mut Sink) -> bool {
    let is_record = |name: &str| name == "BugInstance";
    tree::findings(document, "SpotBugs XML", sink, is_record, |bug, _| {
        Some(diagnostic(bug))
    })
}

fn diagnostic(bug: &Node) -> Diagnostic {
    let kind = bug.get("type").unwrap_or_default();
    let message = bug
        .said("LongMessage")
        .or_else(|| bug.said("ShortMessage"))
        .unwrap_or(kind);
    let scary = bug.number("rank").is_some_and(|rank| rank <= 4);
    let severity = match bug.number("priority") {
        _ if scary => Severity::Error,
        Some(3..) => Severity::Info,
        _ => Severity::Warning,
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message);
    diagnostic.code = (!kind.is_empty()).then(|| kind.to_owned());
    let mut places = places(bug).into_iter();
    diagnostic.location = places.next().unwrap_or_default();
    diagnostic.notes = places
        .map(|location| Note {
            message: "another place".to_owned(),
            location,
        })
        .collect();
    diagnostic
}

/// The bug's own lines, or the line of the nearest enclosing element.
fn places(bug: &Node) -> Vec<Location> {
    let own: Vec<Location> = bug.children().iter().filter_map(place).collect();
    if !own.is_empty() {
        return own;
    }
    let around = ["Method", "Field", "Class"]
        .iter()
        .find_map(|name| bug.child(name)?.children().iter().find_map(place));
    around.into_iter().collect()
}

fn place(source: &Node) -> Option<Location> {
    if source.name() != "SourceLine" {
        return None;
    }
    let file = source.get("sourcepath").or_else(|| source.get("sourcefile"))?;
    let mut location = source.place(Some(file), "start", "startColumn");
    location.end_line = source.number("end").filter(|_| location.line.is_some());
    Some(location)
}

/// `[ERROR] High: message [shop.Shop] At Shop.java:[line 12] NP_NULL`, as the plug-in for Maven logs it.
fn in_maven(text: &str) -> Option<Diagnostic> {
    let (label, text) = text.strip_prefix('[')?.split_once("] ")?;
    let (rating, text) = text.split_once(": ")?;
    let severity = match (label, rating) {
        ("ERROR", "High") => Severity::Error,
        (_, "High" | "Medium") => Severity::Warning,
        (_, "Low") => Severity::Info,
        _ => return None,
    };
    let (message, place) = text.rsplit_once(" At ")?;
    let (file, rest) = place.split_once(":[line")?;
    let (lines, code) = rest.split_once("] ")?;
    let first = lines.trim_start_matches(['s', ' ']).split('-').next()?;
    let message = message.rsplit_once(" [").map_or(message, |(message, _)| message);
    let diagnostic = Diagnostic::new(ErrorType::Lint, severity, message);
    Some(
        diagnostic
            .with_code(code.trim())
            .at(Location::line(file, first.parse().ok()?)),
    )
}

/// `M D NP: message  At Shop.java:[line 12]`.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    in_maven(line.text).or_else(|| by_itself(line.text))
}

fn by_itself(line: &str) -> Option<Diagnostic> {
    let (text, place) = line.trim_end().strip_suffix(']')?.rsplit_once(":[line")?;
    let (first, last) = {
        let numbers = place.trim_start_matches('s').trim();
        let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
        (first.parse().ok()?, last.parse().ok()?)
    };
    let (letters, message) = text.split_once(": ")?;
    let (rating, code) = letters.rsplit_once(' ')?;
    let severity = match rating.as_bytes() {
        [b'H' | b'M', b' ', category] if category.is_ascii_uppercase() => Severity::Warning,
        [b'L', b' ', category] if category.is_ascii_uppercase() => Severity::Info,
        _ => return None,
    };
    let (message, file) = message.rsplit_once("  ").unwrap_or((message, message));
    let file = file.rsplit(' ').next()?;
    let mut location = Location::line(file, first);
    location.end_line = (last > first).then_some(last);
    let message = message.trim();
    Some(
        Diagnostic::new(ErrorType::Lint, severity, message)
            .with_code(code)
            .at(location),
    )
}
