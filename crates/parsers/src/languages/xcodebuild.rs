//! xcodebuild's own errors, and those of its targets; xcpretty and xcbeautify, which print what compilers and tests said
//! in their own way.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "xcodebuild: error: ",
            "(in target '",
            ".xcodeproj: ",
            ".xcworkspace: ",
            ".storyboard:",
            ".xib:",
            "[x] ",
            "[!] ",
            "    ✗ ",
            "    ✖ ",
            ", failed - ",
            " failed: (",
            "Assertion Failure: "
        ]
    )
    // Before Rollup, which has such marks, too.
    .priority(6)
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

- `xcodebuild: error: message`: a project, scheme or destination that cannot be used;
- `error: message (in target 'T' from project 'P')`, perhaps with the file before the message, and what concerns a project, storyboard
  or nib: `FILE.storyboard:abc-12-xyz: warning: message`;
- xcbeautify without colours: `[x] FILE:12:5: message` and `[!] FILE:12:5: message`;
- xcpretty's list of tests that failed: the test and the message, `  FILE:12` below it;
- of tests of user interfaces `    t =     1.00s     Assertion Failure: FILE:12: message`.

What compilers say is read by their parsers.

## Versions seen

Xcode 9 to 16, xcpretty 0.3 and xcbeautify 1 and 2, from their documentation.
"#;

static LINES: [Pattern; 6] = [
    Pattern::of(ErrorType::Build, "^xcodebuild: error: {message}$"),
    Pattern::compiler(
        r"^(?<severity>error|warning|note): (?:(?<file>{drive}[/\\][^:]+): )?{message} \(in target '[^']+'(?: from project '[^']+')?\)$",
    ),
    Pattern::of(
        ErrorType::Build,
        r"^(?<file>{drive}[^:]+\.(?:xcodeproj|xcworkspace|storyboard|xib)):(?:[\w-]+:)? (?<severity>error|warning|notice): {message}$",
    ),
    Pattern::compiler(r"^\[(?<severity>[x!])\] (?<file>{drive}[^:\s][^:]*):{line}:{column}: {message}$")
        .words(&[("x", Severity::Error), ("!", Severity::Warning)]),
    Pattern::of(ErrorType::Build, r"^\[x\] (?:error: )(?<message>\S.*?)$"),
    Pattern::of(
        ErrorType::Assertion,
        r"^ +t = +[\d.]+s +Assertion Failure: (?<file>{drive}[^:]+):{line}: {message}$",
    ),
];

/// xcpretty's summary.
static TEST: [Part; 2] = [
    Part::one(r"^  (?<test>\w+), (?<message>(?:XCTAssert\w* failed|failed|\S.*failed).*)$"),
    Part::one(r"^  (?<file>{drive}[^:]+\.\w+):{line}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &TEST)];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "a scheme that is not there",
        r#"xcodebuild: error: Scheme Shop is not currently configured for the test action.
"#,
        r#"[{"type": "build", "severity": "error", "message": "Scheme Shop is not currently configured for the test action."}]"#,
    ),
    Example::new(
        "a target",
        "error: No profiles for 'dev.shop' were found (in target 'Shop' from project 'Shop')\n/home/dev/project/Shop/Main.storyboard:abc-12-xyz: warning: Fixed width constraints may cause clipping.\n",
        r#"[{"severity": "error", "message": "No profiles for 'dev.shop' were found"},
            {"severity": "warning", "file": "/home/dev/project/Shop/Main.storyboard"}]"#,
    ),
    Example::new(
        "xcbeautify",
        "[x] /home/dev/project/Shop.swift:12:5: cannot find 'total' in scope\n[!] /home/dev/project/Cart.swift:3:1: variable 'sum' was never used\n",
        r#"[{"severity": "error", "file": "/home/dev/project/Shop.swift", "line": 12, "column": 5},
            {"severity": "warning", "file": "/home/dev/project/Cart.swift", "line": 3}]"#,
    ),
    Example::new(
        "xcpretty",
        "ShopTests.CartTests\n  testTotal, XCTAssertEqual failed: (\"1\") is not equal to (\"2\")\n  /home/dev/project/ShopTests/CartTests.swift:12\n  ```\n",
        r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/ShopTests/CartTests.swift", "line": 12, "test": "testTotal"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "xcodebuild",
    "xcodebuild, xcpretty and xcbeautify",
    DOCS,
    &[Cow::Borrowed("swift"), Cow::Borrowed("objective-c")],
    &EXAMPLES,
);
