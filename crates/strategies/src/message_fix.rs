//! `message_fix`: does what a message advises in words.
//!
//! [`message::advice`](crate::message::advice) reads what replaces what; this module finds the old
//! name at the reported place, in [Python](python) by its syntax, [elsewhere](text) by its text.

mod python;
mod target;
mod text;

use async_trait::async_trait;
use unbreak_core::{
    Analysis, Candidate, Descriptor, DeterminedBy, Diagnostic, Edit, Evidence, Example, Fix, FixContext,
    FixStrategy, SafetyClass, StrategyError, register_strategy,
};

use crate::describe::describe;
use crate::message::advice::{self, Advice, Kind};
use crate::python::fact::is_python;
use crate::tool_offer::{Offer, Offers};
use crate::weights::{confidence, ranking};

const ID: &str = "message_fix";

const DOCS: &str = "\
## What it fixes

Errors whose message names the replacement, for any tool or library:

- \"`np.NaN` was removed in the NumPy 2.0 release. Use `np.nan` instead.\"
- \"use `float` by itself\", \"`regex` is removed. use `pattern` instead\"
- \"`X` has been moved to `a.b`\", \"renamed to\", \"replaced by\", \"in favor of\", \"now available as\"
- Deprecation warnings that are errors: `python -W error`, `-Werror`, `#![deny(deprecated)]`.

## Why

The author of the message knows the library. A name that is merely spelled like the old one often exists
too, but means something else.

## Fix safety

Safe if the message offers one name without a condition. Several names, and names that are offered with a
condition (\"if you wanted the scalar type\"), are unsafe. The old name must occur in the code at the
reported place, and the new one must be a plain name that is accessible there; an import is added if
necessary. Calls whose arguments would change are left alone, and so are messages that require more than
another name (\"use `read` with the encoding\").
";

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a function that was renamed",
        "import threading\n\nprint(threading.currentThread().name)\n",
        "import threading\n\nprint(threading.current_thread().name)\n",
    ),
    Example::new(
        "a method that was renamed",
        "import logging\n\nlogging.getLogger().warn(\"low on tea\")\n",
        "import logging\n\nlogging.getLogger().warning(\"low on tea\")\n",
    ),
];

static DESCRIPTOR: Descriptor = describe(
    ID,
    "writes the replacement that a message names",
    DOCS,
    &[],
    &EXAMPLES,
);

/// The strategy.
#[derive(Debug, Clone, Copy, Default)]
pub struct MessageFix;

register_strategy!(MessageFix);

#[async_trait]
impl FixStrategy for MessageFix {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn rules(&self) -> Vec<unbreak_core::RuleDescription> {
        crate::rule::of(ID)
    }

    fn assess(&self, diagnostic: &Diagnostic) -> Option<Candidate> {
        let advice = applicable(diagnostic).into_iter().next()?;
        let description = format!(
            "write '{}' for '{}', as the message says",
            advice.new.first()?,
            advice.old?
        );
        Some(Candidate::new(
            ID,
            "follow the message",
            description,
            confidence::message(),
        ))
    }

    async fn propose(
        &self,
        analysis: &Analysis,
        context: &FixContext<'_>,
    ) -> Result<Vec<Fix>, StrategyError> {
        let mut offers = Offers::default();
        for diagnostic in analysis.diagnostics() {
            offers.add(of(diagnostic, context).await?);
        }
        Ok(offers.into_fixes(ID))
    }
}

/// Advice that names both the old and the new code.
fn applicable(diagnostic: &Diagnostic) -> Vec<Advice> {
    let mut all = advice::of(diagnostic);
    all.retain(|advice| advice.old.is_some());
    all
}

/// The offers of one diagnostic's messages, the best first.
pub(crate) async fn of(
    diagnostic: &Diagnostic,
    context: &FixContext<'_>,
) -> Result<Vec<Offer>, StrategyError> {
    let all = applicable(diagnostic);
    let mut offers = Vec::new();
    for advice in &all {
        for (rank, new) in advice.new.iter().enumerate() {
            let change = Change::of(advice, new);
            let edits = match is_python(diagnostic) {
                true => python::edits(diagnostic, &change, context).await?,
                false => text::edits(diagnostic, &change, context.workspace)?,
            };
            if let Some(edits) = edits.filter(|edits| !edits.is_empty()) {
                offers.push(offer(diagnostic, advice, rank, edits));
            }
        }
    }
    Ok(offers)
}

/// A name to be replaced by another.
struct Change<'a> {
    old: Dotted<'a>,
    new: Dotted<'a>,
    kind: Kind,
}

impl<'a> Change<'a> {
    fn of(advice: &'a Advice, new: &'a str) -> Self {
        Self {
            old: Dotted::of(advice.old.as_deref().unwrap_or_default()),
            new: Dotted::of(advice::plain(new)),
            kind: advice.kind,
        }
    }
}

/// A name with its qualifier: `np` and `float`. `::` and `:` separate like `.`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Dotted<'a> {
    prefix: &'a str,
    last: &'a str,
}

impl<'a> Dotted<'a> {
    fn of(name: &'a str) -> Self {
        let (prefix, last) = match name.rfind(['.', ':']) {
            Some(at) => (name[..at].trim_end_matches(':'), &name[at + 1..]),
            None => ("", name),
        };
        Self { prefix, last }
    }

    /// Returns whether it is a name and nothing else: no call, no spaces.
    fn is_name(&self) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | ':');
        !self.last.is_empty() && self.last.chars().chain(self.prefix.chars()).all(is_part)
    }
}

fn offer(diagnostic: &Diagnostic, advice: &Advice, rank: usize, edits: Vec<Edit>) -> Offer {
    let is_only = advice.new.len() == 1 && !advice.is_conditional;
    let base = if advice.is_conditional {
        confidence::possible()
    } else {
        confidence::message()
    };
    let behind = u32::try_from(rank).map_or(0.0, f64::from);
    let first_line = diagnostic.message.lines().next().unwrap_or_default();
    // The message does not say which of several is meant, nor whether its condition holds.
    let mut evidence = Evidence::new(match is_only {
        true => DeterminedBy::Message,
        false => DeterminedBy::Fitting,
    });
    evidence.is_only_candidate = is_only;
    Offer {
        rules: vec![crate::rule::any::message::REPLACEMENT],
        title: title(&edits),
        reason: format!("the message says so: {first_line}"),
        safety: if is_only {
            SafetyClass::Safe
        } else {
            SafetyClass::Unsafe
        },
        confidence: base - ranking::next() * behind,
        evidence,
        edits,
    }
}

fn title(edits: &[Edit]) -> String {
    let named = edits.iter().find(|edit| !edit.original.is_empty());
    match named {
        Some(edit) => format!("replace `{}` by `{}`", edit.original, edit.replacement),
        None => "follow the message".to_owned(),
    }
}
