//! Logs of the shapes that real builds have, with no two lines alike.

use std::fmt::Write as _;

const WORDS: [&str; 16] = [
    "widget", "cart", "total", "session", "parser", "layout", "frame", "render", "network", "cache",
    "buffer", "index", "shader", "media", "codec", "worker",
];

/// A number that looks random, the same in every run.
fn mixed(number: u64, salt: u64) -> u64 {
    let mixed = (number ^ salt.rotate_left(17)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20
}

fn word(number: u64, salt: u64) -> &'static str {
    let index = usize::try_from(mixed(number, salt) % 16).unwrap_or_default();
    WORDS[index]
}

/// A browser's build and its tests, as a task runner stamps them.
pub(super) fn browser(n: u64) -> String {
    let (a, b, c) = (word(n, 1), word(n, 2), word(n, 3));
    let (minute, second, thousandth) = (n / 6000 % 60, n / 100 % 60, n % 1000);
    let stamp = format!("[task 2025-02-13T21:{minute:02}:{second:02}.{thousandth:03}Z] ");
    let line = match mixed(n, 4) % 1000 {
        0..450 => format!(
            "{minute:2}:{second:02}.10 /builds/worker/fetches/clang/bin/clang++ -std=gnu++17 -o {a}_{b}{n}.o -c -fvisibility=hidden -DNDEBUG=1 -I/builds/worker/checkouts/gecko/{a}/{c} -I/builds/worker/workspace/obj-build/dist/include -Werror=return-type -Wno-error=deprecated-declarations -MD -MP -MF .deps/{a}{n}.o.pp /builds/worker/checkouts/gecko/{a}/{b}{n}.cpp"
        ),
        450..600 => format!("{minute:2}:{second:02}.10 {a}/{b}/{a}_{c}{n}.o"),
        600..800 => {
            format!("INFO - TEST-PASS | {a}/{b}/test/test_{c}_{n}.html | {a} should be {b} - {n} == {n}")
        }
        800..900 => format!("INFO - GECKO(1234) | [Child {n}: Main Thread]: D/{a} {b} {c} {n:x}"),
        900..950 => format!("   Compiling {a}-{b} v0.{n}.1 (/builds/worker/checkouts/gecko/{a}/{c})"),
        950..997 => format!(
            "make[{}]: Leaving directory '/builds/worker/workspace/obj-build/{a}/{b}'",
            n % 5
        ),
        _ => format!(
            "/builds/worker/checkouts/gecko/{a}/{b}{n}.cpp:{}:7: warning: unused variable '{c}{n}' [-Wunused-variable]",
            n % 999 + 1
        ),
    };
    stamp + &line
}

/// A failed test in pytest's long style.
pub(super) fn pytest(n: u64) -> String {
    let (a, b) = (word(n, 1), word(n, 2));
    let mut text = String::new();
    if n == 0 {
        text += "=================================== FAILURES ===================================\n";
    }
    let _ = write!(
        text,
        "_________________________ Test{a}.test_{b}_{n} __________________________\n\nself = <tests.test_{a}.Test{a} object at 0x7f{n:010x}>\n\n    def test_{b}_{n}(self):\n        {a} = make_{a}({n})\n"
    );
    for step in 0..mixed(n, 3) % 5 {
        let _ = writeln!(text, "        {} = {a}.{b}({step}, {b}={n})", word(n, 4 + step));
    }
    let _ = write!(
        text,
        ">       assert {a}.{b}({n}) == {next}\nE       assert {n} == {next}\nE        +  where {n} = {b}({n})\n\ntests/test_{a}.py:{}: AssertionError",
        n % 900 + 10,
        next = n + 1,
    );
    if n.is_multiple_of(4) {
        text += "\n----------------------------- Captured stdout call -----------------------------";
        for line in 0..6 {
            let _ = write!(text, "\n{b} {} {n} {line} done", word(n, line));
        }
    }
    text
}

/// A service's log in lines of JSON.
pub(super) fn json_lines(n: u64) -> String {
    let level = ["info", "info", "debug", "warn"][usize::try_from(n % 4).unwrap_or_default()];
    let (a, b, c) = (word(n, 1), word(n, 2), word(n, 3));
    let id = mixed(n, 5);
    format!(
        r#"{{"timestamp":"2025-02-13T21:47:{:02}.{:03}Z","level":"{level}","logger":"{a}.{b}","message":"{c} {a} {n}","request":{{"id":"{id:032x}","path":"/api/{b}/{n}","status":200}},"duration_ms":{}}}"#,
        n % 60,
        n % 1000,
        id % 500
    )
}

/// gcc's errors, with source and marks.
pub(super) fn gcc(n: u64) -> String {
    let (a, b) = (word(n, 1), word(n, 2));
    let (file, line, column) = (format!("src/{a}/{b}_{}.c", n % 977), n % 2000 + 1, n % 40 + 3);
    let said = match n % 4 {
        0 => format!("error: '{a}_{n}' undeclared (first use in this function)"),
        1 => format!("warning: unused variable '{a}_{n}' [-Wunused-variable]"),
        2 => format!("error: incompatible types when assigning to type 'int' from type 'struct {a}_{n}'"),
        _ => format!("warning: implicit declaration of function '{a}_{n}' [-Wimplicit-function-declaration]"),
    };
    format!(
        "{file}: In function '{b}_{n}':\n{file}:{line}:{column}: {said}\n {line:4} |   {a}_{n} = {b}({n});\n      |   ^~~~~~"
    )
}
