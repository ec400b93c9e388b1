//! `bench migrations`: the examples of the rules for packages, run with the packages themselves.
//!
//! Each package is installed in an environment of its own. The old form of an example must fail as
//! the rule states, the new form must run, and `unbreak run` must turn one into the other.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;
use unbreak_core::{RuleDescription, RuleExample};
use xshell::{Shell, cmd};

use super::program::Program;
use crate::layout;

/// The arguments of the task.
#[derive(Default)]
struct Wanted {
    binary: Option<PathBuf>,
    only: String,
    python: Option<String>,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self::default();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let value = words.next().with_context(|| format!("{word} needs a value"))?;
            match word.as_str() {
                "--bin" => wanted.binary = Some(PathBuf::from(value)),
                "--only" => wanted.only.clone_from(value),
                "--python" => wanted.python = Some(value.clone()),
                other => {
                    bail!("unknown argument {other}; expected --bin FILE, --only TEXT, --python PROGRAM")
                }
            }
        }
        Ok(wanted)
    }
}

/// The result of an example.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Outcome {
    /// The old form fails with the message of the example.
    fails: bool,
    /// The new form runs.
    passes: bool,
    /// `unbreak run` made the command pass.
    repaired: bool,
    /// Whether the result is the new form.
    exact: bool,
}

/// Runs the examples of all packages, or of those whose rules have `--only` in their ids.
///
/// # Errors
/// When an environment cannot be made, or an example does not hold.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let mut packages: BTreeMap<String, Vec<RuleDescription>> = BTreeMap::new();
    for rule in rules(shell, &program)? {
        let is_run = matches!(rule.ecosystem.as_deref(), Some("pypi" | "npm"));
        let is_wanted = is_run && rule.id.contains(&wanted.only);
        let runs = rule.examples.iter().any(|example| example.runs);
        if let Some(package) = rule.package.clone().filter(|_| is_wanted && runs) {
            packages.entry(package).or_default().push(rule);
        }
    }
    let mut all: Vec<Outcome> = Vec::new();
    for (package, rules) in &packages {
        let runtime = match rules.iter().any(|rule| rule.ecosystem.as_deref() == Some("npm")) {
            true => Runtime::node(shell, package, rules)?,
            false => Runtime::python(shell, package, rules, wanted.python.as_deref())?,
        };
        let mut outcomes = Vec::new();
        for rule in rules {
            for example in rule.examples.iter().filter(|example| example.runs) {
                let outcome = try_example(shell, &program, &runtime, example)?;
                if outcome
                    != (Outcome {
                        fails: true,
                        passes: true,
                        repaired: true,
                        exact: true,
                    })
                {
                    println!("  {}: {outcome:?}: {}", rule.id, example.message);
                }
                outcomes.push(outcome);
            }
        }
        println!("{package}: {}", account(&outcomes));
        all.extend(outcomes);
    }
    println!("all: {}", account(&all));
    match all.iter().all(|outcome| outcome.fails && outcome.passes) {
        true => Ok(()),
        false => bail!("an example does not hold with the package"),
    }
}

fn account(outcomes: &[Outcome]) -> String {
    let count = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count();
    format!(
        "{} examples, {} fail before, {} run after, {} repaired, {} of them exactly",
        outcomes.len(),
        count(|outcome| outcome.fails),
        count(|outcome| outcome.passes),
        count(|outcome| outcome.repaired),
        count(|outcome| outcome.exact),
    )
}

fn rules(shell: &Shell, program: &Program) -> Result<Vec<RuleDescription>> {
    let program = program.path();
    let listed = cmd!(shell, "{program} list rules --format json --no-config")
        .quiet()
        .read()?;
    serde_json::from_str(&listed).context("the list of rules cannot be read")
}

/// What runs the examples of a package.
enum Runtime {
    /// The interpreter of an environment that has the package.
    Python(PathBuf),
    /// A directory whose `node_modules` has it.
    Node(PathBuf),
}

impl Runtime {
    /// An environment below `target`, which is made once.
    fn python(shell: &Shell, package: &str, rules: &[RuleDescription], base: Option<&str>) -> Result<Self> {
        let directory = layout::target_directory().join("migrations").join(package);
        let interpreter = directory.join("bin/python");
        install_once(&directory, package, rules, |packages| {
            let base = base.unwrap_or("python3");
            cmd!(shell, "{base} -m venv --clear {directory}").quiet().run()?;
            cmd!(
                shell,
                "{interpreter} -m pip install --quiet --disable-pip-version-check {packages...}"
            )
            .quiet()
            .run()?;
            Ok(())
        })?;
        Ok(Self::Python(interpreter))
    }

