//! `bench secrets`: plants secrets in commands, outputs, files and variables, lets the program see them in every
//! way it has, and searches all that came out and all that was written.

mod planted;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use unbreak_core::redact::redact;
use unbreak_loopback::{ChatServer, Reply};
use xshell::Shell;

use self::planted::{Place, Planted};
use super::logs::KINDS;
use super::program::Program;
use crate::layout;

/// The program's modes with the place of its answer. `%` stands for the command.
const MODES: &[(&str, &[&str])] = &[
    ("events", &["run", "--format", "jsonl", "%"]),
    ("reports", &["run", "--format", "json", "%"]),
    ("reports", &["run", "--format", "markdown", "--dry-run", "%"]),
    ("reports", &["run", "--format", "sarif", "%"]),
    ("reports", &["run", "--format", "github", "%"]),
    ("text", &["run", "--format", "text", "%"]),
    ("text", &["run", "--color", "always", "-vv", "%"]),
    ("models", &["run", "--show-prompt", "%"]),
    ("parse", &["parse", "--format", "jsonl", "output.txt"]),
    ("parse", &["parse", "--format", "json", "output.txt"]),
    ("parse", &["parse", "--format", "text", "output.txt"]),
    ("parse", &["parse", "--format", "sarif", "output.txt"]),
    ("parse", &["parse", "--format", "github", "output.txt"]),
    ("tools", &["repro", "--format", "json", "%"]),
    ("tools", &["trace", "--format", "json", "%"]),
    ("tools", &["trace", "%"]),
    ("tools", &["flaky", "--runs", "3", "--format", "json", "%"]),
    ("sessions", &["debug", "start", "%"]),
    ("sessions", &["debug", "step", "%"]),
    ("sessions", &["debug", "status", "--format", "json"]),
    ("sessions", &["debug", "status"]),
    ("sessions", &["debug", "auto", "--format", "json", "%"]),
    ("history", &["recall", "--format", "json", "%"]),
    ("history", &["history"]),
    ("history", &["history", "--format", "json"]),
    ("history", &["undo"]),
];

/// The directory with bytes of the user's own files, kept for rolling changes back.
const IMAGES: &str = "images";

/// The arguments of the task.
#[derive(Debug, Default)]
struct Wanted {
    binary: Option<PathBuf>,
    /// Whether to print the leaked secrets, and the false alarms.
    show: bool,
    /// Only the commands whose answers are checked there.
    only: Option<String>,
    /// The size of the log that is timed, in MB; none is if it is 0.
    megabytes: u64,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self::default();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word} needs a value"));
            match word.as_str() {
                "--bin" => wanted.binary = Some(PathBuf::from(value()?)),
                "--speed" => wanted.megabytes = value()?.parse().context("--speed needs a number of MB")?,
                "--only" => wanted.only = Some(value()?.clone()),
                "--show" => wanted.show = true,
                other => {
                    bail!("unknown argument {other}; expected --bin FILE, --speed MB, --only PLACE, --show")
                }
            }
        }
        Ok(wanted)
    }
}

/// Plants, runs, searches, and counts false alarms.
///
/// # Errors
/// When something cannot be run, or a secret came out.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    if wanted.megabytes > 0 {
        speed(wanted.megabytes)?;
    }
    false_alarms(wanted.show)?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let planted = planted::all()?;
    let site = Site::of(&planted)?;
    let mut found = Found::default();
    let is_wanted = |place: &str| wanted.only.as_ref().is_none_or(|only| only == place);
    for (place, words) in MODES.iter().filter(|(place, _)| is_wanted(place)) {
        found.search(place, &site.ask(&program, words)?, &planted);
    }
    // The store remembers one failure of a session: each secret has to be in one.
    for index in (0..planted.len()).filter(|_| is_wanted("sessions")) {
        let said = site.start(program.path(), &site.alone(index))?;
        found.search("sessions", &said, &planted);
    }
    if is_wanted("models") {
        found.search("models", site.asked_of_a_model(&program)?.as_bytes(), &planted);
    }
    site.search_state(&mut found, &planted)?;
    found.tell(&planted, wanted.show)
}

/// A project whose command prints the secrets.
struct Site {
    directory: tempfile::TempDir,
    command: Vec<String>,
    variables: Vec<(String, String)>,
}

