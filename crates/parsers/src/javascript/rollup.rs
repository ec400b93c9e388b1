//! Rollup, and Vite before version 8.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "[!] ",
            "[vite",
            "js (",
            "ts (",
            "jsx (",
            "tsx (",
            ".vue (",
            ".svelte (",
            "css (",
            ".less (",
            "ailed to resolve import"
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`[!] RollupError: FILE (3:5): message` or the place on the line below, and what Vite says of it
(`[vite]: Rollup failed to resolve import ...`, `src/main.js (3:5): message`). Rollup counts columns from 0.

## Versions seen

Rollup 4.68.
"#;

static LINES: [Pattern; 2] = [Pattern::of(ErrorType::Import, r#"^(?:error during build:\s*)?(?:Error: )?\[vite\]: (?<message>Rollup failed to resolve import ".+" from "(?<file>[^"]+)"\.).*$"#), Pattern::compiler(r"^(?:\[vite:(?<code>[\w-]+)\] )?(?<file>[^\s():]+\.(?:[cm]?[jt]sx?|vue|svelte|css|scss|less)) \({line}:{column}\): {message}$").columns_from_zero()];

static PARTS_1: [Part; 2] = [
    Part::one(
        r"^\[!\] (?:\(plugin (?<code>[\w:-]+)\) )?(?:\w*Error: )?{file} \({line}:{column}\): {message}$",
    ),
    Part::many(r"^\S+ \(\d+:\d+\)$|^ *\d+: .*$|^ *\^.*$|^ +at .*$|^ +\[cause\].*$"),
];

static PARTS_2: [Part; 3] = [
    Part::one(r"^\[!\] (?:\(plugin (?<code>[\w:-]+)\) )?(?:\w*Error: )?{message}$"),
    Part::maybe(r"^{file}(?: \({line}:{column}\))?$"),
    Part::many(r"^ *\d+: .*$|^ *\^.*$|^ +at .*$|^ +\[cause\].*$"),
];

static VITE: [Part; 3] = [
    Part::one(
        r#"^(?:\[vite\] )?(?:Internal server error: )?(?<message>Failed to resolve import ".+" from "(?<file>[^"]+)"\. .*)$"#,
    ),
    Part::maybe("^  Plugin: .*$"),
    Part::maybe(r"^  File: {file}:{line}:{column}$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Import, &VITE),
    Block::compiler(&PARTS_1).columns_from_zero(),
    Block::compiler(&PARTS_2).columns_from_zero(),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "code that does not parse",
        "[!] RollupError: src/b.js (2:0): Unexpected token `<eof>`. Expected identifier
src/b.js (2:0)
1: const a = {
    at Object.getRollupError (/home/dev/project/node_modules/rollup/dist/shared/parseAst.js:326:41)
",
        r#"[{"type": "syntax", "severity": "error", "file": "src/b.js", "line": 2, "column": 1}]"#,
    ),
    Example::new(
        "an import that is missing",
        r#"[!] RollupError: Could not resolve "./missing" from "src/main.js"
src/main.js
    at getRollupError (/home/dev/project/node_modules/rollup/dist/shared/parseAst.js:326:41)
"#,
        r#"[{"type": "import", "severity": "error", "file": "src/main.js"}]"#,
    ),
    Example::new(
        "Vite",
        r#"[vite]: Rollup failed to resolve import "./missing" from "/home/dev/project/src/main.js".
"#,
        r#"[{"type": "import", "file": "/home/dev/project/src/main.js"}]"#,
    ),
    Example::new(
        "Vite while it serves",
        "[vite] Internal server error: Failed to resolve import \"./missing\" from \"/home/dev/project/src/main.ts\". Does the file exist?\n  Plugin: vite:import-analysis\n  File: /home/dev/project/src/main.ts:3:17\n  1  |  import x\n",
        r#"[{"type": "import", "file": "/home/dev/project/src/main.ts", "line": 3, "column": 17}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rollup",
    "Rollup, and Vite before version 8",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);
