//! Splint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[": (in function ", ": (in macro "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Warnings below `shop.c: (in function f)`; the flag that inhibits one (`-usedef`) is its code.

## Versions seen

Splint 3.1.2.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(r"^{file}:{line}:{column}: {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new(r"^\S.*: \(in (?:function|macro) \S+\)$", &ROWS)
    .continued(r"^ {2,}(?:.*\(Use -(?<code>\w+).*|.*)$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "two warnings",
    r#"shop.c: (in function f)
shop.c:2:69: Variable x used before definition
  An rvalue is used that may not be initialized to a value on some execution
  path. (Use -usedef to inhibit warning)
shop.c:2:81: Fresh storage p not released before return
   shop.c:2:42: Fresh storage p created

Finished checking --- 2 code warnings
"#,
    r#"[{"type": "lint", "severity": "warning", "file": "shop.c", "line": 2, "column": 69, "code": "usedef", "message": "Variable x used before definition"}, {"line": 2, "column": 81, "message": "Fresh storage p not released before return"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("splint", "Splint", DOCS, &[Cow::Borrowed("c")], &EXAMPLES);
