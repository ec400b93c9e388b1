//! `bench bounds`: the worst cost of reading in time and memory, compared with the documented limits.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use unbreak_fuzz::{Mutator, Random, files_below};
use xshell::{Shell, cmd};

use super::program::Program;
use crate::layout;

/// Megabytes whose reading may take so much memory.
const LARGE: (u64, f64) = (100, 200.0);
/// The size in megabytes that must be read within this many seconds.
const SMALL: (u64, f64) = (1, 5.0);
const MB: u64 = 1_000_000;

/// Every format that `parse` writes. Streamed formats and documents are measured with large outputs, too.
const FORMATS: [&str; 5] = ["jsonl", "sarif", "json", "text", "github"];
const LARGE_FORMATS: [&str; 2] = ["jsonl", "sarif"];

/// An output that makes it hard for its reader.
struct Shape {
    name: &'static str,
    opening: &'static str,
    /// The repeated text; `§` is replaced by a rising number.
    again: &'static str,
}

const fn shape(name: &'static str, opening: &'static str, again: &'static str) -> Shape {
    Shape { name, opening, again }
}

const SHAPES: [Shape; 20] = [
    shape("endless line", "", "abcdefghij0123456789;"),
    shape("line of places", "", "src/a.c:§:1: "),
    shape(
        "line of PHP frames",
        "PHP Fatal error:  Uncaught Error: x in /a/b.php:3 ",
        "#§ /a/b.php(§): f() ",
    ),
    shape(
        "PHP frames",
        "PHP Fatal error:  Uncaught Error: x in /a/b.php:3\nStack trace:\n",
        "#§ /a/b.php(§): f()\n",
    ),
    shape("arrays in arrays", "", "["),
    shape("objects in objects", "", "{\"a\":"),
    shape(
        "endless list of findings",
        "[",
        "{\"file\": \"a.py\", \"line\": §, \"message\": \"m§\"},\n",
    ),
    shape("endless text in JSON", "{\"a\": \"", "abcdefgh\\n"),
    shape("elements in elements", "<?xml version=\"1.0\"?>\n", "<a>"),
    shape(
        "endless test report",
        "<testsuites>\n",
        "<testcase name=\"t§\"><failure message=\"m\">x</failure></testcase>\n",
    ),
    shape("endless comment", "<!-- ", "x <a> --\n"),
    shape("colours", "", "\u{1b}[1;3§m\u{1b}[0mx"),
    shape("links without end", "", "\u{1b}]8;;"),
    shape(
        "different errors",
        "",
        "src/a§.c:§:7: error: 'total_§' undeclared\n",
    ),
    shape("the same error", "", "src/a.c:3:7: error: 'total' undeclared\n"),
    shape(
        "endless traceback",
        "Traceback (most recent call last):\n",
        "  File \"a.py\", line §, in f\n    f(§)\n",
    ),
    shape("many jobs", "", "web-§  | a.c:1:1: error: x\n"),
    shape("empty lines", "", "\n"),
    shape("progress", "", "\r[§%] a.c:1:1"),
    shape("no text", "", "\0\u{1}\u{7f}§"),
];

/// Measures every shape, and pieces of real outputs.
///
/// # Errors
/// When something cannot be built or measured, or a limit is not held.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::of(arguments)?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let directory = tempfile::tempdir()?;
    let output = directory.path().join("output");
    let mut broken = Vec::new();
    println!(
        "{:<28}{:>8}{:>10}{:>10}{:>10}",
        "", "MB", "format", "seconds", "peak MB"
    );
    let mut measure_all = |name: &str, write: &dyn Fn(u64) -> io::Result<()>| -> Result<()> {
        for ((megabytes, _), formats) in [(SMALL, &FORMATS[..]), (LARGE, &LARGE_FORMATS)] {
            write(megabytes * MB)?;
            for format in formats {
                let cost = measure(shell, &program, &output, format)?;
                println!(
                    "{name:<28}{megabytes:>8}{format:>10}{:>10.2}{:>10.0}",
                    cost.seconds, cost.peak
                );
                if cost.peak > LARGE.1 || megabytes == SMALL.0 && cost.seconds > SMALL.1 {
                    broken.push(format!("{name}, {megabytes} MB, {format}"));
                }
            }
        }
        Ok(())
    };
    for shape in SHAPES.iter().filter(|shape| shape.name.contains(&wanted.only)) {
        measure_all(shape.name, &|bytes| shape.write(&output, bytes))?;
    }
    if "pieces of real outputs".contains(&wanted.only) {
        let outputs = files_below(&[&layout::root().join("crates/parsers/tests/cases")], 64 << 10);
        measure_all("pieces of real outputs", &|bytes| {
            pieces(&outputs, &output, bytes)
        })?;
    }
    ensure!(broken.is_empty(), "a limit is not held by {}", broken.join("; "));
    Ok(())
}

struct Wanted {
    binary: Option<PathBuf>,
    only: String,
}

impl Wanted {
    fn of(arguments: &[String]) -> Result<Self> {
        let (mut binary, mut only) = (None, String::new());
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let value = words.next().with_context(|| format!("{word} needs a value"))?;
            match word.as_str() {
                "--bin" => binary = Some(PathBuf::from(value)),
                "--only" => only.clone_from(value),
                other => bail!("unknown argument {other}; expected --bin FILE, --only TEXT"),
            }
        }
        Ok(Self { binary, only })
    }
}

impl Shape {
    fn write(&self, output: &Path, bytes: u64) -> io::Result<()> {
        let mut file = BufWriter::new(File::create(output)?);
        file.write_all(self.opening.as_bytes())?;
        let (mut written, mut number) = (0, 0_u64);
        while written < bytes {
            let piece = self.again.replace('§', &number.to_string());
            file.write_all(piece.as_bytes())?;
            written += piece.len() as u64;
            number += 1;
        }
        file.flush()
    }
}

/// Captured outputs, changed as the fuzz targets change them, one after another.
fn pieces(outputs: &[Vec<u8>], output: &Path, bytes: u64) -> io::Result<()> {
    let mutator = Mutator::new(&["error", "at ", "\u{1b}[0m", "^~~"], 300 << 10);
    let mut random = Random::new(1);
    let mut file = BufWriter::new(File::create(output)?);
    let mut written = 0;
    while written < bytes {
        let piece = mutator.input(outputs, &mut random);
        file.write_all(&piece)?;
        written += piece.len() as u64;
    }
    file.flush()
}

struct Cost {
    seconds: f64,
    /// The peak of memory in MB.
    peak: f64,
}

/// Reads an output once, with the system's `time` to look on.
fn measure(shell: &Shell, program: &Program, output: &Path, format: &str) -> Result<Cost> {
    let path = program.path();
    let told = output.with_extension("cost");
    let ended = cmd!(
        shell,
        "time --quiet -f '%e %M' -o {told} {path} parse --format {format} {output}"
    )
    .quiet()
    .ignore_status()
    .ignore_stdout()
    .ignore_stderr()
    .run();
    ended.context("GNU time is needed")?;
    let told = fs::read_to_string(told)?;
    let mut numbers = told.split_whitespace().map(str::parse::<f64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(seconds)), Some(Ok(kibibytes))) => Ok(Cost {
            seconds,
            peak: kibibytes * 1024.0 / MB as f64,
        }),
        _ => bail!("time says {told:?}"),
    }
}
