//! Measures the parsing of a log: `figures WHO LOG` prints time, peak memory and findings as JSON.
//!
//! WHO is `all` (every parser), `python` (those of one language), or `naive`: thirty regular expressions
//! tried one after another on each line, as problem matchers and condensers do it.

#![expect(clippy::print_stdout, reason = "its output is what it is run for")]

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::process::ExitCode;
use std::time::Duration;

use regex::Regex;
use unbreak_core::Registry;
use unbreak_parsers::Pipeline;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let measured = match arguments.as_slice() {
        [who, log] => measure(who, log),
        _ => Err(io::Error::other("usage: figures all|python|naive LOG")),
    };
    match measured {
        Ok(figures) => {
            println!("{figures}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn measure(who: &str, log: &str) -> io::Result<serde_json::Value> {
    let file = File::open(log)?;
    let bytes = file.metadata()?.len();
    let begun = Spent::begin();
    let (setup, parsing, found) = match who {
        "naive" => {
            let patterns = patterns();
            let setup = begun.so_far();
            let (parsing, found) = naively(&patterns, file)?;
            (setup, parsing, found)
        }
        _ => {
            let pipeline = pipeline(who);
            let setup = begun.so_far();
            let (parsing, found) = parse(&pipeline, file)?;
            (setup, parsing, found)
        }
    };
    Ok(serde_json::json!({
        "setup_ms": setup.as_secs_f64() * 1e3,
        "mb_per_s": bytes as f64 / 1e6 / parsing.as_secs_f64(),
        "peak_mb": peak_memory().unwrap_or_default(),
        "found": found,
    }))
}

fn pipeline(who: &str) -> Pipeline {
    #[expect(
        clippy::expect_used,
        reason = "the ids of the built-in parsers are unique, which a test shows"
    )]
    let registry = Registry::builder().with_linked().build().expect("unique ids");
    let parsers = registry.parsers();
    let wanted = parsers.filter(|parser| {
        let languages = &parser.descriptor().languages;
        who == "all" || languages.iter().any(|language| language == who)
    });
    Pipeline::new(wanted.cloned())
}

/// Feeds the log as a pipe would bring it, and drops what is found as soon as it is.
fn parse(pipeline: &Pipeline, mut log: File) -> io::Result<(Duration, usize)> {
    let mut chunk = vec![0; 64 * 1024];
    let mut parse = pipeline.start();
    let begun = Spent::begin();
    let mut found = 0;
    loop {
        let length = log.read(&mut chunk)?;
        if length == 0 {
            found += parse.finish(None).diagnostics.len();
            return Ok((begun.so_far(), found));
        }
        parse.feed(&chunk[..length]);
        found += parse.take().len();
    }
}

fn naively(patterns: &[Regex], log: File) -> io::Result<(Duration, usize)> {
    let begun = Spent::begin();
    let mut found = 0;
    for line in BufReader::new(log).lines() {
        let line = line?;
        let captured = patterns.iter().find_map(|pattern| pattern.captures(&line));
        found += usize::from(captured.is_some_and(|captures| captures.len() > 1));
    }
    Ok((begun.so_far(), found))
}

fn patterns() -> Vec<Regex> {
    const SHAPES: [&str; 30] = [
        r"^(.+?):(\d+):(\d+): (error|warning): (.+)$",
        r"^(.+?)\((\d+),(\d+)\): (error|warning) (TS\d+): (.+)$",
        r"^(.+?):(\d+):(\d+): ([EFW]\d+) (.+)$",
        r#"^  File "(.+)", line (\d+)"#,
        r"^(\w+Error): (.+)$",
        r"^E   (.+)$",
        r"^FAILED (\S+)::(\S+)",
        r"^error\[(E\d+)\]: (.+)$",
        r"^ *--> (.+):(\d+):(\d+)$",
        r"^thread '(.+)' panicked at (.+):(\d+):(\d+)",
        r"^--- FAIL: (\S+) \((.+)\)$",
        r"^    (\S+_test\.go):(\d+): (.+)$",
        r"^(.+\.go):(\d+):(\d+): (.+)$",
        r"^npm (?:ERR!|error) (.+)$",
        r"^ *at (.+) \((.+):(\d+):(\d+)\)$",
        r"^  (\d+):(\d+)  (error|warning)  (.+?)  (\S+)$",
        r"^● (.+) › (.+)$",
        r"^\[ERROR\] (.+):\[(\d+),(\d+)\] (.+)$",
        r"^(.+\.java):(\d+): (error|warning): (.+)$",
        r"^Exception in thread (.+)$",
        r"^\tat (.+)\((.+):(\d+)\)$",
        r"^e: (.+): \((\d+), (\d+)\): (.+)$",
        r"^(.+)\((\d+),(\d+)\): error (CS\d+): (.+)$",
        r"^CMake Error at (.+):(\d+) \((.+)\):$",
        r"^make.*: \*\*\* \[(.+)\] Error (\d+)$",
        r"^(.+): undefined reference to `(.+)'$",
        r"^==(\d+)==ERROR: (\w+): (.+)$",
        r"^not ok (\d+) - (.+)$",
        r"^::error file=(.+),line=(\d+)::(.+)$",
        r"^(.+):(\d+): (.+)$",
    ];
    SHAPES.iter().filter_map(|shape| Regex::new(shape).ok()).collect()
}

/// The most memory this process has had, in MB, where the system tells.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}

/// Processor time where the system tells it, so that others on the machine do not count.
struct Spent(Duration);

impl Spent {
    fn begin() -> Self {
        Self(processor_time())
    }

    fn so_far(&self) -> Duration {
        processor_time() - self.0
    }
}

fn processor_time() -> Duration {
    static BEGUN: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    let statistics = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = statistics.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}
