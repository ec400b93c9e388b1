//! Attributes that other languages give to lists, texts and dictionaries.

/// What other languages call a method of a builtin, and what Python does. A name may have several
/// meanings; what the owner has decides.
const METHODS: &[(&str, &[&str])] = &[
    ("add", &["append"]),
    ("addAll", &["extend", "update"]),
    ("append", &["add"]),
    ("concat", &["extend"]),
    ("enqueue", &["append"]),
    ("indexOf", &["index"]),
    ("iteritems", &["items"]),
    ("iterkeys", &["keys"]),
    ("itervalues", &["values"]),
    ("push", &["append", "add"]),
    ("push_back", &["append"]),
    ("pushLeft", &["appendleft"]),
    ("toLowerCase", &["lower"]),
    ("toUpperCase", &["upper"]),
    ("trim", &["strip"]),
];

/// What they call the number of elements, which is asked with `len`.
const LENGTHS: &[&str] = &["Length", "count", "len", "length", "size"];

/// The method that is meant, of those that the owner has.
pub(super) fn method(name: &str, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let (_, meant) = METHODS.iter().find(|(foreign, _)| *foreign == name)?;
    meant.iter().copied().find(|own| has(own))
}

/// Whether the name asks for the number of elements.
pub(super) fn is_length(name: &str) -> bool {
    LENGTHS.contains(&name)
}
