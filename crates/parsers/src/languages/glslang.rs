//! glslangValidator and glslc.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ".vert:",
            ".frag:",
            ".comp:",
            ".geom:",
            ".tesc:",
            ".tese:",
            ".glsl:",
            ".vs:",
            ".fs:",
            "ERROR: 0:",
            "ERROR: 1:",
            "WARNING: 0:"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`ERROR: shop.vert:3: 'x' : undeclared identifier` (`0` where it does not know the file).

## Versions seen

glslang 7 to 14, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(r"^(?<severity>ERROR|WARNING): (?:\d+|(?<file>{drive}[^:\s]+\.(?:vert|frag|comp|geom|tesc|tese|glsl|mesh|task|rgen|rchit|rmiss|vs|fs)(?:\.glsl)?)):{line}: (?<message>'.*' : .*?)\s*$").broken(&["'' : "])];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "ERROR: shop.vert:3: 'totl' : undeclared identifier \nERROR: 1 compilation errors.  No code generated.\n",
    r#"[{"type": "type", "severity": "error", "file": "shop.vert", "line": 3, "message": "'totl' : undeclared identifier"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "glslang",
    "glslangValidator and glslc",
    DOCS,
    &[Cow::Borrowed("glsl")],
    &EXAMPLES,
);
