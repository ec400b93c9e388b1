//! Follows a run and reports it in the requested format.

use std::io::{self, Write};

use unbreak_core::redact::Redact as _;
use unbreak_core::{Event, EventKind, Fix, Report, Workspace};
use unbreak_host::{CancelToken, Observer};

use super::report_file::ReportFile;
use super::{Format, question};
use crate::progress::Progress;
use crate::render::html::{self, Timeline};
use crate::render::story::Story;
use crate::render::{brief, github, jsonl, markdown, sarif, summary};
use crate::sources::Sources;
use crate::terminal;

/// Writes the events and the report of a run.
pub(super) struct Teller<'a> {
    format: Format,
    quiet: bool,
    out: terminal::Output,
    story: Story,
    /// The timeline for files; empty if no file needs it.
    timeline: Timeline,
    files: &'a [ReportFile],
    sources: Sources<'a>,
    progress: Progress,
    cancel: &'a CancelToken,
    /// The error after which nothing more is written.
    deaf: Option<io::Error>,
}

impl<'a> Teller<'a> {
    pub(super) fn new(
        format: Format,
        files: &'a [ReportFile],
        quiet: bool,
        workspace: &'a dyn Workspace,
        cancel: &'a CancelToken,
    ) -> Self {
        Self {
            format,
            quiet,
            out: terminal::stdout(),
            story: Story::default(),
            timeline: Timeline::default(),
            files,
            sources: Sources::new(workspace),
            progress: Progress::new(quiet),
            cancel,
            deaf: None,
        }
    }

    /// Writes the end of the run.
    ///
    /// # Errors
    /// If that, or anything before it, could not be written.
    pub(super) fn end(mut self, report: &Report) -> io::Result<()> {
        if let Some(error) = self.deaf.take() {
            return Err(error);
        }
        self.progress.end();
        if self.format == Format::Patch {
            let mut out = terminal::stdout_verbatim();
            out.write_all(report.diff.as_bytes())?;
            return out.flush();
        }
        // The shown text is for reading; to apply the changes, users ask for a patch.
        let mut report = report.clone();
        if !terminal::shows_secrets() {
            report.diff.redact();
        }
        for file in self.files {
            file.write(&report, &self.timeline)?;
        }
        whole(self.format, &mut self.out, &report, &self.timeline)?;
        self.out.flush()
    }

    fn tell(&mut self, event: &Event) -> io::Result<()> {
        let Self {
            out, story, sources, ..
        } = self;
        let (format, quiet) = (self.format, self.quiet);
        self.progress.aside(|| {
            match format {
                Format::Jsonl => jsonl::event(out, event),
                _ if quiet => Ok(()),
                Format::Text => story.event(out, event, &mut |file| sources.text(file)),
                // Standard output is for the result alone.
                _ => brief::event(&mut terminal::stderr(), event),
            }?;
            out.flush()
        })
    }

    fn show(&self, kind: &EventKind) {
        match kind {
            EventKind::Execute { command, runs } => {
                self.progress.begin(&format!("run {}: {command}", runs + 1));
            }
            EventKind::Parse { .. } => self.progress.begin("looking for what to do"),
            _ => {}
        }
    }
}

impl Observer for Teller<'_> {
    fn event(&mut self, event: &Event) {
        if matches!(event.kind, EventKind::Fix { .. } | EventKind::Rollback { .. }) {
            self.sources.forget();
        }
        if self.format == Format::Html || self.files.iter().any(ReportFile::is_html) {
            self.timeline.add(event);
        }
        self.show(&event.kind);
        if self.deaf.is_none()
            && let Err(error) = self.tell(event)
        {
            // A run without a reader is ended, and leaves the tree in order.
            self.cancel.cancel();
            self.deaf = Some(error);
        }
        tracing::info!(
            seq = event.seq,
            iteration = event.iteration,
            "{}",
            event.kind.name()
        );
    }

    fn approve(&mut self, fix: &Fix) -> bool {
        let approved = terminal::can_ask() && self.progress.aside(|| question::ask(fix, self.cancel));
        tracing::info!(fix = %fix.title, strategy = fix.strategy, approved, "asked");
        approved
    }
}

/// Writes the report in a format.
pub(super) fn whole(
    format: Format,
    out: &mut dyn Write,
    report: &Report,
    timeline: &Timeline,
) -> io::Result<()> {
    match format {
        Format::Text => summary::render(out, report),
        Format::Jsonl => jsonl::report(out, report),
        Format::Json => json(out, report),
        Format::Markdown => markdown::report(out, report),
        Format::Sarif => sarif::report(out, report),
        Format::Github => github::report(out, report),
        Format::Html => html::report(out, report, timeline),
        Format::Patch => Ok(()),
    }
}

fn json(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}
