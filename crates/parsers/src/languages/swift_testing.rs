//! Swift Testing and XCTest.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            " recorded an issue",
            " : XCT",
            " : failed - ",
            " : failed: caught error"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`Test adds() recorded an issue at ShopTests.swift:5:6: Expectation failed: 2 == 3`, and XCTest's
`FILE:5: error: ShopTests.testAdds : XCTAssertEqual failed: ...`.

## Versions seen

Swift 6, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::of(
        ErrorType::Assertion,
        r"^{file}:{line}: error: (?:-\[)?(?<test>[\w.]+[. ]\w+)\]? : (?<message>(?:XCT|failed ?[-:] ).*?)(?: - )?$",
    ),
    Pattern::of(
        ErrorType::Assertion,
        r"^\S+ +Test (?<test>\S.*?) recorded an issue(?: with .+?)? at {file}:{line}:{column}: {message}$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "XCTest",
        "/home/dev/project/Tests/ShopTests.swift:10: error: -[ShopTests.ShopTests testAdds] : XCTAssertEqual failed: (\"4\") is not equal to (\"5\") - \n",
        r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/Tests/ShopTests.swift", "line": 10, "test": "ShopTests.ShopTests testAdds"}]"#,
    ),
    Example::new(
        "an expectation that failed",
        r#"✘ Test adds() recorded an issue at ShopTests.swift:5:6: Expectation failed: 2 == 3
✘ Test adds() failed after 0.001 seconds with 1 issue.
"#,
        r#"[{"type": "assertion", "severity": "error", "file": "ShopTests.swift", "line": 5, "column": 6, "test": "adds()", "message": "Expectation failed: 2 == 3"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "swift-testing",
    "Swift Testing and XCTest",
    DOCS,
    &[Cow::Borrowed("swift")],
    &EXAMPLES,
);
