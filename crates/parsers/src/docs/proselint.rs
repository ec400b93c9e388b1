//! proselint.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "typography.",
            "misc.",
            "weasel_words",
            "lexical_illusions",
            "cliches",
            "hedging",
            "spelling",
            "terms.",
            "redundancy",
            "consistency",
            "mixed_metaphors",
            "oxymorons",
            "leonard",
            "butterick",
            "garner",
            "dates_times",
            "nonwords",
            "needless_variants",
            "hyperbole",
            "jargon",
            "malapropisms",
            "pinker",
            "restricted",
            "skunked",
            "airlinese",
            "archaism",
            "corporate_speak",
            "social_awareness",
            "uncomparables",
            "security.",
            "industrial_language",
            "psychology",
            "links.",
            "cursing"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`FILE:1:36: check.name message`, with or without a colon after the check. Its JSON is read by the names of
its fields.

## Versions seen

proselint 0.10 to 0.16.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column}: (?<code>(?:typography|misc|weasel_words|lexical_illusions|cliches|hedging|spelling|terms|redundancy|consistency|mixed_metaphors|oxymorons|leonard|butterick|garner|dates_times|nonwords|needless_variants|hyperbole|jargon|malapropisms|pinker|restricted|skunked_terms|airlinese|archaism|corporate_speak|social_awareness|uncomparables|security|industrial_language|psychology|links|cursing)[\w.]*):? {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "/home/dev/project/prose.md:1:54: weasel_words.very: Substitute 'damn' every time you're inclined to write 'very'.\n",
    r#"[{"type": "lint", "severity": "warning", "code": "weasel_words.very", "line": 1, "column": 54}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("proselint", "proselint", DOCS, &[], &EXAMPLES);
