//! Unreal: its header tool, the compiler of UnrealScript, and their log.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".h(", ".uc(", ".usf(", ".ush("]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`LogCompile: Error: FILE(12): Error: message`, the same without the category of the log, and UnrealScript's
`FILE(12) : Error, message`.

## Versions seen

Unreal Engine 3 to 5, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^(?:\[[\d.:-]+\]\[ *\d+\])?(?:Log\w+: )?(?:(?:Error|Warning|Display): )?(?<file>{drive}[^:\s(][^:(]*\.(?:h|uc|usf|ush))\({line}\) ?: (?<severity>Error|Warning)[,:] {message}$",
)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the header tool",
        "LogCompile: Error: /home/dev/project/Shop.h(12): Error: Unrecognized type 'FTotal' - type must be a UCLASS, USTRUCT, UENUM, or global delegate.\n",
        r#"[{"severity": "error", "file": "/home/dev/project/Shop.h", "line": 12}]"#,
    ),
    Example::new(
        "UnrealScript",
        "/home/dev/project/Shop.uc(12) : Error, Unrecognized type 'Total'\n",
        r#"[{"severity": "error", "file": "/home/dev/project/Shop.uc", "line": 12, "message": "Unrecognized type 'Total'"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("unreal", "Unreal", DOCS, LANGUAGES, &EXAMPLES);
