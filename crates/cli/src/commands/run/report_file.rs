//! `--report FORMAT=FILE`: the report in a file, in addition to standard output.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::ValueEnum as _;
use unbreak_core::Report;

use super::Format;
use super::teller::whole;
use crate::error::CliError;
use crate::render::html::Timeline;
use crate::terminal;

/// The file for the report.
#[derive(Debug, Clone)]
pub(super) struct ReportFile {
    format: Format,
    path: PathBuf,
}

impl ReportFile {
    /// `html=report.html`
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let (format, path) = text
            .split_once('=')
            .filter(|(_, path)| !path.is_empty())
            .ok_or("write it as in html=report.html")?;
        let format = Format::from_str(format, false)?;
        if format == Format::Jsonl {
            return Err("events are only written to standard output: --format jsonl".to_owned());
        }
        Ok(Self {
            format,
            path: PathBuf::from(path),
        })
    }

    pub(super) fn is_html(&self) -> bool {
        self.format == Format::Html
    }

    /// Checks that the file is writable, so that a write error is found before the run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn check(&self) -> Result<(), CliError> {
        self.open().map(drop).map_err(|error| {
            CliError::usage(format!("the report cannot be written to {}", self.path.display()))
                .caused_by(&error)
        })
    }

    /// # Errors
    /// If it can no longer be written.
    pub(super) fn write(&self, report: &Report, timeline: &Timeline) -> io::Result<()> {
        let file = self.open()?;
        file.set_len(0)?;
        let mut out = terminal::into_file(file);
        whole(self.format, &mut out, report, timeline)?;
        out.flush()
    }

    fn open(&self) -> io::Result<File> {
        OpenOptions::new().create(true).append(true).open(&self.path)
    }
}
