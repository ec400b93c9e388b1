//! The fact of a diagnostic, as rule files ask for it.

use serde_json::{Value, json};
use unbreak_core::{Diagnostic, Fact};

/// A fact's kind and the two parts that nearly every kind has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StatedFact {
    pub(super) kind: String,
    /// The owner of the member or module, or the callee that takes the argument, as the tool names it.
    pub(super) of: Option<String>,
    /// The member, module, name or argument.
    pub(super) name: String,
}

/// The parts of facts that are a `name`, and those that are an `of`.
const NAMES: [&str; 3] = ["name", "module", "path"];
const OWNERS: [&str; 5] = ["owner", "module", "callee", "within", "package"];

impl StatedFact {
    /// Reads the fact of a diagnostic, if it contains a name.
    pub(super) fn of(diagnostic: &Diagnostic) -> Option<Self> {
        let fact = serde_json::to_value(diagnostic.fact.as_ref()?).ok()?;
        let part = |keys: &[&str]| {
            let mut found = keys
                .iter()
                .filter_map(|key| Some((*key, fact.get(*key)?.as_str()?)));
            found.next().map(|(key, text)| (key.to_owned(), text.to_owned()))
        };
        let (key, name) = part(&NAMES)?;
        let of = part(&OWNERS).filter(|(owner, _)| *owner != key);
        Some(Self {
            // What a module does not have is missed by whoever imports it and by whoever uses it.
            kind: match fact.get("kind").and_then(Value::as_str)? {
                "missing-export" => "unknown-member".to_owned(),
                kind => kind.to_owned(),
            },
            of: of.map(|(_, text)| text),
            name,
        })
    }
}

/// The kinds that there are, if this is none of them.
pub(super) fn other_kinds(kind: &str) -> Option<String> {
    let error = serde_json::from_value::<Fact>(json!({ "kind": kind })).err()?;
    let said = error.to_string();
    let (_, kinds) = said
        .split_once("unknown variant")?
        .1
        .split_once("expected one of ")?;
    Some(kinds.replace('`', ""))
}
