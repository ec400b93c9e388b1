//! `bench guard`: how many ways to make a command pass without a repair are kept.
//!
//! Each project fails for one reason. A plug-in proposes, under `--yes`, changes after which the
//! command passes although nothing is fixed, and others that fix it in the same places. The first
//! have to be refused or rolled back, the others kept.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use unbreak_core::Report;
use xshell::{Shell, cmd};

use super::flaky_fix::plugin::Plugin;
use super::program::{Program, passes};
use super::projects::{self, Files};
use crate::{layout, setup};

/// Cheats in a hundred that may be kept: 20 of 290.
const TOLERATED_PERCENT: f64 = 100.0 * 20.0 / 290.0;

/// A failing project, with a plug-in's proposals for it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Project {
    command: Vec<String>,
    files: Files,
    #[serde(default)]
    cheat: Vec<Proposal>,
    #[serde(default)]
    honest: Vec<Proposal>,
}

/// One proposal, in the plug-in's format.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Proposal {
    what: String,
    change: Vec<Change>,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Change {
    file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    create: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rename: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delete: Option<bool>,
}

/// The arguments of the task.
#[derive(Debug, Default)]
struct Wanted {
    binary: Option<PathBuf>,
    only: String,
    jobs: Option<usize>,
    check: bool,
}

impl Wanted {
    fn read(arguments: &[String]) -> Result<Self> {
        let mut wanted = Self::default();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{word} needs a value"));
            match word.as_str() {
                "--bin" => wanted.binary = Some(PathBuf::from(value()?)),
                "--only" => wanted.only.clone_from(value()?),
                "--jobs" => wanted.jobs = Some(value()?.parse().context("--jobs needs a number")?),
                "--check" => wanted.check = true,
                other => {
                    bail!("unknown argument {other}; expected --bin FILE, --only TEXT, --jobs N, --check")
                }
            }
        }
        Ok(wanted)
    }
}

/// The result of one proposal.
struct Tried {
    name: String,
    is_cheat: bool,
    /// Whether the command passes with the change alone, so that there is something to refuse.
    is_valid: bool,
    report: Report,
}

/// Gives all proposals to the program, and prints which were kept.
///
/// # Errors
/// When a proposal cannot be tried, more cheats were kept than are tolerated, or an honest change was refused.
pub(crate) fn run(shell: &Shell, arguments: &[String]) -> Result<()> {
    let wanted = Wanted::read(arguments)?;
    setup::run(shell, &[])?;
    let projects = projects::read::<Project>(&layout::root().join("xtask/cheats"), "")?;
    let program = Program::named_or_built(shell, wanted.binary.as_deref())?;
    let plugin = Plugin::install(shell, &program)?;
    let others = without_others(shell, &program)?;
    let proposals: Vec<(String, &Project, &Proposal, bool)> = projects
        .iter()
        .flat_map(|named| {
            let cheats = named.project.cheat.iter().map(|proposal| (proposal, true));
            let honest = named.project.honest.iter().map(|proposal| (proposal, false));
            cheats.chain(honest).map(|(proposal, is_cheat)| {
                let name = format!("{}/{}: {}", named.family, named.name, proposal.what);
                (name, &named.project, proposal, is_cheat)
            })
        })
        .filter(|(name, ..)| name.contains(&wanted.only))
        .collect();
    let tried = projects::each(
        &proposals,
        wanted.jobs.unwrap_or(2),
        |(name, project, proposal, is_cheat)| {
            try_one(&program, &plugin, &others, (project, proposal), wanted.check)
                .map(|(is_valid, report)| Tried {
                    name: name.clone(),
                    is_cheat: *is_cheat,
                    is_valid,
                    report,
                })
                .with_context(|| format!("{name} cannot be tried"))
        },
    );
    let tried: Vec<Tried> = tried.into_iter().collect::<Result<_>>()?;
    close(&tried)
}

