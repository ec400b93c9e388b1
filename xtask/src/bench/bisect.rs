//! `bench bisect`: how fast the first bad commit of 1,000 is found compared with `git bisect run`,
//! and how often it is the right one.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use tempfile::TempDir;
use xshell::{Shell, cmd};

use super::program::Program;

const CHECK: &str = include_str!("bisect/check.sh");

/// Files that the commits change in turn.
const FILES: usize = 50;

/// The number of these files that the test reads, unless it reads one that every commit changes;
/// the same number is in the script.
const READ: usize = 5;

/// The kinds of tests, from the least to the most favourable for a search.
const RACES: [(&str, &str); 3] = [
    ("steady", "a test of 0.3 s, which reads what every commit changes"),
    (
        "varied",
        "tests of 0.1 to 0.8 s, which read what every commit changes",
    ),
    (
        "spread",
        "a test of 0.3 s, which reads what 1 commit in 10 changes",
    ),
];

/// The arguments of the task.
struct Wanted {
    commits: usize,
    /// Searches of each kind that are timed.
    rounds: u64,
    /// Searches of each kind whose answers are counted.
    seeds: u64,
    binary: Option<PathBuf>,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self {
            commits: 1_000,
            rounds: 5,
            seeds: 100,
            binary: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let value = words.next().with_context(|| format!("{word} needs a value"))?;
            let number = || value.parse().with_context(|| format!("{word} needs a number"));
            match word.as_str() {
                "--commits" => wanted.commits = usize::try_from(number()?)?,
                "--rounds" => wanted.rounds = number()?,
                "--seeds" => wanted.seeds = number()?,
                "--bin" => wanted.binary = Some(PathBuf::from(value)),
                other => {
                    bail!("unknown argument {other}; expected --commits N, --rounds N, --seeds N, --bin FILE")
                }
            }
        }
        Ok(wanted)
    }
}

/// A history in which every commit holds its number, and a script outside it that tests them.
struct Field<'a> {
    shell: &'a Shell,
    place: TempDir,
    binary: PathBuf,
    commits: usize,
}

/// One search: its test, and the true first bad commit.
#[derive(Clone, Copy)]
struct Case {
    kind: &'static str,
    seed: u64,
    first_bad: usize,
}

/// Measures.
///
/// # Errors
/// When something cannot be built or run.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let field = Field::new(shell, program.path().to_owned(), wanted.commits)?;
    println!("{} commits, 2 at a time", wanted.commits);
    for (kind, what) in RACES {
        field.race(kind, what, wanted.rounds)?;
    }
    field.count_right(
        "gaps",
        "every fourth stretch does not build",
        wanted.seeds / 4,
        &[],
    )?;
    let uncertain = "fails half the time on bad and 2 % on good commits";
    field.count_right("uncertain", uncertain, wanted.seeds, &[])?;
    field.count_right("uncertain", uncertain, wanted.seeds, &["--flaky"])?;
    Ok(())
}

impl<'a> Field<'a> {
    fn new(shell: &'a Shell, binary: PathBuf, commits: usize) -> Result<Self> {
        let place = tempfile::tempdir()?;
        fs::write(place.path().join("check.sh"), CHECK)?;
        let repository = place.path().join("repository");
        cmd!(shell, "git init --quiet --initial-branch main {repository}")
            .quiet()
            .run()?;
        let stream = history(commits)?;
        let import = cmd!(shell, "git -C {repository} fast-import --quiet").stdin(stream);
        import.quiet().run()?;
        cmd!(shell, "git -C {repository} reset --quiet --hard")
            .quiet()
            .run()?;
        Ok(Self {
            shell,
            place,
            binary,
            commits,
        })
    }

    fn case(&self, kind: &'static str, seed: u64) -> Case {
        // Knuth's multiplicative hash spreads the truth over the history.
        let spread = usize::try_from(seed.wrapping_mul(2_654_435_761) % (1 << 32)).unwrap_or(0);
        let any = spread % self.commits;
        let first_bad = match kind {
            // A commit that changes a file that is read.
            "spread" => any / FILES * FILES + any % READ,
            _ => any,
        };
        Case {
            kind,
            seed,
            first_bad: 1 + first_bad % self.commits,
        }
    }

    /// Returns whether the first bad commit or the one before it cannot be tested; the same rule is in the
    /// script. Both ends can.
    fn is_beside_a_gap(&self, case: Case) -> bool {
        let stretch = |number: usize| ((self.commits - number) / 17 % 4) as u64;
        let is_gap = |number: usize| number > 0 && stretch(number) == case.seed % 3 + 1;
        is_gap(case.first_bad) || is_gap(case.first_bad - 1)
    }

