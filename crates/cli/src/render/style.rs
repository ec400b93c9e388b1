//! The colours, in one place. They are always written; the stream strips them if they are not wanted.

use anstyle::{AnsiColor, Style};
use unbreak_core::SafetyClass;

/// For errors.
pub(crate) const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// For warnings.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// For hints.
pub(crate) const HINT: Style = AnsiColor::BrightCyan.on_default().bold();
/// For successes.
pub(crate) const GOOD: Style = AnsiColor::BrightGreen.on_default().bold();
/// For titles.
pub(crate) const TITLE: Style = Style::new().bold();
/// For less important text.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// For added lines.
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
/// For removed lines.
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
/// For the positions of parts of a diff.
pub(crate) const HUNK: Style = AnsiColor::Cyan.on_default();

/// For a safety class: a fix that needs no question needs no attention.
pub(crate) const fn safety(class: SafetyClass) -> Style {
    match class {
        SafetyClass::Safe => FAINT,
        SafetyClass::Unsafe | SafetyClass::NeedsApproval => WARNING,
    }
}
