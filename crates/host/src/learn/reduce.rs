//! Delta debugging: the smallest part of an edit that is still sufficient.

use crate::error::AgentError;

/// Reduces `all`, which is sufficient, to a part from which nothing can be left out (Zeller and Hildebrandt
/// 2002: ddmin, by complements).
///
/// # Errors
/// If `is_enough` fails.
pub(super) async fn reduce(
    all: Vec<usize>,
    mut is_enough: impl AsyncFnMut(&[usize]) -> Result<bool, AgentError>,
) -> Result<Vec<usize>, AgentError> {
    let mut kept = all;
    let mut parts = 2;
    while kept.len() > 1 {
        let size = kept.len().div_ceil(parts);
        let mut smaller = None;
        for start in (0..kept.len()).step_by(size) {
            let end = kept.len().min(start + size);
            let rest: Vec<usize> = [&kept[..start], &kept[end..]].concat();
            if !rest.is_empty() && is_enough(&rest).await? {
                smaller = Some(rest);
                break;
            }
        }
        match smaller {
            Some(rest) => (kept, parts) = (rest, parts.saturating_sub(1).max(2)),
            None if size == 1 => break,
            None => parts = (parts * 2).min(kept.len()),
        }
    }
    Ok(kept)
}
