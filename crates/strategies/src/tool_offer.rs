//! Combines the offers of tools for the diagnostics of one cause.

use unbreak_core::{Confidence, Edit, Evidence, Fix, RuleId, SafetyClass};

/// A change that a tool suggests.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Offer {
    /// The rules that made it; set where the offers of a group of rules come together.
    pub(crate) rules: Vec<RuleId>,
    pub(crate) title: String,
    pub(crate) reason: String,
    pub(crate) safety: SafetyClass,
    pub(crate) confidence: f64,
    pub(crate) evidence: Evidence,
    pub(crate) edits: Vec<Edit>,
}

/// The offers as the work of a rule.
pub(crate) fn by(rule: &RuleId, offers: Vec<Offer>) -> impl Iterator<Item = Offer> {
    offers.into_iter().map(|offer| Offer {
        rules: vec![rule.clone()],
        ..offer
    })
}

/// The offers for all diagnostics of one cause. All of these must be resolved: so the first offers
/// of all belong together, then the second ones.
#[derive(Debug, Default)]
pub(crate) struct Offers {
    by_rank: Vec<Offer>,
}

impl Offers {
    /// Adds the offers for one more diagnostic of the cause.
    pub(crate) fn add(&mut self, offers: Vec<Offer>) {
        for (rank, offer) in offers.into_iter().enumerate() {
            match self.by_rank.get_mut(rank) {
                Some(known) => merge(known, offer),
                None => self.by_rank.push(offer),
            }
        }
    }

    /// The fixes, each change once.
    pub(crate) fn into_fixes(self, strategy: &str) -> Vec<Fix> {
        let mut fixes: Vec<Fix> = Vec::new();
        for offer in self.by_rank {
            if !fixes.iter().any(|fix| fix.edits == offer.edits) {
                let fix = Fix::new(strategy, offer.title, Confidence::new(offer.confidence))
                    .by_all(offer.rules)
                    .because(offer.reason)
                    .safety(offer.safety)
                    .evidence(offer.evidence)
                    .edits(offer.edits);
                fixes.push(fix);
            }
        }
        fixes
    }
}

/// Adds the edits of an offer, unless they overlap existing ones.
pub(crate) fn merge(known: &mut Offer, other: Offer) {
    let clashes = |edit: &Edit| known.edits.iter().any(|own| own != edit && own.overlaps(edit));
    if other.edits.iter().any(clashes) {
        return;
    }
    known.safety = known.safety.max(other.safety);
    known.confidence = known.confidence.min(other.confidence);
    for rule in other.rules {
        if !known.rules.contains(&rule) {
            known.rules.push(rule);
        }
    }
    for edit in other.edits {
        if !known.edits.contains(&edit) {
            known.edits.push(edit);
        }
    }
}