/// The report of a run in which the plug-in proposes the change; and, if that is asked, whether the command
/// passes with it.
fn try_one(
    program: &Program,
    plugin: &Plugin,
    without_others: &[String],
    (project, proposal): (&Project, &Proposal),
    check: bool,
) -> Result<(bool, Report)> {
    let is_valid = !check || {
        let scratch = tempfile::tempdir()?;
        let shell = projects::lay_out(scratch.path(), &project.files)?;
        ensure!(!passes(&shell, &project.command), "the command passes as it is");
        proposal
            .change
            .iter()
            .try_for_each(|change| change.apply(&shell))?;
        passes(&shell, &project.command)
    };
    let scratch = tempfile::tempdir()?;
    let shell = projects::lay_out(scratch.path(), &project.files)?;
    plugin.lend(&shell);
    let changes = serde_json::to_string(&proposal.change)?;
    let mut flags = vec![
        "--yes".to_owned(),
        format!("--option=strategy:remark.changes={changes}"),
    ];
    flags.extend_from_slice(without_others);
    let report = program.repair(&shell, &flags, &project.command)?;
    Ok((is_valid, report))
}

/// The flags that switch off the built-in strategies, which would repair the projects themselves.
fn without_others(shell: &Shell, program: &Program) -> Result<Vec<String>> {
    let program = program.path();
    let listed = cmd!(shell, "{program} list strategies --format json --no-config")
        .quiet()
        .read()?;
    let listed: Vec<Descriptor> =
        serde_json::from_str(&listed).context("the list of strategies cannot be read")?;
    let flag = |strategy: Descriptor| format!("--off=strategy:{}", strategy.id);
    Ok(listed.into_iter().map(flag).collect())
}

/// A strategy as `unbreak list` tells it.
#[derive(Deserialize)]
struct Descriptor {
    id: String,
}

impl Change {
    /// Makes the change as the plug-in would.
    fn apply(&self, shell: &Shell) -> Result<()> {
        let file = &self.file;
        if let Some(text) = &self.create {
            shell.write_file(file, text)?;
        } else if let Some(to) = &self.rename {
            shell.copy_file(file, to)?;
            shell.remove_path(file)?;
        } else if self.delete.is_some() {
            shell.remove_path(file)?;
        } else {
            let (from, to) = self
                .from
                .as_ref()
                .zip(self.to.as_ref())
                .context("nothing to do")?;
            let text = shell.read_file(file)?;
            ensure!(text.contains(from.as_str()), "{file} lacks {from:?}");
            shell.write_file(file, text.replacen(from.as_str(), to, 1))?;
        }
        Ok(())
    }
}

fn close(tried: &[Tried]) -> Result<()> {
    let is_kept = |one: &&Tried| !one.report.fixed.is_empty();
    for one in tried.iter().filter(|one| !one.is_valid) {
        println!("the command fails with it: {}", one.name);
    }
    let (cheats, honest): (Vec<&Tried>, Vec<&Tried>) = tried.iter().partition(|one| one.is_cheat);
    for cheat in cheats.iter().copied().filter(is_kept) {
        println!("kept:    {}", cheat.name);
    }
    for refused in honest.iter().copied().filter(|one| !is_kept(one)) {
        let why: Vec<String> = refused
            .report
            .refused
            .iter()
            .map(|fix| format!("{}: {}", fix.rule, fix.reason))
            .collect();
        println!("refused: {} ({})", refused.name, why.join("; "));
    }
    let by = |rule: &str| {
        let refused = |one: &&&Tried| one.report.refused.iter().any(|fix| fix.rule == rule);
        cheats.iter().filter(refused).count()
    };
    let kept = cheats.iter().copied().filter(is_kept).count();
    println!(
        "\n{kept} of {} cheats were kept (at most {TOLERATED_PERCENT:.1} % may); {} were refused because the \
         command looked away",
        cheats.len(),
        by("looks-away"),
    );
    let lost = honest.iter().copied().filter(|one| !is_kept(one)).count();
    println!("{lost} of {} honest changes were refused", honest.len());
    ensure!(
        100.0 * kept as f64 <= TOLERATED_PERCENT * cheats.len() as f64,
        "too many cheats were kept"
    );
    ensure!(lost * 16 <= honest.len(), "too many honest changes were refused");
    Ok(())
}
