//! Metrowerks CodeWarrior's compilers on the command line.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "|Compiler|",
            "|Linker|",
            "|Assembler|",
            "|Preprocessor|",
            "### mw"
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`-msgstyle parseable`: `mwcc.exe|Compiler|Error`, below it `(FILE|12|5|1|100|1)` with line and column, and the message in
lines that begin with `=`. `-msgstyle mpw`, the default: `### mwcc.exe Compiler:`, `#    File: FILE`, the source with its
line number, the severity with a caret below, and the message.

## Versions seen

CodeWarrior 4 to 10, from its manual.
"#;

static PARSEABLE: [Part; 3] = [
    Part::one(r"^mw[\w.]+\|(?:Compiler|Linker|Assembler|Preprocessor)\|(?<severity>\w+)$"),
    Part::one(r"^\((?<file>[^|()]+)\|{line}\|{column}\|.*\)$"),
    Part::many(r"^={message}$"),
];

static MPW: [Part; 6] = [
    Part::one(r"^### mw\S+ (?:Compiler|Linker|Assembler):$"),
    Part::one(r"^# +File: (?<file>\S.*)$"),
    Part::many(r"^# -+$"),
    Part::one(r"^# +{line}: .*$"),
    Part::one(r"^# +(?<severity>Error|Warning): +\^+.*$"),
    Part::one(r"^# +{message}$"),
];

static BLOCKS: [Block; 2] = [Block::compiler(&PARSEABLE), Block::compiler(&MPW)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "-msgstyle parseable",
        "mwccppc.exe|Compiler|Error\n(src\\shop.cpp|12|5|1|100|1)\n=undefined identifier 'total'\n\n",
        r#"[{"severity": "error", "file": "src\\shop.cpp", "line": 12, "column": 5, "message": "undefined identifier 'total'"}]"#,
    ),
    Example::new(
        "-msgstyle mpw",
        "### mwcceppc.exe Compiler:\n#    File: shop.c\n# ------------------\n#       3:  total = 1;\n#   Error:  ^^^^^\n#   undefined identifier 'total'\n",
        r#"[{"severity": "error", "file": "shop.c", "line": 3, "message": "undefined identifier 'total'"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "codewarrior",
    "Metrowerks CodeWarrior",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);
