//! Several jobs in one output: their lines are taken apart, their directories told.

use std::fmt::Write as _;

use serde_json::{Value, json};
use unbreak_parsers::Pipeline;

use crate::cases::pipeline;

/// A diagnostic of several lines each: what belongs to it is lost where another line comes between.
const TSC: &str = "\
src/a.ts:3:7 - error TS2322: Type 'string' is not assignable to type 'number'.

3 const a: number = 'x';
        ~

src/b.ts:4:7 - error TS2304: Cannot find name 'q'.

4 const b = qq;
            ~~
";
const RUSTC: &str = "\
error[E0308]: mismatched types
 --> src/main.rs:2:18
  |
2 |     let x: u32 = \"a\";
  |            ---   ^^^ expected `u32`, found `&str`
  |            |
  |            expected due to this

error: aborting due to 1 previous error
";
const PYTEST: &str = "\
=================================== FAILURES ===================================
__________________________________ test_total __________________________________

    def test_total():
>       assert total([1]) == 2
E       assert 1 == 2
E        +  where 1 = total([1])

test_shop.py:5: AssertionError
=========================== short test summary info ============================
FAILED test_shop.py::test_total - assert 1 == 2
============================== 1 failed in 0.02s ===============================
";
const ESLINT: &str = "
/home/dev/project/src/a.js
  1:7  error  'a' is assigned a value but never used  no-unused-vars
  2:1  error  'b' is not defined                      no-undef

✖ 2 problems (2 errors, 0 warnings)
";

/// The findings, without their positions in the output.
fn found(pipeline: &Pipeline, output: &str) -> Vec<Value> {
    let parsed = pipeline.parse(output.as_bytes(), None);
    let mut found: Vec<Value> = parsed
        .diagnostics
        .into_iter()
        .map(|mut diagnostic| {
            diagnostic.output = Default::default();
            json!(diagnostic)
        })
        .collect();
    found.sort_by_key(Value::to_string);
    found
}

/// The lines in turn, one of each text, after the prefix of its job.
fn interleaved(jobs: &[(&str, &str)]) -> String {
    let mut output = String::new();
    for (prefix, _) in jobs {
        let _ = writeln!(output, "{prefix}started");
    }
    let longest = jobs.iter().map(|(_, text)| text.lines().count()).max();
    for at in 0..longest.unwrap_or_default() {
        for (prefix, text) in jobs {
            if let Some(line) = text.lines().nth(at) {
                let _ = writeln!(output, "{prefix}{line}");
            }
        }
    }
    output
}

#[test]
fn jobs_that_run_at_the_same_time_are_read_as_each_by_itself() {
    const PREFIXES: [[&str; 4]; 6] = [
        ["web-1  | ", "api-1  | ", "shop-1 | ", "lint-1 | "],
        ["web:build: ", "api:build: ", "shop:test: ", "web:lint: "],
        ["[0] ", "[1] ", "[2] ", "[3] "],
        [
            "packages/web build: ",
            "packages/api build: ",
            "packages/shop test: ",
            "packages/lint lint: ",
        ],
        ["#8 0.421 ", "#9 0.421 ", "#10 0.422 ", "#11 0.422 "],
        [
            "2024-05-22T12:43:46.9626464Z web:build: ",
            "2024-05-22T12:43:46.9626465Z api:build: ",
            "2024-05-22T12:43:46.9626466Z shop:test: ",
            "2024-05-22T12:43:46.9626467Z web:lint: ",
        ],
    ];
    let pipeline = pipeline();
    let texts = [TSC, RUSTC, PYTEST, ESLINT];
    let mut alone: Vec<Value> = texts.iter().flat_map(|text| found(&pipeline, text)).collect();
    alone.sort_by_key(Value::to_string);
    assert_eq!(alone.len(), 6, "{alone:#?}");
    for prefixes in PREFIXES {
        let jobs: Vec<(&str, &str)> = prefixes.into_iter().zip(texts).collect();
        assert_eq!(found(&pipeline, &interleaved(&jobs)), alone, "{prefixes:?}");
    }
}

#[test]
fn the_job_of_a_line_does_not_depend_on_the_chunks() {
    let pipeline = pipeline();
    let output = interleaved(&[("web-1  | ", TSC), ("", RUSTC), ("lint-1 | ", ESLINT)]);
    let whole = pipeline.parse(output.as_bytes(), None);
    for size in [1, 7, 64, 500] {
        let mut parse = pipeline.start();
        output.as_bytes().chunks(size).for_each(|chunk| parse.feed(chunk));
        assert_eq!(parse.finish(None), whole, "chunks of {size}");
    }
}

#[test]
fn a_silent_job_does_not_delay_others() {
    let silent = "web-1  | error[E0308]: mismatched types\nweb-1  |  --> src/main.rs:2:18\nweb-1  |   |\n";
    let mut output = silent.to_owned();
    for number in 0..3000 {
        let _ = writeln!(output, "api-1  | line {number}");
    }
    let mut parse = pipeline().start();
    parse.feed(output.as_bytes());
    let found: Vec<_> = parse.take().collect();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].location.file.as_deref(), Some("src/main.rs"));
}

#[test]
fn places_are_told_from_where_the_output_began() {
    /// An output, and the files of what is found in it.
    const OUTPUTS: [(&str, &[&str]); 8] = [
        (
            "make[1]: Entering directory '/home/dev/project/lib'\na.c:1:2: error: x\nmake[1]: Leaving directory '/home/dev/project/lib'\nb.c:1:2: error: y\n",
            &["/home/dev/project/lib/a.c", "b.c"],
        ),
        (
            "make: Entering directory `/p'\nmake[1]: Entering directory `/p/sub'\n../a.c:1:2: error: x\nmake[1]: Leaving directory `/p/sub'\nb.c:1:2: error: y\n",
            &["/p/a.c", "/p/b.c"],
        ),
        (
            "make -j2\nmake[1]: Entering directory '/p/a'\nmake[1]: Entering directory '/p/b'\nmake[1]: Leaving directory '/p/a'\nx.c:1:2: error: x\n",
            &["/p/b/x.c"],
        ),
        (
            "ninja: Entering directory `build'\n[1/2] CC a.o\nFAILED: a.o \ncc -c ../src/a.c\n../src/a.c:1:2: error: x\n",
            &["src/a.c"],
        ),
        (
            "make[1]: Entering directory '/p/lib'\n/q/a.c:1:2: error: x\n<stdin>:1:2: error: y\n",
            &["/q/a.c", "<stdin>"],
        ),
        (
            "> web@1.0.0 build /p/packages/web\n> tsc\n\nsrc/a.ts(3,7): error TS2304: Cannot find name 'q'.\n\n> api@1.0.0 build /p/packages/api\n> tsc\n\nsrc/a.ts(3,7): error TS2304: Cannot find name 'q'.\n",
            &["/p/packages/web/src/a.ts", "/p/packages/api/src/a.ts"],
        ),
        (
            "web-1  | make[1]: Entering directory '/p/web'\nweb-1  | a.c:1:2: error: x\napi-1  | a.c:1:2: error: x\n",
            &["a.c", "/p/web/a.c"],
        ),
        ("he said: Entering directory 'x'\na.c:1:2: error: x\n", &["a.c"]),
    ];
    let pipeline = pipeline();
    for (output, expected) in OUTPUTS {
        let parsed = pipeline.parse(output.as_bytes(), None);
        let placed = parsed.diagnostics.iter().filter(|it| it.location.line.is_some());
        let files: Vec<&str> = placed.filter_map(|it| it.file()).collect();
        assert_eq!(files, expected, "{output}");
    }
}
