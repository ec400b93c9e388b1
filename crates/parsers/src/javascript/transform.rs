//! Runners' messages about a file that the transformer cannot parse: the place is in the message,
//! and the stack is the transformer's own.

use unbreak_core::Location;

use crate::format::locate;

/// The first error of `Transform failed with 1 error:`, and where it is; oxc's and esbuild's.
pub(super) fn failure(message: &str) -> Option<(Location, &str)> {
    let rest = message.strip_prefix("Transform failed with ")?;
    drawn(rest).or_else(|| listed(rest))
}

/// ```text
/// [PARSE_ERROR] Expected `,` or `)` but found `;`
///    ╭─[ app/delay.ts:8:45 ]
/// ```
fn drawn(text: &str) -> Option<(Location, &str)> {
    let said = text
        .lines()
        .find_map(|line| line.strip_prefix("[PARSE_ERROR] "))?;
    let place = text.lines().find_map(|line| {
        let place = line.trim_start().strip_prefix("╭─[ ")?;
        place.trim_end().strip_suffix(" ]")
    })?;
    let placed = locate::at_start(place).filter(|placed| placed.rest.is_empty())?;
    Some((placed.location(), said.trim_start_matches("Error: ")))
}

/// `/home/dev/app/delay.ts:8:45: ERROR: Expected ")" but found ";"`; its columns begin at 0.
fn listed(text: &str) -> Option<(Location, &str)> {
    text.lines().find_map(|line| {
        let (place, said) = line.split_once(": ERROR: ")?;
        let mut location = locate::at_start(place)?.location();
        location.column = location.column.map(|column| column.saturating_add(1));
        Some((location, said))
    })
}
