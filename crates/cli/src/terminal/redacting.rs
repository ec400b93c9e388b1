//! A stream that removes secrets from everything written to it.
//!
//! It is the last barrier: events, reports and diagnostics are redacted before, with the help of their
//! structure. This one covers all other output, such as messages of errors.

use std::io::{self, Write};

use unbreak_core::redact::redact;

/// Passes on whole lines; data that is not text passes unchanged.
pub(super) struct Redacting<W: Write> {
    inner: W,
    /// The text after the last line feed.
    line: Vec<u8>,
}

impl<W: Write> Redacting<W> {
    pub(super) fn new(inner: W) -> Self {
        Self {
            inner,
            line: Vec::new(),
        }
    }

    /// Passes on the first bytes of the waiting text.
    fn pass(&mut self, length: usize) -> io::Result<()> {
        for chunk in self.line[..length].utf8_chunks() {
            self.inner.write_all(redact(chunk.valid()).as_bytes())?;
            self.inner.write_all(chunk.invalid())?;
        }
        self.line.drain(..length);
        Ok(())
    }
}

impl<W: Write> Write for Redacting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') {
            self.pass(self.line.len() - bytes.len() + end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(self.line.len())?;
        self.inner.flush()
    }
}

impl<W: Write> Drop for Redacting<W> {
    fn drop(&mut self) {
        // Callers that need the errors have flushed before.
        let _ = self.flush();
    }
}
