//! Files, lines and columns in JSON objects.

use serde_json::{Map, Value};
use unbreak_core::Location;

use crate::format::locate;

type Fields = Map<String, Value>;

const FILE: [&str; 15] = [
    "file",
    "filename",
    "file_name",
    "fileName",
    "filePath",
    "filepath",
    "file_path",
    "Filename",
    "targetFile",
    "path",
    "uri",
    "source",
    "source_file",
    "name",
    "File",
];
const LINE: [&str; 15] = [
    "line",
    "Line",
    "line_no",
    "line_number",
    "lineNumber",
    "linenumber",
    "lineno",
    "startLine",
    "start_line",
    "start_line_no",
    "beginline",
    "beginLine",
    "begin_line",
    "line_from",
    "row",
];
const COLUMN: [&str; 16] = [
    "column",
    "Column",
    "col",
    "startColumn",
    "start_column",
    "startCol",
    "start_line_pos",
    "line_pos",
    "begincolumn",
    "beginColumn",
    "begin_column",
    "column_from",
    "column_number",
    "columnNumber",
    "colno",
    "char",
];
const END_LINE: [&str; 8] = [
    "endLine",
    "end_line",
    "endline",
    "end_line_no",
    "line_to",
    "last_line",
    "lineEnd",
    "endRow",
];
const END_COLUMN: [&str; 8] = [
    "endColumn",
    "end_column",
    "endcolumn",
    "end_line_pos",
    "column_to",
    "last_column",
    "endCol",
    "columnEnd",
];
/// Objects within a finding that hold its place.
const PLACE: [&str; 16] = [
    "location",
    "loc",
    "range",
    "region",
    "position",
    "Position",
    "Pos",
    "pos",
    "span",
    "lines",
    "textRange",
    "start",
    "Start",
    "begin",
    "startPosition",
    "positions",
];
/// Objects that hold the end of a range, in addition to those above.
const END: [&str; 6] = [
    "end",
    "End",
    "end_location",
    "endPosition",
    "end_position",
    "endLocation",
];

/// The file that an object names, itself or in its place.
pub(super) fn file_of(fields: &Fields) -> Option<&str> {
    let own = FILE.iter().find_map(|key| {
        let text = fields.get(*key)?.as_str()?;
        // `source`, `name` and `path` have other meanings as well.
        let named = matches!(
            *key,
            "file"
                | "filename"
                | "file_name"
                | "fileName"
                | "filePath"
                | "file_path"
                | "Filename"
                | "targetFile"
        );
        (!text.is_empty() && (named || locate::kind(text) == Some(locate::FileKind::Sure))).then_some(text)
    });
    own.or_else(|| PLACE.iter().find_map(|key| file_of(first(fields.get(*key)?)?)))
}

/// The place that an object holds; `None` when it has no line.
pub(super) fn read(fields: &Fields) -> Option<Location> {
    let mut location = own(fields)
        .or_else(|| range_of_lines(fields))
        .or_else(|| nested(fields))?;
    if location.end_line.is_none()
        && let Some(end) = END.iter().find_map(|key| own(fields.get(*key)?.as_object()?))
    {
        (location.end_line, location.end_column) = (end.line, end.column);
    }
    Some(location)
}

fn own(fields: &Fields) -> Option<Location> {
    if let Some(location) = protocol(fields) {
        return Some(location);
    }
    Some(Location {
        file: None,
        line: Some(number(fields, &LINE)?),
        column: number(fields, &COLUMN)
            .or_else(|| Some(whole(fields.get("character")?)?.saturating_add(1)))
            .or_else(|| whole(fields.get("Span")?.as_array()?.first()?)),
        end_line: number(fields, &END_LINE),
        end_column: number(fields, &END_COLUMN),
    })
}

/// `{"start": {"line": 0, "character": 0}, "end": ...}`, counted from 0 (LSP 3.17, "Range").
fn protocol(fields: &Fields) -> Option<Location> {
    let position = |keys: &[&str]| {
        let position = keys.iter().find_map(|key| fields.get(*key)?.as_object())?;
        let line = whole(position.get("line")?)?;
        let character = whole(position.get("character")?)?;
        Some((line.saturating_add(1), character.saturating_add(1)))
    };
    let (line, column) = position(&["start", "startPosition"])?;
    let (end_line, end_column) = position(&["end", "endPosition"]).unzip();
    Some(Location {
        file: None,
        line: Some(line),
        column: Some(column),
        end_line,
        end_column,
    })
}

/// `"lines": [12]`, `"file_line_range": [22, 27]`, `"lines": {"begin": 3, "end": 5}`.
fn range_of_lines(fields: &Fields) -> Option<Location> {
    let value = ["lines", "file_line_range"]
        .iter()
        .find_map(|key| fields.get(*key))?;
    let (first, last) = match value {
        Value::Array(lines) => (whole(lines.first()?)?, lines.get(1).and_then(whole)),
        Value::Object(lines) => (whole(lines.get("begin")?)?, lines.get("end").and_then(whole)),
        _ => return None,
    };
    let column = value.get("begin_column").and_then(whole);
    Some(Location {
        file: None,
        line: Some(first),
        column,
        end_line: last,
        end_column: None,
    })
}

fn nested(fields: &Fields) -> Option<Location> {
    PLACE.iter().find_map(|key| read(first(fields.get(*key)?)?))
}

/// An object, or the first one of a list.
fn first(value: &Value) -> Option<&Fields> {
    match value {
        Value::Array(items) => items.first()?.as_object(),
        value => value.as_object(),
    }
}

fn number(fields: &Fields, keys: &[&str]) -> Option<u32> {
    keys.iter().find_map(|key| whole(fields.get(*key)?))
}

/// A number, or a text that begins with one (gosec writes `"42-44"`).
fn whole(value: &Value) -> Option<u32> {
    match value {
        Value::Number(number) => u32::try_from(number.as_u64()?).ok(),
        Value::String(text) => {
            let digits = text.bytes().take_while(u8::is_ascii_digit).count();
            text[..digits].parse().ok()
        }
        _ => None,
    }
}
