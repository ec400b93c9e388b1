//! The summary at the end of a run, as text.

use std::io::{self, Write};

use unbreak_core::event::{FixOutcome, FixResult};
use unbreak_core::{Diagnostic, KeptFix, Outcome, RefusedFix, Report};

use super::brief::quoted_tail;
use super::tally::counted;
use super::{diagnosis, diff, duration, message, style, visible_line};

/// Writes the fixes and how they were verified, the unresolved causes with their reasons, and how to undo the
/// run.
///
/// # Errors
/// If `out` cannot be written.
pub fn render(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    headline(out, report)?;
    diagnosis::text(out, report)?;
    section(out, "fixed", &report.fixed, kept)?;
    section(out, "not fixed", &report.unresolved, unresolved)?;
    if report.unresolved.is_empty() {
        section(out, "left", &report.remaining, remaining)?;
    }
    section(out, "refused", &report.refused, refused)?;
    section(out, "warnings", &report.warnings, |out, warning| {
        writeln!(out, "  {}", visible_line(warning))
    })?;
    tail(out, report)?;
    what_next(out, report)
}

/// Returns whether the command passes, on the present tree or (in a dry run) with the changes shown.
pub(crate) fn passes(report: &Report) -> bool {
    matches!(
        report.outcome,
        Outcome::AlreadyPassing | Outcome::PassesUnchanged | Outcome::Fixed
    )
}

/// How the run ended, in one sentence.
pub(crate) fn verdict(report: &Report) -> String {
    let exit = report.exit;
    match &report.outcome {
        Outcome::AlreadyPassing => "the command passes; there was nothing to do".to_owned(),
        Outcome::PassesUnchanged => {
            "the command failed at first and passes without a change: nothing was repaired".to_owned()
        }
        Outcome::Fixed if report.dry_run => {
            "the command passes with these changes, which were rolled back (dry run)".to_owned()
        }
        Outcome::Fixed => "the command passes now".to_owned(),
        Outcome::NoFix => match report.refused.len() {
            0 => format!("the command still fails ({exit}): nothing more to propose"),
            1 => format!("the command still fails ({exit}): one proposal was refused, and there is no other"),
            count => {
                format!(
                    "the command still fails ({exit}): {count} proposals were refused, and there is no other"
                )
            }
        },
        Outcome::Stuck => format!("the command still fails ({exit}): the same failures keep coming back"),
        Outcome::MaxIterations => format!("the command still fails ({exit}): the iterations are used up"),
        Outcome::BudgetExhausted { budget } => {
            format!("the command still fails ({exit}): the {budget} budget is used up")
        }
        Outcome::Interrupted => "interrupted; unverified changes were rolled back".to_owned(),
        other => format!("the command ended with {exit} ({other:?})"),
    }
}

/// The effort of a run.
pub(crate) fn effort(report: &Report) -> String {
    let tools = match report.tools_ms {
        0 => String::new(),
        ms => format!("{} in tools, ", duration(ms)),
    };
    format!(
        "{}, {}; {} in the command, {tools}{} in unbreak",
        counted(report.runs.into(), "run"),
        counted(report.iterations.into(), "iteration"),
        duration(report.command_ms),
        duration(report.engine_ms),
    )
}

fn headline(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let style = if passes(report) { style::GOOD } else { style::ERROR };
    let (title, faint) = (style::TITLE, style::FAINT);
    let command = visible_line(&report.command);
    writeln!(
        out,
        "\n{title}{command}{title:#}\n{style}{}{style:#}",
        visible_line(&verdict(report))
    )?;
    writeln!(out, "{faint}{}{faint:#}", effort(report))?;
    for used in &report.models {
        let (calls, tokens) = (
            counted(used.calls.into(), "question"),
            used.input_tokens + used.output_tokens,
        );
        writeln!(
            out,
            "{faint}{}: {calls}, {tokens} tokens, {:.4} $ in {}{faint:#}",
            visible_line(&used.model),
            used.cost,
            duration(report.model_ms)
        )?;
    }
    match &report.sandbox {
        Some(sandbox) => writeln!(
            out,
            "{faint}sandbox: {}{faint:#}",
            visible_line(&sandbox.to_string())
        ),
        None => Ok(()),
    }
}

