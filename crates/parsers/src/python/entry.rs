//! An entry of a call stack.

use unbreak_core::Location;

/// `File "PATH", line N[, in FUNCTION]` after any indentation.
pub(crate) fn parse_frame(line: &str) -> Option<(Location, Option<&str>)> {
    let rest = line.trim_start().strip_prefix("File \"")?;
    let (path, rest) = rest.split_once("\", line ")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    let rest = &rest[digits..];
    // faulthandler prints no comma.
    let function = rest.strip_prefix(", in ").or_else(|| rest.strip_prefix(" in "));
    (function.is_some() || rest.trim().is_empty())
        .then(|| (Location::line(path, number), function.map(str::trim_end)))
}
