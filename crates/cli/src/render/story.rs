//! A run as a story, written while it happens: the root causes with their source, the fixes with their diffs,
//! and the results of verification.

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::Arc;

use unbreak_core::{Analysis, Diagnostic, ErrorType, Event, EventKind, Fingerprint, Fix};

use super::summary::at;
use super::tally::counted;
use super::{brief, diff, message, snippet, style, visible_line};

/// The parts that were shown already, so that they are not repeated.
#[derive(Debug, Default)]
pub struct Story {
    causes: HashSet<Fingerprint>,
    /// Title and diff.
    fixes: HashSet<(String, String)>,
}

/// Returns the present text of a workspace file, for snippets.
pub type Source<'a> = dyn FnMut(&str) -> Option<Arc<str>> + 'a;

impl Story {
    /// Writes one event.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn event(&mut self, out: &mut dyn Write, event: &Event, source: &mut Source<'_>) -> io::Result<()> {
        match &event.kind {
            EventKind::Analyze { analyses } => self.analyze(out, event.iteration, analyses, source),
            EventKind::Fix { fix, diff, .. } => self.fix(out, fix, diff),
            _ => brief::event(out, event),
        }
    }

    fn analyze(
        &mut self,
        out: &mut dyn Write,
        iteration: u32,
        analyses: &[Analysis],
        source: &mut Source<'_>,
    ) -> io::Result<()> {
        if analyses.is_empty() {
            return Ok(());
        }
        let title = style::TITLE;
        let causes = counted(analyses.len() as u64, "root cause");
        writeln!(out, "\n{title}iteration {iteration}: {causes}{title:#}\n")?;
        analyses
            .iter()
            .try_for_each(|analysis| self.cause(out, analysis, source))
    }

    fn cause(&mut self, out: &mut dyn Write, analysis: &Analysis, source: &mut Source<'_>) -> io::Result<()> {
        let diagnostic = &analysis.diagnostic;
        if diagnostic.error_type == ErrorType::Unknown {
            // Another event has this information.
            return Ok(());
        }
        if !self.causes.insert(Fingerprint::of(diagnostic)) {
            return still(out, diagnostic);
        }
        let text = diagnostic.file().and_then(source);
        snippet::with_remarks(out, diagnostic, text.as_deref(), &remarks(analysis))
    }

    fn fix(&mut self, out: &mut dyn Write, fix: &Fix, edits: &str) -> io::Result<()> {
        let (hint, faint) = (style::HINT, style::FAINT);
        let title = visible_line(&fix.title);
        if !self.fixes.insert((fix.title.clone(), edits.to_owned())) {
            return writeln!(out, "{faint}again: {title}{faint:#}");
        }
        let (strategy, percent) = (visible_line(fix.author()), fix.confidence.get() * 100.0);
        let (marked, safety) = (style::safety(fix.safety), fix.safety);
        writeln!(
            out,
            "{hint}fix:{hint:#} {title} {faint}({strategy}, {percent:.0} %,{faint:#} {marked}{safety}{marked:#}{faint}){faint:#}"
        )?;
        if !fix.rationale.is_empty() {
            writeln!(out, "  {}", visible_line(&fix.rationale))?;
        }
        // The following lines of git's own header name the file twice more.
        diff::render(
            out,
            edits.lines().filter(|line| !line.starts_with("diff --git ")),
            "    ",
        )?;
        for command in &fix.commands {
            writeln!(out, "    $ {}", visible_line(&command.to_string()))?;
        }
        writeln!(out)
    }
}

/// A root cause that an earlier iteration showed in full.
fn still(out: &mut dyn Write, diagnostic: &Diagnostic) -> io::Result<()> {
    let style = style::FAINT;
    let first_line = message(diagnostic).lines().next().unwrap_or_default();
    let told = at(&diagnostic.place(), first_line);
    writeln!(out, "{style}still: {}{style:#}\n", visible_line(&told))
}

fn remarks(analysis: &Analysis) -> Vec<String> {
    let cause = &analysis.root_cause;
    let message = &analysis.diagnostic.message;
    let told = message.contains(cause.as_str()) || cause.contains(message.as_str());
    let others = analysis.also.len() as u64;
    let cause = (!told).then(|| format!("cause: {}", visible_line(cause)));
    let others = (others > 0).then(|| format!("the same cause has {}", counted(others, "further failure")));
    cause.into_iter().chain(others).collect()
}
