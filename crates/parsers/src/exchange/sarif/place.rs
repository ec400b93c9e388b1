//! Locations in SARIF (section 3.28 to 3.30 of the standard).

use serde_json::Value;
use unbreak_core::Location;

/// The place of a `location` object, if it has a physical one.
pub(super) fn of(run: &Value, location: &Value) -> Option<Location> {
    let physical = &location["physicalLocation"];
    let file = file(run, &physical["artifactLocation"])?;
    Some(region(file, &physical["region"]))
}

/// A region of a file. Lines and columns count from 1, the end column is the first one after; an end
/// line that is left out is the start line.
pub(super) fn region(file: String, region: &Value) -> Location {
    let number = |name: &str| {
        region[name]
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
    };
    let mut location = Location::file(file);
    location.line = number("startLine");
    location.column = number("startColumn");
    if location.line.is_some() {
        location.end_line = number("endLine").or(number("endColumn").and(location.line));
        location.end_column = number("endColumn");
    }
    location
}

/// The file that an `artifactLocation` names, by its URI or by its index into the run's artifacts.
pub(super) fn file(run: &Value, artifact: &Value) -> Option<String> {
    let indexed = || {
        let index = usize::try_from(artifact["index"].as_u64()?).ok()?;
        Some(&run["artifacts"][index]["location"])
    };
    let artifact = if artifact["uri"].is_string() {
        artifact
    } else {
        indexed()?
    };
    let uri = artifact["uri"].as_str()?;
    let base = artifact["uriBaseId"]
        .as_str()
        .and_then(|base| run["originalUriBaseIds"][base]["uri"].as_str())
        .filter(|_| !uri.contains("://") && !uri.starts_with('/'));
    Some(plain(&format!("{}{uri}", base.unwrap_or_default())))
}

/// A URI as a path: without its scheme and percent signs.
fn plain(uri: &str) -> String {
    let path = uri.strip_prefix("file://").unwrap_or(uri);
    let bytes = path.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let escaped = (bytes[at] == b'%').then(|| path.get(at + 1..at + 3)).flatten();
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                plain.push(byte);
                at += 3;
            }
            None => {
                plain.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}
