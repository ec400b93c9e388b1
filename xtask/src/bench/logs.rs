//! Logs to measure with, made up of the lines that builds print.

use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};

use super::real_logs;

/// Bytes of one log, unless it is asked for otherwise.
pub(super) const USUAL: u64 = 64 * 1024 * 1024;

/// The choice and the decoration of a log's lines.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// The number of errors in a thousand lines.
    errors: u64,
    dress: fn(&mut dyn Write, u64, &str) -> Result<()>,
    /// Whether each megabyte contains a very long line.
    wide: bool,
    /// The text before all lines.
    opening: &'static str,
    /// Makes the lines of a log of one kind of program, instead of those of builds in general.
    of: Option<fn(u64) -> String>,
}

pub(super) const KINDS: [Kind; 11] = [
    Kind::new("clean", 0, plain),
    Kind::new("1 % errors", 10, plain),
    Kind::new("timestamped", 10, stamped),
    Kind::new("coloured", 10, coloured),
    Kind {
        wide: true,
        ..Kind::new("350 KB lines", 0, plain)
    },
    Kind::new("all errors", 1000, plain),
    // A document that never ends: the kept part of it has a bound.
    Kind {
        opening: "<testsuites>\n",
        ..Kind::new("open document", 0, plain)
    },
    Kind::of("browser build", real_logs::browser),
    Kind::of("pytest", real_logs::pytest),
    Kind::of("JSON lines", real_logs::json_lines),
    Kind::of("gcc", real_logs::gcc),
];

impl Kind {
    const fn new(
        name: &'static str,
        errors: u64,
        dress: fn(&mut dyn Write, u64, &str) -> Result<()>,
    ) -> Self {
        Self {
            name,
            errors,
            dress,
            wide: false,
            opening: "",
            of: None,
        }
    }

    const fn of(name: &'static str, line: fn(u64) -> String) -> Self {
        Self {
            of: Some(line),
            ..Self::new(name, 0, plain)
        }
    }

    /// Writes a log of this kind into the directory.
    pub(super) fn write(&self, directory: &Path, bytes: u64) -> Result<PathBuf> {
        let path = directory.join(format!("{}.log", self.name.replace([' ', '%'], "_")));
        let mut log = BufWriter::new(File::create(&path)?);
        log.write_all(self.opening.as_bytes())?;
        let (mut written, mut number) = (0, 0);
        while written < bytes {
            let line = self.line(number);
            (self.dress)(&mut log, number, &line)?;
            written += line.len() as u64 + 1;
            number += 1;
        }
        log.flush()?;
        Ok(path)
    }

    fn line(&self, number: u64) -> String {
        const LINES_BETWEEN: u64 = 20_000;
        if let Some(line) = self.of {
            return line(number);
        }
        if self.wide && number % LINES_BETWEEN == LINES_BETWEEN / 2 {
            return "abcdefghij0123456789;".repeat(350 * 1024 / 21);
        }
        // Spread out, and the same in every run.
        if number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32 & 0x3FF < self.errors * 1024 / 1000 {
            error(number)
        } else {
            usual(number)
        }
    }
}

/// A line of a build in which nothing is wrong.
fn usual(number: u64) -> String {
    let n = number % 997;
    match number % 16 {
        0 => format!("   Compiling serde_derive v1.0.{n}"),
        1 => format!("[{n}/997] Building CXX object src/CMakeFiles/core.dir/widget_{n}.cpp.o"),
        2 => format!(
            "tests/test_module_{n}.py ....................................... [ {:>2}%]",
            n % 100
        ),
        3 => format!("test parser::tests::case_{n} ... ok"),
        4 => format!("  ✓ renders the list with {n} entries ({} ms)", n % 60),
        5 => format!("ok  \tgithub.com/acme/shop/internal/pkg{n}\t0.{n}s"),
        6 => format!(
            "[INFO] Downloading from central: https://repo.maven.apache.org/maven2/org/acme/lib-{n}.pom"
        ),
        7 => format!("npm http fetch GET 200 https://registry.npmjs.org/left-pad-{n} {n}ms (cache hit)"),
        8 => format!("Step {n}/997 : RUN apt-get install -y --no-install-recommends libacme-{n}-dev"),
        9 => format!(
            "Get:{n} http://deb.debian.org/debian bookworm/main amd64 libacme{n} amd64 1.2.3-{n} [{n} kB]"
        ),
        10 => format!("  {n}: de4dbeef{n:08x}: Pull complete"),
        11 => format!("gcc -O2 -Wall -Iinclude -DVERSION=\"{n}\" -c src/module_{n}.c -o build/module_{n}.o"),
        12 => format!("PASS src/components/Widget{n}.test.tsx"),
        13 => format!("time=\"2026-05-22T12:43:46Z\" level=info msg=\"cache restored\" key=deps-{n}"),
        14 => format!("remote: Counting objects: {n}% (1{n}/7{n}), done."),
        _ => String::new(),
    }
}

/// An error of one of the common tools; no two are the same.
fn error(number: u64) -> String {
    let n = number;
    match number % 8 {
        0 => format!("src/widget_{n}.c:{n}:7: error: 'total_{n}' undeclared (first use in this function)"),
        1 => format!("src/components/widget_{n}.ts({n},7): error TS2304: Cannot find name 'total{n}'."),
        2 => format!("shop/cart_{n}.py:{n}:7: F821 undefined name 'total_{n}'"),
        3 => format!("./internal/cart_{n}.go:{n}:7: undefined: total{n}"),
        4 => format!("shop/cart_{n}.py:{n}: error: Name \"total_{n}\" is not defined  [name-defined]"),
        5 => format!("[ERROR] /home/dev/shop/src/main/java/Cart{n}.java:[{n},7] cannot find symbol"),
        6 => format!(
            "/home/dev/shop/Cart{n}.cs({n},7): error CS0103: The name 'total{n}' does not exist [/home/dev/shop/shop.csproj]"
        ),
        _ => format!("lib/cart_{n}.ex:{n}:7: warning: variable \"total_{n}\" is unused"),
    }
}

fn plain(log: &mut dyn Write, _: u64, line: &str) -> Result<()> {
    writeln!(log, "{line}")
}

fn stamped(log: &mut dyn Write, number: u64, line: &str) -> Result<()> {
    let (minute, second) = (number / 60_000 % 60, number / 1000 % 60);
    writeln!(
        log,
        "2026-05-22T12:{minute:02}:{second:02}.{:07}Z {line}",
        number % 10_000_000
    )
}

/// Every fourth line begins with a coloured word, as with most tools on a terminal.
fn coloured(log: &mut dyn Write, number: u64, line: &str) -> Result<()> {
    let end = line.find(' ').unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    match number % 4 {
        0 => writeln!(log, "\u{1b}[1;32m{word}\u{1b}[0m{rest}"),
        _ => writeln!(log, "{line}"),
    }
}
