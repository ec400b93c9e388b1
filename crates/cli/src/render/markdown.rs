//! The report of a run in Markdown, for pull-request comments and job summaries.

use std::io::{self, Write};

use unbreak_core::event::FixResult;
use unbreak_core::{Diagnosis, Diagnostic, KeptFix, RefusedFix, Report};

use super::message;
use super::summary::{at, effort, verdict, why};

/// Writes the report.
///
/// # Errors
/// If `out` cannot be written.
pub fn report(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    writeln!(out, "## unbreak: {}\n", code(&report.command))?;
    writeln!(out, "**{}** ({}).", sentence(&verdict(report)), effort(report))?;
    section(out, "Missing outside the project", &report.diagnoses, diagnosed)?;
    section(out, "Fixed", &report.fixed, kept)?;
    section(out, "Not fixed", &report.unresolved, unresolved)?;
    if report.unresolved.is_empty() {
        section(out, "Left", &report.remaining, remaining)?;
    }
    section(out, "Refused", &report.refused, refused)?;
    section(out, "Warnings", &report.warnings, |out, warning| {
        writeln!(out, "- {}", code(warning))
    })?;
    if !report.exit.is_success() && !report.output_tail.is_empty() {
        writeln!(
            out,
            "\n### End of the output\n\n{}",
            fenced("text", &report.output_tail)
        )?;
    }
    if !report.fixed.is_empty() && !report.dry_run {
        writeln!(
            out,
            "\nUndo with {}.",
            code(&format!("unbreak undo {}", report.run_id))
        )?;
    }
    Ok(())
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
    writeln!(out, "\n### {title} ({})\n", items.len())?;
    items.iter().try_for_each(|item| write(out, item))
}

fn diagnosed(out: &mut dyn Write, diagnosis: &Diagnosis) -> io::Result<()> {
    let lines = super::diagnosed(diagnosis);
    let mut lines = lines.lines();
    writeln!(out, "- {}", escaped(lines.next().unwrap_or_default()))?;
    writeln!(
        out,
        "  - {}",
        code(&at(&diagnosis.seen.location.to_string(), &diagnosis.seen.text))
    )?;
    lines.try_for_each(|line| writeln!(out, "  - {}", code(line)))
}

fn kept(out: &mut dyn Write, fix: &KeptFix) -> io::Result<()> {
    writeln!(
        out,
        "#### {} ({}, {})\n",
        code(&fix.title),
        fix.author(),
        fix.safety
    )?;
    writeln!(out, "{}\n", place_and_message(&fix.diagnostic))?;
    let lines = [
        ("", &fix.rationale),
        ("", &fix.verified),
        ("Right because ", &fix.right_because),
        ("If it were wrong: ", &fix.wrong_if),
    ];
    for (label, line) in lines.into_iter().filter(|(_, line)| !line.is_empty()) {
        writeln!(out, "- {label}{}", escaped(line))?;
    }
    writeln!(out, "\n{}", fenced("diff", &fix.diff))
}

fn unresolved(out: &mut dyn Write, result: &FixResult) -> io::Result<()> {
    writeln!(
        out,
        "- {}: {}",
        code(&at(&result.place, &result.message)),
        escaped(&why(result))
    )
}

fn remaining(out: &mut dyn Write, diagnostic: &Diagnostic) -> io::Result<()> {
    writeln!(out, "- {}", place_and_message(diagnostic))
}

fn refused(out: &mut dyn Write, fix: &RefusedFix) -> io::Result<()> {
    let (title, rule) = (code(&fix.title), code(&fix.rule));
    writeln!(
        out,
        "- {title} ({}): rule {rule}: {}",
        fix.strategy,
        escaped(&fix.reason)
    )
}

fn place_and_message(diagnostic: &Diagnostic) -> String {
    code(&at(&diagnostic.place(), message(diagnostic)))
}

/// A text with its first letter in upper case.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

/// A code span: its fence is longer than any run of backticks inside (CommonMark 6.1), and foreign text in it
/// is neither Markdown nor HTML.
fn code(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') || text.is_empty() {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn fenced(language: &str, text: &str) -> String {
    let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}", text.trim_end_matches('\n'))
}

fn longest_run(text: &str, wanted: char) -> usize {
    let runs = text.split(|c| c != wanted);
    runs.map(str::len).max().unwrap_or(0)
}

/// One line, with all special characters of Markdown and HTML escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if r"\`*_[]<>&|#@~".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
