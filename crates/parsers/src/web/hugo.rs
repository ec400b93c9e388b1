//! Hugo: sites that cannot be built.

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
            "rror building site: ",
            "\": parse failed: ",
            "\": execute of template failed",
            "\": failed to extract shortcode",
            "\": unmarshal failed"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`Error: error building site: ...: "FILE:12:5": message` and `ERROR render of "page" failed: "FILE:12:5": message`, with
the page that failed in the message.

## Versions seen

Hugo 0.111; 0.80 to 0.120 from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(
        r#"^(?<severity>ERROR|Error|WARN)[: ].*?"(?<file>{drive}[^":]+):{line}:{column}": {message}$"#,
    ),
    Pattern::compiler(r"^(?:Error: |ERROR )?[Ee]rror building site: {message}$"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a short code that is not closed",
        "Error: error building site: process: readAndProcessContent: \"/home/dev/project/content/shop.md:12:5\": failed to extract shortcode: unclosed shortcode \"note\"\n",
        r#"[{"severity": "error", "file": "/home/dev/project/content/shop.md", "line": 12, "column": 5,
             "message": "failed to extract shortcode: unclosed shortcode \"note\""}]"#,
    ),
    Example::new(
        "a template",
        "ERROR 2024/01/01 00:00:00 render of \"page\" failed: \"/home/dev/project/layouts/single.html:3:7\": execute of template failed\n",
        r#"[{"severity": "error", "file": "/home/dev/project/layouts/single.html", "line": 3, "column": 7}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "hugo",
    "Hugo",
    DOCS,
    &[Cow::Borrowed("html"), Cow::Borrowed("markdown")],
    &EXAMPLES,
);
