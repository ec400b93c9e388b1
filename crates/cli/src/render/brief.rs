//! Describes the events of a run in a line or two each: enough to follow it.

use std::io::{self, Write};

use unbreak_core::event::Rehearsed;
use unbreak_core::{Barrier, Confinement, SandboxMode};
use unbreak_core::{Diagnostic, ErrorType, Event, EventKind, ExitState, ModelCall};

use super::tally::{Tally, counted};
use super::{duration, style, visible, visible_line};

/// The lines of the output's end that are shown if nothing in it was recognised.
const TAIL_LINES: usize = 20;

/// Writes an event; leaves out details that need more than a line or two (root causes, fixes).
///
/// # Errors
/// If `out` cannot be written.
pub fn event(out: &mut dyn Write, event: &Event) -> io::Result<()> {
    match &event.kind {
        EventKind::Start { sandbox } => start(out, sandbox),
        EventKind::Execute { command, runs } => execute(out, command, *runs),
        EventKind::Parse {
            exit,
            diagnostics,
            command_ms,
        } => parse(out, *exit, diagnostics, *command_ms),
        EventKind::Verify {
            kept,
            errors_before,
            errors_after,
            verdict,
            ..
        } => verify(out, *kept, (*errors_before, *errors_after), verdict),
        EventKind::Rehearse { fixes, .. } => rehearse(out, fixes),
        EventKind::Rollback { fixes, reason } => rollback(out, fixes, reason),
        EventKind::Model { call } => model(out, call),
        EventKind::Attempt { ladder, verdict, .. } => {
            writeln!(
                out,
                "{}{ladder}:{:#} {}",
                style::FAINT,
                style::FAINT,
                visible_line(verdict)
            )
        }
        other => ending(out, other),
    }
}

fn start(out: &mut dyn Write, sandbox: &Confinement) -> io::Result<()> {
    let style = match (sandbox.by, sandbox.mode) {
        (Barrier::None, SandboxMode::Auto | SandboxMode::Strict) => style::WARNING,
        _ => style::FAINT,
    };
    writeln!(
        out,
        "{style}sandbox:{style:#} {}",
        visible_line(&sandbox.to_string())
    )
}

fn execute(out: &mut dyn Write, command: &str, runs: u32) -> io::Result<()> {
    let (title, faint) = (style::TITLE, style::FAINT);
    let (run, command) = (runs + 1, visible_line(command));
    writeln!(out, "{faint}run {run}:{faint:#} {title}{command}{title:#}")
}

fn parse(out: &mut dyn Write, exit: ExitState, diagnostics: &[Diagnostic], ms: u64) -> io::Result<()> {
    let (style, passes) = match exit {
        ExitState::Cancelled => return writeln!(out, "  interrupted after {}", duration(ms)),
        exit if exit.is_success() => (style::GOOD, "passes"),
        _ => (style::ERROR, "fails"),
    };
    let recognised = diagnostics
        .iter()
        .any(|diagnostic| diagnostic.error_type != ErrorType::Unknown);
    let found = match (recognised, exit.is_success()) {
        (true, _) => format!(": {}", Tally::of(diagnostics)),
        (false, true) => String::new(),
        (false, false) => ": nothing recognised".to_owned(),
    };
    writeln!(
        out,
        "  {style}{passes}{style:#} ({exit}) after {}{found}",
        duration(ms)
    )
}

fn verify(out: &mut dyn Write, kept: bool, (before, after): (usize, usize), verdict: &str) -> io::Result<()> {
    let (style, word) = match kept {
        true => (style::GOOD, "verified"),
        false => (style::WARNING, "not verified"),
    };
    let before = counted(before as u64, "error");
    writeln!(
        out,
        "{style}{word}{style:#} ({before} → {after}): {}",
        visible_line(verdict)
    )
}

fn rehearse(out: &mut dyn Write, fixes: &[Rehearsed]) -> io::Result<()> {
    fixes.iter().try_for_each(|fix| {
        let style = if fix.helps { style::GOOD } else { style::WARNING };
        let (title, verdict) = (visible_line(&fix.title), visible_line(&fix.verdict));
        writeln!(out, "{style}in a copy:{style:#} {title}: {verdict}")
    })
}

/// A question to a model, and its prompt if that is requested.
fn model(out: &mut dyn Write, call: &ModelCall) -> io::Result<()> {
    let faint = style::FAINT;
    let name = visible_line(&call.model);
    if let Some(prompt) = &call.prompt {
        writeln!(
            out,
            "{faint}to {name}, not sent:{faint:#}\n{}",
            visible(&prompt.system)
        )?;
        for turn in &prompt.turns {
            writeln!(out, "\n{}", visible(&turn.text))?;
        }
        return writeln!(out, "\n{}", visible(&prompt.user));
    }
    match &call.error {
        Some(error) => writeln!(
            out,
            "{}{name}:{:#} {}",
            style::WARNING,
            style::WARNING,
            visible_line(error)
        ),
        None => writeln!(
            out,
            "{faint}{name}: {} tokens read, {} written, {}{faint:#}",
            call.input_tokens,
            call.output_tokens,
            duration(call.ms)
        ),
    }
}

fn rollback(out: &mut dyn Write, fixes: &[String], reason: &str) -> io::Result<()> {
    let style = style::WARNING;
    let reason = visible_line(reason);
    fixes.iter().try_for_each(|fix| {
        writeln!(
            out,
            "{style}rolled back:{style:#} {}: {reason}",
            visible_line(fix)
        )
    })
}

/// The events that end a run; a success was reported with its run of the command.
fn ending(out: &mut dyn Write, kind: &EventKind) -> io::Result<()> {
    let bad = style::ERROR;
    match kind {
        EventKind::Stuck { reason } => writeln!(out, "{bad}stuck:{bad:#} {}", visible_line(reason)),
        EventKind::NoFix { .. } => writeln!(out, "{bad}nothing more to propose{bad:#}"),
        EventKind::UnknownError { excerpt } => unknown_error(out, excerpt),
        EventKind::MaxIterations { limit } => {
            let limit = counted((*limit).into(), "iteration");
            writeln!(out, "{bad}stopped:{bad:#} the limit of {limit} is reached")
        }
        EventKind::BudgetExhausted { budget } => {
            writeln!(
                out,
                "{bad}stopped:{bad:#} the {} budget is used up",
                visible_line(budget)
            )
        }
        _ => Ok(()),
    }
}

fn unknown_error(out: &mut dyn Write, excerpt: &str) -> io::Result<()> {
    let style = style::ERROR;
    writeln!(
        out,
        "{style}the command fails, and nothing in its output was recognised{style:#}"
    )?;
    quoted_tail(out, excerpt)
}

/// The last lines of an output, marked as such.
pub(super) fn quoted_tail(out: &mut dyn Write, text: &str) -> io::Result<()> {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let shown = &lines[lines.len().saturating_sub(TAIL_LINES)..];
    shown
        .iter()
        .try_for_each(|line| writeln!(out, "  | {}", visible_line(line)))
}