    /// The same for a package of npm.
    fn node(shell: &Shell, package: &str, rules: &[RuleDescription]) -> Result<Self> {
        let directory = layout::target_directory().join("migrations/npm").join(package);
        install_once(&directory, package, rules, |packages| {
            fs::create_dir_all(&directory)?;
            fs::write(directory.join("package.json"), "{\"private\": true}\n")?;
            let _in = shell.push_dir(&directory);
            cmd!(shell, "npm install --silent --no-audit --no-fund {packages...}")
                .quiet()
                .run()?;
            Ok(())
        })?;
        Ok(Self::Node(directory))
    }

    fn program(&self) -> &Path {
        match self {
            Self::Python(interpreter) => interpreter,
            Self::Node(_) => Path::new("node"),
        }
    }

    fn main(&self) -> &'static str {
        match self {
            Self::Python(_) => "main.py",
            Self::Node(_) => "main.js",
        }
    }

    /// A directory with these files, and the packages where the runtime looks for them beside the files.
    fn project(&self, shell: &Shell, files: &BTreeMap<String, String>) -> Result<TempDir> {
        // Hard links need the same file system.
        let directory = TempDir::new_in(layout::target_directory())?;
        for (file, text) in files {
            let path = directory.path().join(file);
            fs::create_dir_all(path.parent().unwrap_or(directory.path()))?;
            fs::write(path, text)?;
        }
        if let Self::Node(packages) = self {
            let (from, to) = (packages.join("node_modules"), directory.path());
            cmd!(shell, "cp -al {from} {to}").quiet().run()?;
        }
        Ok(directory)
    }
}

/// Installs a package and what its rules need, unless this was done before.
fn install_once(
    directory: &Path,
    package: &str,
    rules: &[RuleDescription],
    install: impl FnOnce(&[String]) -> Result<()>,
) -> Result<()> {
    let mut wanted: Vec<String> = rules.iter().flat_map(|rule| rule.needs.clone()).collect();
    wanted.push(package.to_owned());
    wanted.sort();
    wanted.dedup();
    let stamp = directory.join("unbreak.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted.join("\n")) {
        return Ok(());
    }
    install(&wanted)?;
    fs::write(&stamp, wanted.join("\n")).context("the environment cannot be marked as complete")
}

fn try_example(
    shell: &Shell,
    program: &Program,
    runtime: &Runtime,
    example: &RuleExample,
) -> Result<Outcome> {
    let before = runtime.project(shell, &example.before)?;
    let after = runtime.project(shell, &example.after)?;
    let (passes, output) = start(shell, before.path(), runtime, &example.arguments)?;
    let fails = !passes && output.contains(&example.message);
    let (passes, _) = start(shell, after.path(), runtime, &example.arguments)?;
    let home = TempDir::new()?;
    let (arguments, program) = (&example.arguments, program.path());
    let (language, main) = (runtime.program(), runtime.main());
    let _in = shell.push_dir(before.path());
    let _home = shell.push_env("HOME", home.path());
    let _backend = shell.push_env("MPLBACKEND", "Agg");
    let run = cmd!(
        shell,
        "{program} run --yes --no-config -- {language} {arguments...} {main}"
    );
    let repaired = run
        .quiet()
        .ignore_status()
        .ignore_stderr()
        .output()?
        .status
        .success();
    let is_same = |(file, text): (&String, &String)| {
        fs::read_to_string(before.path().join(file)).is_ok_and(|found| found == *text)
    };
    Ok(Outcome {
        fails,
        passes,
        repaired,
        exact: repaired && example.after.iter().all(is_same),
    })
}

fn start(shell: &Shell, directory: &Path, runtime: &Runtime, arguments: &[String]) -> Result<(bool, String)> {
    let _in = shell.push_dir(directory);
    let _backend = shell.push_env("MPLBACKEND", "Agg");
    let (language, main) = (runtime.program(), runtime.main());
    let output = cmd!(shell, "{language} {arguments...} {main}")
        .quiet()
        .ignore_status()
        .output()?;
    let said = [output.stdout, output.stderr].concat();
    Ok((
        output.status.success(),
        String::from_utf8_lossy(&said).into_owned(),
    ))
}
