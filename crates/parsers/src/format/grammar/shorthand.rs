//! Shorthands in expressions. The build script reads this file, too.

/// Shorthands for fields in an expression, so that it reads like the line it describes. A file may
/// have a drive letter and blanks, but no colon. An expression with a stricter file pattern writes
/// it out, with `{drive}` in front: `(?<file>{drive}[^:]+\.pp)`.
const SHORTHANDS: [(&str, &str); 10] = [
    ("{file}", r"(?<file>{drive}[^:\s](?:[^:]*[^:\s])?)"),
    ("{drive}", "(?:[A-Za-z]:)?"),
    ("{line}", r"(?<line>\d{1,7})"),
    ("{column}", r"(?<column>\d{1,7})"),
    ("{end_line}", r"(?<end_line>\d{1,7})"),
    ("{end_column}", r"(?<end_column>\d{1,7})"),
    ("{last_column}", r"(?<last_column>\d{1,7})"),
    ("{severity}", r"(?<severity>[A-Za-z]+)"),
    ("{code}", r"(?<code>[\w@][\w@/.:-]*)"),
    ("{message}", r"(?<message>\S.*?)"),
];

/// The expression without shorthands.
pub(crate) fn written_out(text: &str) -> String {
    let replace = |text: String, (short, long): &(&str, &str)| text.replace(short, long);
    SHORTHANDS.iter().fold(text.to_owned(), replace)
}
