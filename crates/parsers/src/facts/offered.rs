//! The names that a tool offers with its message: "Did you mean: 'total'?", `maybe "total"?`.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Diagnostic, Fact};

/// Every text that offers a name contains one of these.
const SIGNS: [&str; 3] = ["id you mean", "aybe ", "forget to import"];

/// Adds the names to a fact that has room for them and was given none by its row.
pub(super) fn fill(fact: &mut Fact, diagnostic: &Diagnostic) {
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
