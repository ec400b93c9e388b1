//! Findings in columns below the name of their file.

use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use crate::described;
use crate::format::{Format, code, guess, locate, severity, span};

register_parser!(Format::of(&described::GENERIC_TABLE).state::<State>());

/// The file whose table is being read.
#[derive(Default)]
struct State {
    file: Option<String>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(row) = row(line.text).or_else(|| unlabelled(line.text)) else {
            self.file = None;
            return Step::Pass;
        };
        let file = self.file.take().or_else(|| header(line));
        let Some(file) = file else {
            return Step::Pass;
        };
        sink.emit(row.into_diagnostic(&file));
        self.file = Some(file);
        Step::More
    }
}

/// The nearest line above that is not blank, if it names a file.
fn header(line: &Line<'_>) -> Option<String> {
    let above = (1..=2)
        .filter_map(|n| line.back(n))
        .find(|text| !text.trim().is_empty())?;
    let name = above.trim().trim_start_matches(['●', '•', '❯', '▸', '»']).trim();
    let name = name.strip_suffix(':').unwrap_or(name);
    // XO writes the first finding's place behind it.
    let name = locate::at_start(name)
        .filter(|placed| placed.rest.is_empty())
        .map_or(name, |placed| placed.file);
    (locate::kind(name)? == locate::FileKind::Sure).then(|| name.to_owned())
}

/// One line of a table.
struct Row<'a> {
    place: span::Span,
    severity: Severity,
    message: &'a str,
    rule: Option<&'a str>,
}

impl Row<'_> {
    fn into_diagnostic(self, file: &str) -> Diagnostic {
        let location: Location = self.place.in_file(file);
        // A tool that names a rule is a linter, whatever the rule is about.
        let error_type = match self.rule {
            Some(_) => ErrorType::Lint,
            None => guess::error_type(self.severity, self.message),
        };
        let mut diagnostic = Diagnostic::new(error_type, self.severity, self.message).at(location);
        diagnostic.code = self.rule.map(str::to_owned);
        diagnostic
    }
}

fn row(text: &str) -> Option<Row<'_>> {
    let text = text.trim_start();
    let (place, severity, rest) = labelled(text).or_else(|| marked(text))?;
    let mut fields = rest.split("  ").map(str::trim).filter(|field| !field.is_empty());
    let message = fields.next()?;
    let rule = fields.next().map(|rule| rule.trim_matches(['(', ')', '[', ']']));
    // Redocly and others name the rule first.
    let (message, rule) = match rule {
        Some(words) if code::is_name(message) && words.contains(' ') => (words, Some(message)),
        rule => (message, rule),
    };
    let (message, rule) = match rule.filter(|rule| code::is_name(rule)) {
        Some(rule) => (message, Some(rule)),
        None => code::take_trailing(message).map_or((message, None), |(message, rule)| (message, Some(rule))),
    };
    Some(Row {
        place,
        severity,
        message,
        rule,
    })
}

/// `1:5 Unexpected blank`: a sentence. A time of the day has two digits behind the colon, and few lines are
/// called `3:05`.
fn unlabelled(text: &str) -> Option<Row<'_>> {
    let (place, message) = place(text.trim_start())?;
    let message = message.trim();
    let is_sentence = message.starts_with(char::is_uppercase) && message.split(' ').count() > 2;
    let is_time = text.trim_start().split(' ').next().is_some_and(is_time);
    let (message, rule) =
        code::take_trailing(message).map_or((message, None), |(said, rule)| (said, Some(rule)));
    (is_sentence && !is_time).then_some(Row {
        place,
        severity: Severity::Warning,
        message,
        rule,
    })
}

/// `3:05`, `18:30`.
fn is_time(place: &str) -> bool {
    let minutes = place.split_once(':').map(|(_, minutes)| minutes);
    minutes.is_some_and(|text| text.starts_with('0') || text.len() == 2 && text < "60" && place.len() == 5)
}

/// `1:5  error  x`, `1:5 ✖ x`.
fn labelled(text: &str) -> Option<(span::Span, Severity, &str)> {
    let (place, rest) = place(text)?;
    // textlint marks what it can fix.
    let rest = rest.trim_start();
    let rest = rest.strip_prefix("✓ ").unwrap_or(rest);
    let (label, rest) = rest.split_once([' ', '\t'])?;
    Some((place, severity::word(label).or_else(|| mark(label))?, rest))
}

/// `✖  1:5  x` (XO).
fn marked(text: &str) -> Option<(span::Span, Severity, &str)> {
    let (label, rest) = text.split_once(' ')?;
    let severity = mark(label)?;
    let (place, rest) = place(rest.trim_start())?;
    Some((place, severity, rest))
}

/// `1:5`, `1:5-1:14` (the end of vfile's positions is the first column after), `18.18`.
fn place(text: &str) -> Option<(span::Span, &str)> {
    let end = text.find([' ', '\t'])?;
    let (place, rest) = text.split_at(end);
    let split = |position: &str| {
        let (line, column) = position.split_once([':', '.'])?;
        Some((line.parse::<u32>().ok()?, column.parse::<u32>().ok()?))
    };
    let (first, last) = match place.split_once('-') {
        Some((first, last)) => (split(first)?, Some(split(last)?)),
        None => (split(place)?, None),
    };
    let span = span::Span {
        line: first.0,
        column: (first.1 > 0).then_some(first.1),
        end: last.map(|(line, column)| (line, Some(column))),
    };
    (span.line > 0).then_some((span, rest))
}

fn mark(label: &str) -> Option<Severity> {
    match label {
        "✖" | "✘" | "✗" | "×" => Some(Severity::Error),
        "⚠" | "‼" => Some(Severity::Warning),
        "ℹ" => Some(Severity::Info),
        _ => None,
    }
}
