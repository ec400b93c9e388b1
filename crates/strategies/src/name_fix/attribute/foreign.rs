//! Attributes that other languages give to lists, texts and dictionaries.

/// Methods of builtins in other languages, and their Python names. A name may have several
/// meanings; the owner's attributes decide.
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

/// Their names for the number of elements, which Python gets with `len`.
const LENGTHS: &[&str] = &["Length", "count", "len", "length", "size"];

/// The method that is meant, among those of the owner.
pub(super) fn method(name: &str, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let (_, meant) = METHODS.iter().find(|(foreign, _)| *foreign == name)?;
    meant.iter().copied().find(|own| has(own))
}

/// Returns whether the name asks for the number of elements.
pub(super) fn is_length(name: &str) -> bool {
    LENGTHS.contains(&name)
}
