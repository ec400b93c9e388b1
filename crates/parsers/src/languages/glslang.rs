//! glslangValidator and glslc.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
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
            "WARNING: 0:",
            ") : error C",
            ") : warning C"
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`ERROR: shop.vert:3: 'x' : undeclared identifier` and `ERROR: 0:3: ...` below a line that names the file. NVIDIA's
compiler: `0(3) : error C1503: message`, of a source without a name.

## Versions seen

glslang 12.0; 7 to 14 from its documentation.
"#;

static LINES: [Pattern; 2] = [Pattern::compiler(r"^(?<severity>ERROR|WARNING): (?:(?<file>{drive}[^:\s]+\.(?:vert|frag|comp|geom|tesc|tese|glsl|mesh|task|rgen|rchit|rmiss|vs|fs)(?:\.glsl)?)):{line}: (?<message>'.*' : .*?)\s*$").broken(&["'' : "]), Pattern::compiler(r"^\d+\({line}\) : (?<severity>error|warning) (?<code>C\d{4}): {message}$").broken(&["C0000"])];

/// The name of the file stands above, and for it a number in the findings.
static ROWS: [Pattern; 1] = [Pattern::compiler(
    r"^(?<severity>ERROR|WARNING): \d+:{line}: (?<message>'(?:.*[^'].*' : .*?|' : +(?:[^c\s].*?|c[^o].*?)))\s*$",
)
.broken(&["'' : "])];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?<file>{drive}[^:]+\.(?:vert|frag|comp|geom|tesc|tese|glsl|mesh|task|rgen|rchit|rmiss|vs|fs))$",
    &ROWS,
)
.skipping(r"^(?:ERROR|WARNING): \d+:\d+: '' : compilation terminated\s*$")
.headless()];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "two files",
        "b.vert\nERROR: 0:2: '' :  syntax error, unexpected SEMICOLON\nERROR: 1 compilation errors.  No code generated.\n\n\na.frag\nERROR: 0:2: '=' :  cannot convert from ' const float' to ' temp int'\nERROR: 0:2: '' : compilation terminated \nERROR: 2 compilation errors.  No code generated.\n",
        r#"[{"type": "syntax", "file": "b.vert", "line": 2}, {"type": "type", "severity": "error", "file": "a.frag", "line": 2}]"#,
    ),
    Example::new(
        "an error",
        "ERROR: shop.vert:3: 'totl' : undeclared identifier \nERROR: 1 compilation errors.  No code generated.\n",
        r#"[{"type": "type", "severity": "error", "file": "shop.vert", "line": 3, "message": "'totl' : undeclared identifier"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "glslang",
    "glslangValidator and glslc",
    DOCS,
    &[Cow::Borrowed("glsl")],
    &EXAMPLES,
);
