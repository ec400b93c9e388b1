//! Puts a probe at each line of files, one line at a time, and prints what comes of it as JSON, an
//! object a line: `file`, `line`, and `text` or `refused`. The last of a file, whose `line` is 0,
//! has a probe at every line that takes one.
//!
//! `cargo run --example probe_every_line -- FILE...`

#![expect(clippy::print_stderr, reason = "it tells which files it cannot use")]

use std::io::Write as _;
use std::path::Path;

use serde_json::json;
use unbreak_tools_debug::add_instrumented_trace::at_every_line;

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file)?;
        let count = text.lines().count();
        let results = match at_every_line(Path::new(&file), &text) {
            Ok(results) => results,
            Err(why) => {
                eprintln!("{file}: {why}");
                continue;
            }
        };
        for (line, result) in (1..=count).chain([0]).zip(results) {
            let (text, refused) = match result {
                Ok(text) => (Some(text), None),
                Err(why) => (None, Some(why)),
            };
            writeln!(
                out,
                "{}",
                json!({ "file": file, "line": line, "text": text, "refused": refused })
            )?;
        }
    }
    out.flush()
}