impl Site {
    fn of(planted: &[Planted]) -> Result<Self> {
        let directory = tempfile::tempdir()?;
        let project = directory.path().join("project");
        fs::create_dir(&project)?;
        let texts = |place| planted.iter().filter(move |one| one.place == place);
        let settings: Vec<&str> = texts(Place::File).map(|one| one.text.as_str()).collect();
        fs::write(project.join("settings.py"), settings.join("\n") + "\n")?;
        let lines = serde_json::json!({
            "output": texts(Place::Output).map(|one| &one.text).collect::<Vec<_>>(),
            "env": texts(Place::Environment).map(|one| &one.name).collect::<Vec<_>>(),
            "file": settings.len(),
            "all": planted.iter().map(Planted::alone).collect::<Vec<_>>(),
        });
        fs::write(project.join("lines.json"), lines.to_string())?;
        fs::write(project.join("tool.py"), include_str!("secrets/tool.py"))?;
        fs::write(project.join("one.py"), include_str!("secrets/one.py"))?;
        let mut command: Vec<String> = vec!["python3".to_owned(), "tool.py".to_owned()];
        command.extend(texts(Place::Argument).flat_map(|one| [one.name.clone(), one.text.clone()]));
        let variables = texts(Place::Environment).map(|one| (one.name.clone(), one.text.clone()));
        let site = Self {
            command,
            variables: variables.collect(),
            directory,
        };
        let printed = site.start(&site.command[0], &site.command[1..])?;
        fs::write(project.join("output.txt"), printed)?;
        Ok(site)
    }

