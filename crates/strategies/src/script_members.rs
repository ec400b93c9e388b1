//! Members of JavaScript's values by their names in other languages and in other types.

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Array,
    Console,
    Map,
    Set,
    Text,
}

/// A member with its names elsewhere.
struct Member {
    of: Kind,
    own: &'static str,
    others: &'static [&'static str],
}

const fn member(of: Kind, own: &'static str, others: &'static [&'static str]) -> Member {
    Member { of, own, others }
}

/// Where several kinds have a member for one name, the more frequent kind comes first.
static MEMBERS: [Member; 26] = [
    member(Kind::Array, "forEach", &["each", "foreach"]),
    member(Kind::Array, "includes", &["contains", "has", "include"]),
    member(Kind::Array, "indexOf", &["index"]),
    member(Kind::Array, "length", &["count", "len", "size"]),
    member(Kind::Array, "push", &["add", "append", "push_back"]),
    member(Kind::Array, "splice", &["insert"]),
    member(Kind::Text, "endsWith", &["endswith"]),
    member(Kind::Text, "includes", &["contains", "has"]),
    member(Kind::Text, "indexOf", &["index"]),
    member(Kind::Text, "length", &["count", "len", "size"]),
    member(Kind::Text, "startsWith", &["startswith"]),
    member(Kind::Text, "substring", &["substr"]),
    member(Kind::Text, "toLowerCase", &["lower", "toLower"]),
    member(Kind::Text, "toUpperCase", &["toUpper", "upper"]),
    member(Kind::Text, "trim", &["strip"]),
    member(Kind::Map, "delete", &["remove"]),
    member(Kind::Map, "forEach", &["each", "foreach"]),
    member(Kind::Map, "has", &["contains", "has_key"]),
    member(Kind::Map, "set", &["add", "insert", "put"]),
    member(Kind::Map, "size", &["count", "len", "length"]),
    member(Kind::Set, "add", &["append", "insert", "push"]),
    member(Kind::Set, "delete", &["remove"]),
    member(Kind::Set, "forEach", &["each", "foreach"]),
    member(Kind::Set, "has", &["contains", "has_key", "includes"]),
    member(Kind::Set, "size", &["count", "len", "length"]),
    member(Kind::Console, "log", &["print", "println"]),
];

/// Returns whether a member is a value and no method.
pub(crate) fn is_value(own: &str) -> bool {
    matches!(own, "length" | "size")
}

/// The member of a kind that has another name elsewhere.
pub(crate) fn of(kind: Kind, other: &str) -> Option<&'static str> {
    let mut members = named(other).filter(|member| member.of == kind);
    members.next().map(|member| member.own)
}

/// The same where nothing is known of the value, each member once.
#[cfg(feature = "languages")]
pub(crate) fn of_any(other: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    for member in named(other) {
        if !found.contains(&member.own) {
            found.push(member.own);
        }
    }
    found
}

fn named(other: &str) -> impl Iterator<Item = &'static Member> {
    MEMBERS
        .iter()
        .filter(move |member| member.others.contains(&other))
}
