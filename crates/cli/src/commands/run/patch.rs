//! `--patch`: the fixes as a unified diff, in a file or on standard output.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use super::{Format, RunArgs};
use crate::error::CliError;

/// The format of standard output: only the patch, if it is written there.
///
/// # Errors
/// If another format was requested as well.
pub(super) fn format(args: &RunArgs) -> Result<Format, CliError> {
    let is_patch = args.patch.as_deref().is_some_and(is_standard_output);
    match args.format {
        format if !is_patch => Ok(format),
        Format::Text => Ok(Format::Patch),
        _ => Err(
            CliError::usage("standard output cannot be the patch and the report")
                .hint("write one of them to a file: --patch FILE".to_owned()),
        ),
    }
}

/// The file for the patch.
pub(super) struct PatchFile<'a> {
    path: &'a Path,
    was_there: bool,
}

impl<'a> PatchFile<'a> {
    /// Opens the requested file, so that a write error is found before the run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn of(args: &'a RunArgs) -> Result<Option<Self>, CliError> {
        let Some(path) = args.patch.as_deref().filter(|path| !is_standard_output(path)) else {
            return Ok(None);
        };
        let was_there = path.exists();
        let file = Self { path, was_there };
        file.open().map_err(|error| file.unwritable(&error))?;
        Ok(Some(file))
    }

    /// # Errors
    /// If it can no longer be written.
    pub(super) fn write(&self, diff: &str) -> Result<(), CliError> {
        let written = self.open().and_then(|mut file| {
            file.set_len(0)?;
            file.write_all(diff.as_bytes())
        });
        written.map_err(|error| self.unwritable(&error))
    }

    /// Deletes the file that this run created: an empty patch would look like a result. Errors are ignored.
    pub(super) fn abandon(&self) {
        if !self.was_there {
            let _ = std::fs::remove_file(self.path);
        }
    }

    pub(super) fn path(&self) -> &Path {
        self.path
    }

    fn open(&self) -> io::Result<File> {
        OpenOptions::new().create(true).append(true).open(self.path)
    }

    fn unwritable(&self, error: &io::Error) -> CliError {
        CliError::usage(format!("the patch cannot be written to {}", self.path.display())).caused_by(error)
    }
}

fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-"
}