    /// The output of a program in the project, on both streams.
    #[expect(
        clippy::disallowed_methods,
        reason = "a shell would print the secrets, or fail with the command"
    )]
    fn start(&self, program: impl AsRef<std::ffi::OsStr>, arguments: &[String]) -> Result<Vec<u8>> {
        let output = Command::new(program)
            .args(arguments)
            .current_dir(self.directory.path().join("project"))
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .env("UNBREAK_STATE_DIR", self.directory.path().join("state"))
            .stdin(Stdio::null())
            .output()?;
        Ok([output.stdout, output.stderr].concat())
    }

    /// A debug session about a command that prints only one secret.
    fn alone(&self, index: usize) -> Vec<String> {
        let number = index.to_string();
        let words = [
            "debug",
            "auto",
            "--skip-bisect",
            "no history",
            "--",
            "python3",
            "one.py",
            &number,
        ];
        words.map(str::to_owned).to_vec()
    }

    fn ask(&self, program: &Program, words: &[&str]) -> Result<Vec<u8>> {
        let mut arguments: Vec<String> = Vec::new();
        for word in words {
            match *word {
                "%" => {
                    arguments.push("--".to_owned());
                    arguments.extend(self.command.iter().cloned());
                }
                word => arguments.push(word.to_owned()),
            }
        }
        self.start(program.path(), &arguments)
            .with_context(|| format!("unbreak {} cannot be run", words.join(" ")))
    }

    /// The text about the command that a model is sent, as its server receives it.
    fn asked_of_a_model(&self, program: &Program) -> Result<String> {
        let server = ChatServer::start(|_| Reply::Text("I do not know.".to_owned()))?;
        let config = self.directory.path().join("models.toml");
        fs::write(&config, server.configuration(2))?;
        let config = format!("--config={}", config.display());
        self.ask(program, &["run", "--yes", &config, "%"])?;
        let asked = server.asked();
        anyhow::ensure!(!asked.is_empty(), "no model was asked");
        let bodies: Vec<String> = asked.iter().map(ToString::to_string).collect();
        Ok(bodies.join("\n"))
    }

    fn search_state(&self, found: &mut Found, planted: &[Planted]) -> Result<()> {
        let mut directories = vec![self.directory.path().join("state")];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(&directory)? {
                let path = entry?.path();
                match path.is_dir() {
                    true if path.ends_with(IMAGES) => {}
                    true => directories.push(path),
                    false => {
                        found.files += 1;
                        found.search(kind_of(&path), &fs::read(&path)?, planted);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The kind of a file in the state directory.
fn kind_of(file: &Path) -> &'static str {
    let name = file.to_string_lossy();
    match () {
        () if name.contains("memory.sqlite") => "store on disk",
        () if name.contains("/sessions/") => "sessions on disk",
        () if name.contains("/runs/") => "journals on disk",
        () => "rest of the disk",
    }
}

/// The secrets that were found, with their places.
#[derive(Debug, Default)]
struct Found {
    leaks: BTreeMap<&'static str, BTreeSet<usize>>,
    bytes: usize,
    files: usize,
}

impl Found {
    fn search(&mut self, place: &'static str, bytes: &[u8], planted: &[Planted]) {
        self.bytes += bytes.len();
        let text = String::from_utf8_lossy(bytes);
        let leaks = self.leaks.entry(place).or_default();
        for (index, secret) in planted.iter().enumerate() {
            if secret
                .needles
                .iter()
                .any(|needle| text.contains(needle) || text.contains(&base64(needle)))
            {
                leaks.insert(index);
            }
        }
    }

    fn tell(&self, planted: &[Planted], show: bool) -> Result<()> {
        println!(
            "\n{} secrets planted; {} commands, {} files, {:.1} MB searched",
            planted.len(),
            MODES.len() + planted.len(),
            self.files,
            self.bytes as f64 / 1e6
        );
        println!("{:<20}{:>8}", "place", "leaks");
        let mut all: BTreeSet<usize> = BTreeSet::new();
        for (place, leaks) in &self.leaks {
            println!("{place:<20}{:>8}", leaks.len());
            all.extend(leaks);
        }
        if show {
            for index in &all {
                let secret = &planted[*index];
                let places: Vec<&str> = self
                    .leaks
                    .iter()
                    .filter(|(_, leaks)| leaks.contains(index))
                    .map(|(place, _)| *place)
                    .collect();
                println!(
                    "  {:?} {}: {:?} in {}",
                    secret.place,
                    secret.name,
                    secret.text,
                    places.join(", ")
                );
            }
        }
        match all.len() {
            0 => Ok(()),
            count => bail!("{count} of {} secrets came out", planted.len()),
        }
    }
}

/// The number of captured outputs of tools that are changed although they contain no secrets. Those of
/// tools that search for secrets do hold some.
fn false_alarms(show: bool) -> Result<()> {
    let cases = layout::root().join("crates/parsers/tests/cases");
    let (mut logs, mut alarmed) = (0, 0);
    for family in fs::read_dir(&cases)? {
        let family = family?.path();
        if SEARCHERS.iter().any(|name| family.ends_with(name)) {
            continue;
        }
        for entry in fs::read_dir(&family)? {
            let path = entry?.path();
            let Some(text) = fs::read(&path)
                .ok()
                .and_then(|bytes| String::from_utf8(bytes).ok())
            else {
                continue;
            };
            if path.extension().is_some_and(|extension| extension == "json") {
                continue;
            }
            logs += 1;
            let clean = redact(&text);
            if clean == text {
                continue;
            }
            alarmed += 1;
            if show {
                println!("{}", path.strip_prefix(&cases)?.display());
                let changed = text
                    .lines()
                    .zip(clean.lines())
                    .filter(|(before, after)| before != after);
                changed
                    .take(5)
                    .for_each(|(before, after)| println!("  - {before}\n  + {after}"));
            }
        }
    }
    println!("{alarmed} of {logs} ordinary outputs are changed");
    Ok(())
}

/// Tools whose captured outputs are about secrets.
const SEARCHERS: &[&str] = &[
    "gitleaks",
    "detect-secrets",
    "trufflehog",
    "bandit",
    "trivy",
    "semgrep",
];

/// The throughput for ordinary logs.
fn speed(megabytes: u64) -> Result<()> {
    let directory = tempfile::tempdir()?;
    for kind in &KINDS {
        let text = fs::read_to_string(kind.write(directory.path(), megabytes * 1_000_000)?)?;
        redact(&text[..text.floor_char_boundary(1000)]);
        let started = Instant::now();
        let changed = text.lines().filter(|line| redact(line).as_ref() != *line).count();
        let took = started.elapsed().as_secs_f64();
        println!(
            "{:<14}{:>8.0} MB/s, {changed} lines changed",
            kind.name,
            text.len() as f64 / 1e6 / took
        );
    }
    Ok(())
}

fn base64(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.as_bytes().chunks_exact(3).flat_map(|group| {
        let bits = u32::from(group[0]) << 16 | u32::from(group[1]) << 8 | u32::from(group[2]);
        [bits >> 18, bits >> 12 & 63, bits >> 6 & 63, bits & 63]
    });
    digits.map(|digit| char::from(DIGITS[digit as usize])).collect()
}
