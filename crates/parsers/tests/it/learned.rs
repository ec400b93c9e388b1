//! Prefixes that no list has are learned from the lines themselves.

use unbreak_core::Diagnostic;
use unbreak_parsers::Pipeline;

use crate::cases::pipeline;

/// An error of several lines each.
const ERRORS: [&str; 3] = [
    "src/a.c:3:7: error: 'total' undeclared (first use in this function)\n    3 |   x = total;\n      |       ^~~~~\n",
    "src/a.ts(3,5): error TS2304: Cannot find name 'foo'.\n  One more line of it.\n",
    "error[E0425]: cannot find value `x` in this scope\n --> src/main.rs:2:5\n  |\n2 |     x;\n  |     ^ not found in this scope\n",
];

/// The prefix of a collector for line `number`.
const PREFIXES: [fn(usize) -> String; 30] = [
    |_| "[web] ".to_owned(),
    |_| "[build:web] ".to_owned(),
    |_| "[pod/web-6d4f9c7b5-x2k9p/web] ".to_owned(),
    |_| "web | ".to_owned(),
    |_| "web> ".to_owned(),
    |_| "Step #2: ".to_owned(),
    |_| "Step #0 - \"build\": ".to_owned(),
    |number| format!("[2025-02-13 21:47:{number:02}] "),
    |number| format!("2025-02-13 21:47:{number:02},123 "),
    |number| format!("2025/02/13 21:47:{number:02} "),
    |number| format!("Feb 13 21:47:{number:02} host build[123]: "),
    |number| format!("[{number:4}.120] "),
    |number| format!("2025-02-13 21:47:{number:02} INFO "),
    |number| format!("[2025-02-13 21:47:{number:02}] [error] "),
    |number| format!("2025-02-13 21:47:{number:02},123 - build - ERROR - "),
    |number| format!("17394832{number:02} "),
    |number| format!("17394832{number:02}.123 "),
    |number| format!("E0213 21:47:{number:02}.123456   12345 build.cc:42] "),
    |number| format!("[Container] 2025/02/13 21:47:{number:02} "),
    |number| format!("2025-02-13T21:47:{number:02}Z app[1234] ams [info] "),
    |number| format!("[build:{number}] "),
    |number| format!("#12 0.34{number} "),
    |number| format!("\u{1b}[90m2025-02-13 21:47:{number:02}\u{1b}[0m \u{1b}[32mINFO\u{1b}[0m "),
    |_| "> ".to_owned(),
    |_| "web-6d4f9c7b5-x2k9p web ".to_owned(),
    |_| "[@acme/web]: ".to_owned(),
    |_| "        web │ ".to_owned(),
    |_| "job1\t".to_owned(),
    |_| "  ┃ ".to_owned(),
    |number| format!("12  : [{number}.3s] | "),
];

/// The lines before the error.
const ABOVE: [&str; 3] = ["building", "still building", "15 files"];

/// The findings: kind of place, text and parser.
fn found(pipeline: &Pipeline, output: &str) -> Vec<String> {
    let parsed = pipeline.parse(output.as_bytes(), None);
    let key = |one: Diagnostic| {
        let place = one.location;
        format!(
            "{} {:?}:{:?}:{:?} {:?} {}",
            one.parser, place.file, place.line, place.column, one.code, one.message
        )
    };
    parsed.diagnostics.into_iter().map(key).collect()
}

/// The place and the first line of the words, whoever found them.
fn what(found: Vec<String>) -> Vec<String> {
    let bare = |one: String| {
        let (_, what) = one.split_once(' ').unwrap_or_default();
        what.lines().next().unwrap_or_default().to_owned()
    };
    found.into_iter().map(bare).collect()
}

#[test]
fn a_prefix_changes_nothing() {
    let pipeline = pipeline();
    for error in ERRORS {
        let plain = found(&pipeline, error);
        assert_eq!(plain.len(), 1, "{plain:?}");
        for prefix in PREFIXES {
            let lines = ABOVE.into_iter().chain(error.lines()).enumerate();
            let prefixed: String = lines.map(|(number, line)| prefix(number) + line + "\n").collect();
            assert_eq!(
                what(found(&pipeline, &prefixed)),
                what(plain.clone()),
                "{prefixed}"
            );
        }
    }
}

#[test]
fn jobs_with_learned_names_are_read_apart() {
    let pipeline = pipeline();
    let [gcc, _, rustc] = ERRORS;
    let mut mixed = String::new();
    let mut others = rustc.lines();
    for line in gcc.lines() {
        mixed += &format!("[web] {line}\n");
        if let Some(other) = others.next() {
            mixed += &format!("[api] {other}\n");
        }
    }
    for other in others {
        mixed += &format!("[api] {other}\n");
    }
    let mut alone = found(&pipeline, gcc);
    alone.extend(found(&pipeline, rustc));
    let mut together = found(&pipeline, &mixed);
    alone.sort();
    together.sort();
    assert_eq!(together, alone);
}

#[test]
fn what_a_parser_knows_as_it_is_keeps_its_beginning() {
    let pipeline = pipeline();
    for (line, parser) in [
        (
            "lua: main.lua:3: attempt to call a nil value (global 'foo')",
            "lua-interpreter",
        ),
        (
            "[ERROR] /home/dev/shop/Cart.java:[3,7] cannot find symbol",
            "maven",
        ),
    ] {
        let found = found(&pipeline, &format!("{line}\n"));
        assert!(found.len() == 1 && found[0].starts_with(parser), "{found:?}");
    }
}

#[test]
fn a_log_of_a_program_is_none_of_findings() {
    let pipeline = pipeline();
    let log = "\
2025/02/13 21:47:00 main.go:12: listening on :8080
2025/02/13 21:47:01 main.go:40: reloaded
2025-02-13 21:47:01 INFO main.go:40: reloaded
2025-02-13 21:47:02 WARN main.go:41: TypeError was handled
2025-02-13 21:47:03 INFO main.go:42: 0 errors
  ✓ fails with TypeError: no such thing (3 ms)
  ✓ fails with Error: nothing (3 ms)
  ✓ TypeError: is told (3 ms)
  ✓ TypeError: is told again (3 ms)
[web] ready in 300 ms
web: done
";
    let found = found(&pipeline, log);
    assert!(found.iter().all(|one| one.starts_with("fallback")), "{found:?}");
}
