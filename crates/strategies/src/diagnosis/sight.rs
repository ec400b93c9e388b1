//! The lines of a failure in which something may be named that is missing.

use unbreak_core::{Diagnostic, ErrorType, FixContext, Frame, Location, RelPath, Sighting, Workspace};

/// A line of a message or of the output.
pub(super) struct Sight<'a> {
    /// The line.
    pub(super) text: &'a str,
    /// The innermost place in the tree that it is about, if that is known.
    pub(super) location: Location,
    /// The diagnostic with this line; `None` for output that no parser reads.
    pub(super) diagnostic: Option<&'a Diagnostic>,
}

impl Sight<'_> {
    pub(super) fn sighting(&self) -> Sighting {
        seen(self.text, &self.location)
    }
}

/// The first line of a diagnostic's message.
pub(super) fn sighting(diagnostic: &Diagnostic) -> Sighting {
    seen(
        diagnostic.message.lines().next().unwrap_or_default(),
        place(diagnostic),
    )
}

fn seen(text: &str, location: &Location) -> Sighting {
    Sighting {
        text: text.trim().to_owned(),
        location: Location {
            file: location.file.clone(),
            line: location.line,
            ..Location::default()
        },
    }
}

/// The lines of all diagnostics and, if none of them points into the tree, those of the output.
pub(super) fn sights<'a>(context: &FixContext<'a>) -> Vec<Sight<'a>> {
    let mut sights = Vec::new();
    let mut is_placed = false;
    for diagnostic in context.diagnostics {
        if is_made_by_the_tree(diagnostic, context.workspace) {
            is_placed = true;
            continue;
        }
        let location = place(diagnostic).clone();
        is_placed |= location.file.is_some() && diagnostic.error_type != ErrorType::Unknown;
        let notes = diagnostic.notes.iter().map(|note| note.message.as_str());
        let texts = std::iter::once(diagnostic.message.as_str()).chain(notes);
        sights.extend(texts.flat_map(str::lines).map(|text| Sight {
            text,
            location: location.clone(),
            diagnostic: Some(diagnostic),
        }));
    }
    if !is_placed {
        sights.extend(context.output.lines().map(|text| Sight {
            text,
            location: Location::default(),
            diagnostic: None,
        }));
    }
    sights
}

/// The innermost place of a diagnostic in the tree.
pub(super) fn place(diagnostic: &Diagnostic) -> &Location {
    let frame = diagnostic.innermost_own_frame();
    frame.map_or(&diagnostic.location, |frame| &frame.location)
}

/// Returns whether a failed expectation or the project's own `raise` reports the failure: its words are then the
/// project's, and no system said them.
fn is_made_by_the_tree(diagnostic: &Diagnostic, workspace: &dyn Workspace) -> bool {
    const RAISES: [&str; 5] = ["raise ", "throw ", "panic!(", "panic(", "assert"];
    if diagnostic.error_type == ErrorType::Assertion {
        return true;
    }
    let Some(Frame { location, .. }) = diagnostic.frames.last().filter(|frame| frame.in_workspace) else {
        return false;
    };
    let line = source_line(location, workspace).unwrap_or_default();
    // The code itself must show that a variable is missing.
    RAISES.iter().any(|raise| line.trim_start().starts_with(raise)) && !names_a_variable(&diagnostic.message)
}

/// Returns whether a text has a word that is written as environment variables are: `DATABASE_URL`.
fn names_a_variable(text: &str) -> bool {
    words(text).any(is_variable)
}

/// The words of a text that could be names of variables.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// Returns whether a word is written as environment variables are.
pub(super) fn is_variable(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    word.len() > 2 && word.starts_with(|c: char| c.is_ascii_uppercase()) && word.chars().all(is_part)
}

/// The line of a file of the tree that a location points to.
pub(super) fn source_line(location: &Location, workspace: &dyn Workspace) -> Option<String> {
    let text = source(location, workspace)?;
    let line = usize::try_from(location.line?).ok()?.checked_sub(1)?;
    text.lines().nth(line).map(str::to_owned)
}

/// The text of the file of the tree that a location points to.
pub(super) fn source(location: &Location, workspace: &dyn Workspace) -> Option<String> {
    let file: RelPath = workspace.locate(location.file.as_deref()?)?;
    workspace.read_text(&file).ok()
}
