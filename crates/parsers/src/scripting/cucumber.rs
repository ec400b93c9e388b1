//! Cucumber.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["Failing ", "\"undefined\"", "\"error_message\""])
        .listings(&LISTINGS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The list of failing scenarios (`cucumber features/shop.feature:3 # Scenario: total`), and the JSON: steps that
failed, and steps that nothing defines. cucumber-js' text is `cucumber-js`'s, Behave's `behave`'s.

## Versions seen

cucumber-js 12; Cucumber 1 to 9 from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::of(
    ErrorType::Assertion,
    r"^\s*(?:cucumber (?:-p \S+ )?)?(?<file>\S+\.feature):{line}(?::\d+)* +(?:# )?(?:Scenario(?: Outline)?: )?{message}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new("^Failing Scenarios:$", &ROWS)];

static FAILED: [(Field, &str); 3] = [
    (Field::File, "uri"),
    (Field::Line, "line"),
    (Field::Message, "result.error_message"),
];
static UNDEFINED: [(Field, &str); 2] = [(Field::File, "uri"), (Field::Line, "line")];

static RECORDS: [Records; 2] = [
    Records::of(ErrorType::Assertion, "*.elements.*.steps.*", &FAILED)
        .needing(&["result.status=failed", "result.error_message"])
        .thrown(),
    Records::of(ErrorType::Assertion, "*.elements.*.steps.*", &UNDEFINED)
        .needing(&["result.status=undefined"])
        .saying("Undefined step"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "failing scenarios",
        r#"Failing Scenarios:
cucumber features/shop.feature:3 # Scenario: the total

"#,
        r#"[{"type": "assertion", "severity": "error", "file": "features/shop.feature", "line": 3, "message": "the total"}]"#,
    ),
    Example::new(
        "JSON",
        r#"[{"uri":"features/shop.feature","elements":[{"name":"the total","steps":[{"keyword":"Given ","line":4,"name":"a shop","result":{"status":"undefined"}}]}]}]
"#,
        r#"[{"type": "assertion", "file": "features/shop.feature", "line": 4, "message": "Undefined step"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("cucumber", "Cucumber", DOCS, &[], &EXAMPLES);
