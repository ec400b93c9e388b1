//! Polyspace's list of results.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["ID\tFamily\t"]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

The table of `polyspace-results-export`, its columns parted by tabs.

## Versions seen

Polyspace R2019 to R2024, from their documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^\d+\t[^\t]*\t[^\t]*\t[^\t]*\t[^\t]*\t(?<message>[^\t]+)\t[^\t]*\t[^\t]*\t(?<file>[^\t]+)\t[^\t]*\t[^\t]*\t[^\t]*\t(?:[^\t]*[^\t\d][^\t]*\t)?{line}\t{column}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new("^ID\tFamily\t.*$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a defect",
    r#"ID	Family	Group	Color	New	Check	Information	Function	File	Status	Severity	Comment	Line	Col
1	Defect	Numerical	Red	yes	Division by zero	Impact: High	main()	D:\shop.c	Unreviewed	Unset	none	45	3
"#,
    r#"[{"type": "lint", "severity": "warning", "file": "D:\\shop.c", "line": 45, "column": 3, "message": "Division by zero"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "polyspace",
    "Polyspace's list of results",
    DOCS,
    &[Cow::Borrowed("c"), Cow::Borrowed("cpp")],
    &EXAMPLES,
);
