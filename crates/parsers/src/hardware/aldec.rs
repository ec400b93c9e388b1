//! Aldec's Active-HDL and Riviera-PRO.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[": COMP96_", " COMP96_", " VCP", ": ELAB1_", " ELAB1_"]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

Active-HDL: `# Error: COMP96_0078: FILE : (12, 5): message`, `# ERROR VCP2000 "message" "FILE" 12  5`. Riviera-PRO:
`COMP96 ERROR COMP96_0078: "message" "FILE" 12 5`.

## Versions seen

Active-HDL 10 and Riviera-PRO 2020, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(
        r"^(?:# )?(?<severity>Error|Warning): (?<code>[A-Z]+\d*_\d+): {file} : \({line}, {column}\): {message}$",
    )
    .broken(&["Syntax error"]),
    Pattern::compiler(
        r#"^(?:# )?(?:[A-Z]+\d* )?(?<severity>ERROR|WARNING) (?<code>[A-Z]+\d+(?:_\d+)?):? "{message}" "(?<file>[^"]+)" {line} +{column}$"#,
    )
    .broken(&["Syntax error"]),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Active-HDL",
        "# Error: COMP96_0078: shop.vhd : (12, 5): Unknown identifier \"total\".\n# ERROR VCP2000 \"Syntax error. Unexpected token: end.\" \"cart.v\" 12  5\n",
        r#"[{"severity": "error", "code": "COMP96_0078", "file": "shop.vhd", "line": 12, "column": 5},
            {"type": "syntax", "code": "VCP2000", "file": "cart.v", "line": 12, "column": 5}]"#,
    ),
    Example::new(
        "Riviera-PRO",
        "COMP96 ERROR COMP96_0078: \"Unknown identifier \"total\".\" \"shop.vhd\" 12 5\n",
        r#"[{"severity": "error", "code": "COMP96_0078", "file": "shop.vhd", "line": 12, "column": 5, "message": "Unknown identifier \"total\"."}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("aldec", "Active-HDL and Riviera-PRO", DOCS, LANGUAGES, &EXAMPLES);
