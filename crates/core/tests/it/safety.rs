//! The standing that evidence allows: the published table, and properties of every value.

use proptest::prelude::*;
use unbreak_core::policy::safety::{LEAST_SPELLING, Standing, of, standing};
use unbreak_core::{Confidence, DeterminedBy, Evidence, Fix, SafetyClass, TestedBy};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/evidence.md");
const MARK: &str = "<!-- table -->";

fn word(standing: Standing) -> &'static str {
    match standing {
        Standing::Safe => "safe",
        Standing::Asks => "confirm",
        Standing::Guess => "**guess**",
    }
}

/// The rows of the table: every origin, and a spelling that fits on a row of its own.
fn rows() -> Vec<(String, Evidence)> {
    let plain = DeterminedBy::ALL.map(|origin| (format!("`{origin}`"), Evidence::new(origin)));
    let mut rows = plain.to_vec();
    let fitting = [
        (DeterminedBy::Spelling, "`spelling` that fits"),
        (DeterminedBy::Search, "`search` that keeps to the names"),
    ];
    for (origin, name) in fitting {
        let mut fits = Evidence::spelling(true, true);
        fits.determined_by = origin;
        let at = rows
            .iter()
            .position(|(row, _)| *row == format!("`{origin}`"))
            .unwrap();
        rows.insert(at, (name.to_owned(), fits));
    }
    rows
}

fn table() -> String {
    let mut text = String::from("| |");
    for witness in TestedBy::ALL {
        text += &format!(" `{witness}` |");
    }
    text += "\n|---|";
    text += &"---|".repeat(TestedBy::ALL.len());
    for (name, evidence) in rows() {
        text += &format!("\n| {name} |");
        for witness in TestedBy::ALL {
            text += &format!(" {} |", word(standing(&evidence, Confidence::new(0.9), witness)));
        }
    }
    text
}

#[test]
fn the_published_table_is_what_the_function_says() {
    let text = std::fs::read_to_string(DOCUMENT).unwrap();
    let (before, after) = text.split_once(MARK).unwrap();
    let published = after.trim_start().split("\n\n").next().unwrap();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let rest = after.trim_start().trim_start_matches(published);
        let rest = if published.starts_with('|') {
            rest.to_owned()
        } else {
            format!("\n\n{}", after.trim_start())
        };
        std::fs::write(DOCUMENT, format!("{before}{MARK}\n{}{rest}", table())).unwrap();
        return;
    }
    assert_eq!(published, table(), "UPDATE_EXPECT=1 writes it");
}

fn origins() -> impl Strategy<Value = DeterminedBy> {
    proptest::sample::select(DeterminedBy::ALL.to_vec())
}

fn witnesses() -> impl Strategy<Value = TestedBy> {
    proptest::sample::select(TestedBy::ALL.to_vec())
}

proptest! {
    /// Likeness is never safe before a judge that cannot see meaning, nor when anything about it is open.
    #[test]
    fn likeness_alone_is_never_safe(witness in witnesses(), only: bool, fits: bool, sure in 0.0..=1.0) {
        let seen = standing(&Evidence::spelling(only, fits), Confidence::new(sure), witness);
        if !(only && fits && witness.sees_meaning() && sure >= LEAST_SPELLING) {
            prop_assert_ne!(seen, Standing::Safe);
        }
        if !(only && fits) && witness < TestedBy::Test {
            prop_assert_eq!(seen, Standing::Guess);
        }
    }

    /// More that tested it never makes a fix stand worse.
    #[test]
    fn a_better_witness_never_hurts(origin in origins(), only: bool, fits: bool, sure in 0.0..=1.0) {
        let mut evidence = Evidence::spelling(only, fits);
        evidence.determined_by = origin;
        let seen = TestedBy::ALL.map(|witness| standing(&evidence, Confidence::new(sure), witness));
        prop_assert!(seen.windows(2).all(|pair| pair[1] <= pair[0]), "{:?}", seen);
    }

    /// A strategy can claim less than its evidence allows, and never more.
    #[test]
    fn a_claim_never_raises_a_fix(origin in origins(), witness in witnesses(), sure in 0.0..=1.0) {
        let fix = Fix::new("any", "any", Confidence::new(sure)).evidence(origin);
        let allowed = standing(&fix.evidence, fix.confidence, witness);
        prop_assert_eq!(of(&fix, witness), allowed);
        let modest = fix.safety(SafetyClass::Unsafe);
        prop_assert!(of(&modest, witness) >= Standing::Asks.max(allowed));
    }

    /// No one's word and no placeholder is safe because a compiler accepts it.
    #[test]
    fn placeholders_and_models_are_never_safe(witness in witnesses(), sure in 0.0..=1.0) {
        for origin in [DeterminedBy::Contract, DeterminedBy::Placeholder, DeterminedBy::Model] {
            prop_assert_ne!(standing(&origin.into(), Confidence::new(sure), witness), Standing::Safe);
        }
    }

    /// `--yes` keeps nothing that may mean something else, or makes up a value, before a judge that sees
    /// neither. A rule says what to write and what it may change: that is asked about.
    #[test]
    fn what_may_change_meaning_needs_a_judge_of_meaning(origin in origins(), witness in witnesses(), sure in 0.0..=1.0) {
        let mut evidence = Evidence::new(origin);
        evidence.may_change_meaning = true;
        let seen = standing(&evidence, Confidence::new(sure), witness);
        prop_assert_ne!(seen, Standing::Safe);
        if origin == DeterminedBy::Rule {
            prop_assert_eq!(seen, Standing::Asks);
        } else if !witness.sees_meaning() || origin == DeterminedBy::Fitting && witness < TestedBy::Test {
            prop_assert_eq!(seen, Standing::Guess);
        }
    }
}
