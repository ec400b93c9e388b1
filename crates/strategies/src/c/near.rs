//! The distance between two names.

/// Returns the distance of one name from another in typing errors: letters that are missing,
/// surplus, wrong or exchanged; a difference in case counts half. Counted in halves.
pub(super) fn distance(a: &str, b: &str) -> usize {
    if a.eq_ignore_ascii_case(b) {
        return a.chars().zip(b.chars()).filter(|(a, b)| a != b).count().min(1);
    }
    let exact = strsim::osa_distance(a, b) * 2;
    let folded = strsim::osa_distance(&a.to_ascii_lowercase(), &b.to_ascii_lowercase()) * 2 + 1;
    exact.min(folded)
}

/// Returns whether two names are near enough for one to be a slip of the other.
pub(super) fn is_near(a: &str, b: &str) -> bool {
    let letters = a.chars().count().max(b.chars().count());
    let most = match letters {
        0..=2 => 1,
        3..=4 => 2,
        5..=8 => 4,
        _ => 6,
    };
    distance(a, b) <= most
}
