//! The colours, in one place. They are always written; the stream strips them where they are not wanted.

use anstyle::{AnsiColor, Style};
use unbreak_core::SafetyClass;

/// What is wrong.
pub(crate) const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// What to look at.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// What to do.
pub(crate) const HINT: Style = AnsiColor::BrightCyan.on_default().bold();
/// What went well.
pub(crate) const GOOD: Style = AnsiColor::BrightGreen.on_default().bold();
/// What leads.
pub(crate) const TITLE: Style = Style::new().bold();
/// What is there for completeness.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// An added line.
pub(crate) const ADDED: Style = AnsiColor::Green.on_default();
/// A removed line.
pub(crate) const REMOVED: Style = AnsiColor::Red.on_default();
/// Where a part of a diff stands.
pub(crate) const HUNK: Style = AnsiColor::Cyan.on_default();

/// A safety class: what nobody would be asked about need not be looked at.
pub(crate) const fn safety(class: SafetyClass) -> Style {
    match class {
        SafetyClass::Safe => FAINT,
        SafetyClass::Unsafe | SafetyClass::NeedsApproval => WARNING,
    }
}
