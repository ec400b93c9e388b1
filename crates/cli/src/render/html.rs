//! The report of a run as one HTML file: no scripts, no external resources, in the reader's colours (light or
//! dark), also readable on a phone.

use std::io::{self, Write};

use unbreak_core::event::FixResult;
use unbreak_core::{Diagnosis, Diagnostic, Event, KeptFix, RefusedFix, Report, SafetyClass};

use super::brief;
use super::summary::{at, effort, passes, verdict, why};
use super::{message, visible};

const STYLE: &str = include_str!("html.css");

/// The events of a run with their times, in addition to the report.
#[derive(Debug, Default)]
pub struct Timeline {
    began_ms: Option<u64>,
    steps: Vec<Step>,
}

/// One event.
#[derive(Debug)]
struct Step {
    /// The time since the run began.
    after_ms: u64,
    text: String,
}

impl Timeline {
    /// Adds an event, if it is of interest for the whole run.
    pub fn add(&mut self, event: &Event) {
        let began_ms = *self.began_ms.get_or_insert(event.time_ms);
        let mut told = Vec::new();
        // Writing to memory does not fail.
        let _ = brief::event(&mut told, event);
        let text = anstream::adapter::strip_str(&String::from_utf8_lossy(&told)).to_string();
        if !text.trim().is_empty() {
            self.steps.push(Step {
                after_ms: event.time_ms.saturating_sub(began_ms),
                text: text.trim_end().to_owned(),
            });
        }
    }
}

/// Writes the report.
///
/// # Errors
/// If `out` cannot be written.
pub fn report(out: &mut dyn Write, report: &Report, timeline: &Timeline) -> io::Result<()> {
    let title = text(&format!("unbreak: {}", report.command));
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<main>"
    )?;
    head(out, report)?;
    list(out, "Missing outside the project", &report.diagnoses, diagnosed)?;
    section(out, "Fixed", &report.fixed, kept)?;
    list(out, "Not fixed", &report.unresolved, unresolved)?;
    if report.unresolved.is_empty() {
        list(out, "Left", &report.remaining, remaining)?;
    }
    list(out, "Refused", &report.refused, refused)?;
    list(out, "Warnings", &report.warnings, |warning| text(warning))?;
    if !report.exit.is_success() && !report.output_tail.is_empty() {
        let tail = text(&report.output_tail);
        writeln!(
            out,
            "<section>\n<h2>End of the output</h2>\n<pre>{tail}</pre>\n</section>"
        )?;
    }
    steps(out, timeline)?;
    writeln!(out, "</main>\n</body>\n</html>")
}

fn head(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let class = if passes(report) { "good" } else { "bad" };
    writeln!(out, "<header>\n<h1><code>{}</code></h1>", text(&report.command))?;
    writeln!(out, "<p class=\"verdict {class}\">{}</p>", text(&verdict(report)))?;
    writeln!(out, "<p class=\"faint\">{}</p>", text(&effort(report)))?;
    if let Some(sandbox) = &report.sandbox {
        writeln!(
            out,
            "<p class=\"faint\">sandbox: {}</p>",
            text(&sandbox.to_string())
        )?;
    }
    for used in &report.models {
        writeln!(
            out,
            "<p class=\"faint\">{}: {} questions, {} tokens, {:.4} $</p>",
            text(&used.model),
            used.calls,
            used.input_tokens + used.output_tokens,
            used.cost
        )?;
    }
    if !report.fixed.is_empty() && !report.dry_run {
        let undo = text(&format!("unbreak undo {}", report.run_id));
        writeln!(out, "<p class=\"faint\">undo with <code>{undo}</code></p>")?;
    }
    writeln!(out, "</header>")
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
    writeln!(out, "<section>\n<h2>{title} ({})</h2>", items.len())?;
    items.iter().try_for_each(|item| write(out, item))?;
    writeln!(out, "</section>")
}

fn list<T>(out: &mut dyn Write, title: &str, items: &[T], line: impl Fn(&T) -> String) -> io::Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section>\n<h2>{title} ({})</h2>\n<ul>", items.len())?;
    for item in items {
        writeln!(out, "<li>{}</li>", line(item))?;
    }
    writeln!(out, "</ul>\n</section>")
}

fn kept(out: &mut dyn Write, fix: &KeptFix) -> io::Result<()> {
    let class = match fix.safety {
        SafetyClass::Safe => "good",
        SafetyClass::Unsafe | SafetyClass::NeedsApproval => "warning",
    };
    writeln!(
        out,
        "<article>\n<h3>{} <span class=\"badge {class}\">{}</span></h3>",
        text(&fix.title),
        fix.safety
    )?;
    writeln!(out, "<p><code>{}</code></p>\n<dl>", place(&fix.diagnostic))?;
    let facts = [
        ("by", fix.author()),
        ("because", &fix.rationale),
        ("verified", &fix.verified),
        ("right because", &fix.right_because),
        ("if it were wrong", &fix.wrong_if),
    ];
    for (name, fact) in facts.into_iter().filter(|(_, fact)| !fact.is_empty()) {
        writeln!(out, "<dt>{name}</dt><dd>{}</dd>", text(fact))?;
    }
    write!(out, "</dl>\n<pre class=\"diff\">")?;
    fix.diff.lines().try_for_each(|line| diff_line(out, line))?;
    writeln!(out, "</pre>\n</article>")
}

/// A line of a diff; its first character and its colour show its kind.
fn diff_line(out: &mut dyn Write, line: &str) -> io::Result<()> {
    let class = match line.as_bytes() {
        [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => "file",
        [b'+', ..] => "added",
        [b'-', ..] => "removed",
        [b'@', ..] => "hunk",
        _ => return writeln!(out, "{}", text(line)),
    };
    writeln!(out, "<span class=\"{class}\">{}</span>", text(line))
}

fn unresolved(result: &FixResult) -> String {
    let (where_, why) = (at(&result.place, &result.message), why(result));
    format!("<code>{}</code><br>{}", text(&where_), text(&why))
}

fn diagnosed(diagnosis: &Diagnosis) -> String {
    let seen = at(&diagnosis.seen.location.to_string(), &diagnosis.seen.text);
    let lines = super::diagnosed(diagnosis);
    let lines: Vec<String> = lines.lines().map(text).collect();
    format!("{}<br><code>{}</code>", lines.join("<br>"), text(&seen))
}

fn remaining(diagnostic: &Diagnostic) -> String {
    format!("<code>{}</code>", place(diagnostic))
}

fn refused(fix: &RefusedFix) -> String {
    format!(
        "{} <span class=\"badge warning\">{}</span><br>{}",
        text(&fix.title),
        text(&fix.rule),
        text(&fix.reason)
    )
}

fn steps(out: &mut dyn Write, timeline: &Timeline) -> io::Result<()> {
    if timeline.steps.is_empty() {
        return Ok(());
    }
    writeln!(out, "<section>\n<h2>What happened</h2>\n<ol class=\"timeline\">")?;
    for step in &timeline.steps {
        let (seconds, tenths) = (step.after_ms / 1_000, step.after_ms % 1_000 / 100);
        writeln!(
            out,
            "<li><span class=\"time\">{seconds}.{tenths} s</span> <span class=\"step\">{}</span></li>",
            text(&step.text)
        )?;
    }
    writeln!(out, "</ol>\n</section>")
}

fn place(diagnostic: &Diagnostic) -> String {
    text(&at(&diagnostic.place(), message(diagnostic)))
}

/// Foreign text in HTML: no markup, and nothing hidden.
fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
