//! the Erlang compiler, Dialyzer, Elvis and rebar3.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ".erl:",
            ".erl [FAIL]",
            "    - Line ",
            " on line ",
            ".hrl:",
            ".xrl:",
            ".yrl:",
            " Column ",
            "escript: exception "
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

erlc: `a.erl:3:16: function h/1 undefined`, `Warning:` before what does not fail, the quoted line below it
after `%`. Dialyzer: the same without a severity, told by its words, and going on in the lines
below. escript: `escript: exception error: message`. Elvis: `a.erl:24:line_length:message`,
and rows below `# a.erl [FAIL]`.
rebar3: the frame `┌─ src/a.erl:`, and `Line 3 Column 5: message` of Dialyzer below the name of the file.

## Versions seen

Erlang/OTP 25 with Dialyzer; 19 to 27, Elvis and rebar3 from their documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>{drive}[^:\s]+\.(?:erl|hrl)):{line}:(?<code>[a-z]\w+):{message}$",
)];

static ROWS: [Pattern; 1] = [Pattern::compiler("^ *{line} │.*$").broken(&["syntax error"])];

static DIALYZER: [Pattern; 1] =
    [
        Pattern::of(ErrorType::Type, "^Line {line}(?: Column {column})?: {message}$")
            .severity(Severity::Warning),
    ];

/// Elvis's own list.
static ELVIS: [Pattern; 1] = [Pattern::lint(r"^    - (?<message>.*\b[Ll]ine {line}\b.*)$")];

static LISTINGS: [Listing; 3] = [
    Listing::new(r"^# (?<file>\S+\.[eh]rl) \[FAIL\]$", &ELVIS).skipping(r"^  - \w.*$"),
    Listing::new(r"^(?<file>{drive}[^:\s]+\.(?:erl|hrl))$", &DIALYZER),
    Listing::new(r"^ +┌─ (?<file>\S+\.(?:erl|hrl|xrl|yrl)):$", &ROWS)
        .continued(r"^ *│ *╰── (?:(?<severity>Warning): )?{message}$")
        .skipping(r"^ *[│·].*$"),
];

static PARTS_1: [Part; 2] = [
    Part::one(
        r"^(?<file>{drive}[^:\s]+\.(?:erl|hrl)):{line}(?::{column})?: (?:(?<severity>Warning|Error): )?(?<message>(?:Callback info|Function \S+ (?:has no|will never)|The (?:call|pattern|created fun|variable|test|attempt|specification|inferred|success|guard|return|spec|behaviour)|Guard test|Invalid type spec|Unknown (?:function|type)|Matching of|Record construction|Expression produces|Overloaded contract|Type specification|Fun application|Cons will|The return type|Call to missing|Unmatched|Body yields|Polymorphic|Attempt to).*)$",
    ),
    Part::many(r"^ {6,}{message}$"),
];

static PARTS_2: [Part; 2] = [
    Part::one(
        r"^(?<file>{drive}[^:\s]+\.(?:erl|hrl|xrl|yrl)):{line}(?::{column})?: (?:(?<severity>[Ww]arning): )?{message}$",
    ),
    Part::many("^%.*$"),
];

/// A script that stopped.
static SCRIPT: [Part; 3] = [
    Part::one(r"^escript: exception (?<code>error|exit|throw): {message}$"),
    Part::many(r"^  in (?:function|call from)  ?\S+ \((?:erl_eval|escript|init|eval_bits)\.erl, line \d+\)$"),
    Part::maybe(r"^  in (?:function|call from)  ?\S+ \((?<file>[^(),]+), line {line}\)$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Runtime, &SCRIPT),
    Block::of(ErrorType::Type, &PARTS_1).severity(Severity::Warning),
    Block::compiler(&PARTS_2).broken(&["syntax error", "unterminated"]),
];

static EXAMPLES: [Example; 6] = [
    Example::new(
        "Dialyzer, in several lines; a script",
        "e.erl:3:12: The call erlang:'+'\n         (1,\n          'a') will never return since it differs in the 2nd argument from the success typing arguments: \n         (number(),\n          number())\ne.erl:4:8: Call to missing or unexported function c:nope/1\n done in 0m0.52s\nescript: exception error: no match of right hand side value 2\n  in function  erl_eval:expr/6 (erl_eval.erl, line 496)\n",
        r#"[{"type": "type", "severity": "warning", "line": 3, "column": 12, "message": "The call erlang:'+'\n(1,\n'a') will never return since it differs in the 2nd argument from the success typing arguments:\n(number(),\nnumber())"},
            {"line": 4, "message": "Call to missing or unexported function c:nope/1"}, {"type": "runtime", "message": "no match of right hand side value 2"}]"#,
    ),
    Example::new(
        "erlc",
        "a.erl:3:16: function h/1 undefined
%    3| f(X) -> Y = 1, h(2).
%     |                ^

a.erl:3:3: Warning: variable 'X' is unused
",
        r#"[{"type": "build", "severity": "error", "file": "a.erl", "line": 3, "column": 16}, {"type": "lint", "severity": "warning", "column": 3, "message": "variable 'X' is unused"}]"#,
    ),
    Example::new(
        "Dialyzer",
        "shop.erl:3: Function total/1 has no local return\n",
        r#"[{"type": "type", "severity": "warning", "line": 3}]"#,
    ),
    Example::new(
        "Elvis",
        r#"src/shop.erl:24:line_length:Line 24 is too long: io:format("x").
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "line_length", "line": 24}]"#,
    ),
    Example::new(
        "rebar3",
        "   ┌─ src/shop.erl:
   │
 3 │  f(X) -> h(2).
   │          ╰── function h/1 undefined

",
        r#"[{"type": "build", "severity": "error", "file": "src/shop.erl", "line": 3, "message": "function h/1 undefined"}]"#,
    ),
    Example::new(
        "Dialyzer, run by rebar3",
        "apps/shop/src/shop.erl\nLine 31 Column 1: Function init/1 has no local return\n",
        r#"[{"type": "type", "severity": "warning", "file": "apps/shop/src/shop.erl", "line": 31, "column": 1, "message": "Function init/1 has no local return"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "erlc",
    "the Erlang compiler, Dialyzer, Elvis and rebar3",
    DOCS,
    &[Cow::Borrowed("erlang")],
    &EXAMPLES,
);