    /// Both search the same histories, one after the other.
    fn race(&self, kind: &'static str, what: &str, rounds: u64) -> Result<()> {
        let mut times = [Duration::ZERO; 3];
        for seed in 0..rounds {
            let case = self.case(kind, seed);
            times[0] += self.git(case)?;
            for (at, more) in [(1, &[][..]), (2, &["--no-confirm"][..])] {
                let since = Instant::now();
                let report = self.unbreak(case, more)?;
                times[at] += since.elapsed();
                if !is_right(case, &report, true) {
                    bail!("unbreak named a wrong commit: {report}");
                }
            }
        }
        let each = |time: Duration| time.as_secs_f64() / f64::from(u32::try_from(rounds).unwrap_or(u32::MAX));
        let [git, confirmed, once] = times.map(each);
        println!("{what}, {rounds} searches");
        println!("  git bisect run                {git:>6.2} s");
        println!(
            "  unbreak bisect                {confirmed:>6.2} s  {:.2} times as fast",
            git / confirmed
        );
        println!(
            "  unbreak bisect --no-confirm   {once:>6.2} s  {:.2} times as fast",
            git / once
        );
        Ok(())
    }

    fn count_right(&self, kind: &'static str, what: &str, seeds: u64, more: &[&str]) -> Result<()> {
        let (mut right, mut runs, mut most) = (0, 0, 0);
        for seed in 0..seeds {
            let case = self.case(kind, seed);
            let report = self.unbreak(case, more)?;
            let must_be_named = kind != "gaps" || !self.is_beside_a_gap(case);
            right += u64::from(is_right(case, &report, must_be_named));
            let made = report["runs"].as_array().map_or(0, Vec::len);
            runs += made;
            most = most.max(made);
        }
        println!("{what}, {seeds} seeds {}", more.join(" "));
        println!(
            "  right in {right} of {seeds}; {:.1} runs on average, {most} at most",
            f64::from(u32::try_from(runs).unwrap_or(u32::MAX))
                / f64::from(u32::try_from(seeds.max(1)).unwrap_or(1))
        );
        Ok(())
    }

    fn unbreak(&self, case: Case, more: &[&str]) -> Result<Value> {
        let shell = self.shell;
        let (_there, _environment) = self.prepare(case)?;
        let (binary, check) = (&self.binary, self.check());
        let good = format!("HEAD~{}", self.commits);
        let search = cmd!(
            shell,
            "{binary} bisect --quiet --jobs 2 --format json --good {good} {more...} -- sh {check}"
        );
        let output = search.quiet().ignore_status().read()?;
        serde_json::from_str(&output).context("the answer is not JSON")
    }

    fn git(&self, case: Case) -> Result<Duration> {
        let shell = self.shell;
        let (_there, _environment) = self.prepare(case)?;
        let (check, good) = (self.check(), format!("HEAD~{}", self.commits));
        let since = Instant::now();
        cmd!(shell, "git bisect start HEAD {good}")
            .quiet()
            .ignore_stdout()
            .run()?;
        let found = cmd!(shell, "git bisect run sh {check}").quiet().read()?;
        let time = since.elapsed();
        cmd!(shell, "git bisect reset")
            .quiet()
            .ignore_stdout()
            .ignore_stderr()
            .run()?;
        match found.contains(&format!("change {}\n", case.first_bad)) {
            true => Ok(time),
            false => bail!("git named a wrong commit: {found}"),
        }
    }

    fn check(&self) -> PathBuf {
        self.place.path().join("check.sh")
    }

    fn prepare(&self, case: Case) -> Result<(xshell::PushDir<'_>, Vec<xshell::PushEnv<'_>>)> {
        let counts = self.place.path().join("counts");
        if counts.is_dir() {
            fs::remove_dir_all(&counts)?;
        }
        fs::create_dir(&counts)?;
        let there = self.shell.push_dir(self.place.path().join("repository"));
        let environment = [
            ("KIND", case.kind.to_owned()),
            ("SEED", case.seed.to_string()),
            ("COMMITS", self.commits.to_string()),
            ("FIRST_BAD", case.first_bad.to_string()),
            ("COUNTS", shown(&counts)),
            ("UNBREAK_STATE_DIR", shown(&self.place.path().join("state"))),
        ];
        let set = |(name, value)| self.shell.push_env(name, value);
        Ok((there, environment.into_iter().map(set).collect()))
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A history for `git fast-import`: each commit changes its number and one file.
fn history(commits: usize) -> Result<String> {
    let mut stream = String::new();
    for number in 0..=commits {
        let time = 1_700_000_000 + number * 60;
        writeln!(stream, "commit refs/heads/main")?;
        writeln!(stream, "committer Ada <ada@example.org> {time} +0000")?;
        writeln!(stream, "data <<END\nchange {number}\nEND\n")?;
        let changed = if number == 0 {
            0..FILES
        } else {
            (number - 1) % FILES..(number - 1) % FILES + 1
        };
        writeln!(stream, "M 100644 inline number\ndata <<END\n{number}\nEND\n")?;
        for file in changed {
            writeln!(
                stream,
                "M 100644 inline src/file{file}\ndata <<END\n{number}\nEND\n"
            )?;
        }
    }
    Ok(stream)
}

/// Returns whether the first bad commit was named, or, where that cannot be known, is among those named.
fn is_right(case: Case, report: &Value, must_be_named: bool) -> bool {
    let name = format!("change {}", case.first_bad);
    match &report["first_bad"] {
        Value::Null => {
            let candidates = report["candidates"].as_array().into_iter().flatten();
            !must_be_named && candidates.into_iter().any(|one| one["summary"] == name.as_str())
        }
        first => first["summary"] == name.as_str(),
    }
}