fn section<T>(
    out: &mut dyn Write,
    title: &str,
    items: &[T],
    write: impl Fn(&mut dyn Write, &T) -> io::Result<()>,
) -> io::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    let style = style::TITLE;
    writeln!(out, "\n{style}{title} ({}){style:#}", items.len())?;
    items.iter().try_for_each(|item| write(out, item))
}

fn kept(out: &mut dyn Write, fix: &KeptFix) -> io::Result<()> {
    let (good, faint) = (style::GOOD, style::FAINT);
    let (title, strategy) = (visible_line(&fix.title), visible_line(fix.author()));
    let (marked, safety) = (style::safety(fix.safety), fix.safety);
    writeln!(
        out,
        "  {good}✓{good:#} {title} {faint}({strategy},{faint:#} {marked}{safety}{marked:#}{faint}){faint:#}"
    )?;
    let also = match fix.also {
        0 => String::new(),
        also => format!(" (and {also} more like it)"),
    };
    writeln!(out, "    {}{also}", one_line(&fix.diagnostic))?;
    writeln!(out, "    {}", visible_line(&fix.verified))?;
    writeln!(out, "    right because {}", visible_line(&fix.right_because))?;
    writeln!(out, "    if it were wrong: {}", visible_line(&fix.wrong_if))
}

fn unresolved(out: &mut dyn Write, result: &FixResult) -> io::Result<()> {
    let style = style::ERROR;
    let message = result.message.lines().next().unwrap_or_default();
    writeln!(
        out,
        "  {style}✗{style:#} {}",
        visible_line(&at(&result.place, message))
    )?;
    writeln!(out, "    {}", visible_line(&why(result)))
}

/// The reason why an analysis was not fixed.
pub(crate) fn why(result: &FixResult) -> String {
    match (&result.outcome, result.attempts) {
        (outcome @ FixOutcome::Failed { .. }, 2..) => format!("{outcome} ({} attempts)", result.attempts),
        (outcome, _) => outcome.to_string(),
    }
}

fn remaining(out: &mut dyn Write, diagnostic: &Diagnostic) -> io::Result<()> {
    writeln!(out, "  {}", one_line(diagnostic))
}

fn refused(out: &mut dyn Write, fix: &RefusedFix) -> io::Result<()> {
    let (title, reason) = (visible_line(&fix.title), visible_line(&fix.reason));
    let (strategy, rule) = (visible_line(&fix.strategy), visible_line(&fix.rule));
    writeln!(out, "  {title} ({strategy}): rule {rule}: {reason}")
}

/// Place and first line of the message.
fn one_line(diagnostic: &Diagnostic) -> String {
    let message = message(diagnostic).lines().next().unwrap_or_default();
    visible_line(&at(&diagnostic.place(), message)).into_owned()
}

/// Place and message; an unknown place is left out.
pub(crate) fn at(place: &str, message: &str) -> String {
    match place {
        "" | "?" => message.to_owned(),
        place => format!("{place}: {message}"),
    }
}

/// The end of the output, if nothing else says why the command fails.
fn tail(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let explained = !report.unresolved.is_empty() || !report.remaining.is_empty();
    if explained || report.output_tail.is_empty() {
        return Ok(());
    }
    let style = style::TITLE;
    writeln!(out, "\n{style}end of the output{style:#}")?;
    quoted_tail(out, &report.output_tail)
}

fn what_next(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    match (report.fixed.is_empty(), report.dry_run) {
        (true, _) => Ok(()),
        (false, true) => {
            writeln!(out, "\nthe verified changes, rolled back again (dry run):")?;
            diff::render(out, report.diff.lines(), "")
        }
        (false, false) => writeln!(out, "\nundo with: unbreak undo {}", visible_line(&report.run_id)),
    }
}
