//! Reads what a tool adds to its message: the names that it offers ("Did you mean: 'total'?", `maybe "total"?`), and
//! the types that do not fit.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, Fact};

/// The label of rustc under a value of another type.
static TYPES: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^expected `(?<expected>[^`]+)`, found `(?<found>[^`]+)`$"));

/// Every text that offers a name contains one of these.
const SIGNS: [&str; 3] = ["id you mean", "aybe ", "forget to import"];

/// Adds the names and types to a fact that has room for them and was given none by its row.
pub(super) fn fill(fact: &mut Fact, diagnostic: &Diagnostic) {
    if let Fact::TypeMismatch {
        expected: expected @ None,
        found: found @ None,
        ..
    } = fact
    {
        let mut notes = diagnostic.notes.iter().map(|note| note.message.as_str());
        if let Some(types) = notes.find_map(|note| TYPES.captures(note)) {
            *expected = Some(types["expected"].to_owned());
            *found = Some(types["found"].to_owned());
        }
        return;
    }
    static OFFER: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?:[Dd]id you mean|[Dd]id you forget to import|[Mm]aybe)\b[^?\n]*"));
    static NAME: LazyLock<Regex> = LazyLock::new(|| pattern(r#"['"`]([\w.]+)['"`]"#));
    let Some(instead) = fact.instead_mut().filter(|instead| instead.is_empty()) else {
        return;
    };
    let notes = diagnostic.notes.iter().map(|note| note.message.as_str());
    let texts = std::iter::once(diagnostic.message.as_str())
        .chain(diagnostic.advice.as_deref())
        .chain(notes)
        .filter(|text| SIGNS.iter().any(|sign| text.contains(sign)));
    for text in texts {
        let names = OFFER
            .find_iter(text)
            .flat_map(|offer| NAME.captures_iter(offer.as_str()));
        for name in names.map(|name| name[1].to_owned()) {
            if !instead.contains(&name) {
                instead.push(name);
            }
        }
    }
}
