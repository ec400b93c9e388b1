//! Sorted lists of names that are compiled into the program: one entry per line, the name first.

/// The text after `name` on its line of a sorted list; `None` when the list does not have the name.
pub(crate) fn find(list: &'static str, name: &str) -> Option<&'static str> {
    let (mut low, mut high) = (0, list.len());
    while low < high {
        let middle = low.midpoint(high);
        let start = list[..middle].rfind('\n').map_or(0, |at| at + 1);
        let end = list[middle..].find('\n').map_or(list.len(), |at| middle + at);
        let line = &list[start..end];
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        match key.cmp(name) {
            std::cmp::Ordering::Equal => return Some(rest),
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

/// Returns whether a sorted list has the name.
pub(crate) fn has(list: &'static str, name: &str) -> bool {
    find(list, name).is_some()
}
