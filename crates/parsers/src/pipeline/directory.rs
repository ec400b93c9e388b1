//! The directories that build tools report to enter: paths printed there are relative to them.

use unbreak_core::{Diagnostic, Location};

use crate::text;

/// Texts, one of which is in every line that [`Directories::read`] understands.
pub(super) const MARKS: [&str; 12] = [
    "Entering directory ",
    "Leaving directory ",
    "@0",
    "@1",
    "@2",
    "@3",
    "@4",
    "@5",
    "@6",
    "@7",
    "@8",
    "@9",
];

/// The greatest depth; builds are not nested more deeply.
const DEEPEST: usize = 64;

/// The directories that were entered and not left, the innermost last.
#[derive(Default)]
pub(super) struct Directories {
    entered: Vec<String>,
    /// The directory in which ninja builds. It never reports leaving it, so only a path out of
    /// there certainly belongs to it.
    build: Option<String>,
}

impl Directories {
    /// Looks whether the line enters or leaves a directory.
    ///
    /// `make[1]: Entering directory '/x'` and `Leaving directory` (with `-w`, or when makes call each
    /// other), ``ninja: Entering directory `x'``, and `> name@1.0.0 script /x`, with which npm and pnpm
    /// begin a script of a package.
    pub(super) fn read(&mut self, line: &str) {
        match line.as_bytes() {
            // Many a message ends with a name in quotes.
            [.., b'\''] if text::holds(line, text::literal!("ing directory ")) => self.make(line),
            [b'>', b' ', ..] => self.script(line),
            _ => {}
        }
    }

    fn make(&mut self, line: &str) {
        let Some((who, rest)) = line.split_once(": ") else {
            return;
        };
        if !who
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"[]_-./\\".contains(&byte))
        {
            return;
        }
        if let Some(directory) = quoted(rest, "Entering directory ") {
            if who == "ninja" {
                self.build = Some(self.join(directory));
                return;
            }
            let directory = self.join(directory);
            self.enter(directory);
        } else if let Some(directory) = quoted(rest, "Leaving directory ") {
            let directory = self.join(directory);
            // Makes that run at the same time leave in any order.
            if let Some(at) = self.entered.iter().rposition(|entered| *entered == directory) {
                self.entered.remove(at);
            } else {
                self.entered.pop();
            }
        }
    }

    /// A script ends when the next one begins.
    fn script(&mut self, line: &str) {
        let words = line.get(2..).unwrap_or_default();
        let Some((package, rest)) = words.split_once(' ') else {
            return;
        };
        let versioned = package.rsplit_once('@').is_some_and(|(name, version)| {
            !name.is_empty() && version.starts_with(|c: char| c.is_ascii_digit())
        });
        let directory = rest.split_once(' ').map(|(_, directory)| directory);
        if let Some(directory) = directory.filter(|directory| versioned && is_absolute(directory)) {
            self.entered.clear();
            self.enter(directory.to_owned());
        }
    }

    fn enter(&mut self, directory: String) {
        if self.entered.len() < DEEPEST {
            self.entered.push(directory);
        }
    }

    /// The path as it is from where the output began.
    fn join(&self, path: &str) -> String {
        let build = self.build.as_ref().filter(|_| path.starts_with("../"));
        match build.or(self.entered.last()) {
            Some(directory) if !is_absolute(path) => joined(directory, path),
            _ => path.to_owned(),
        }
    }

    /// Makes the places of a diagnostic relative to where the output began.
    pub(super) fn locate(&self, diagnostic: &mut Diagnostic) {
        if self.entered.is_empty() && self.build.is_none() {
            return;
        }
        self.place(&mut diagnostic.location);
        for note in &mut diagnostic.notes {
            self.place(&mut note.location);
        }
        for frame in &mut diagnostic.frames {
            self.place(&mut frame.location);
        }
        for edit in diagnostic.suggestions.iter_mut().flat_map(|it| &mut it.edits) {
            self.place(&mut edit.location);
        }
    }

    fn place(&self, location: &mut Location) {
        if let Some(file) = location.file.as_mut().filter(|file| !is_pseudo(file)) {
            *file = self.join(file);
        }
    }
}

/// The text after `said`, without its quotes: `` `x' `` or `'x'`.
fn quoted<'a>(text: &'a str, said: &str) -> Option<&'a str> {
    let text = text.strip_prefix(said)?.strip_suffix('\'')?;
    text.strip_prefix(['\'', '`'])
}

/// `/a`, `\a`, `C:\a`.
fn is_absolute(path: &str) -> bool {
    let bytes = path.as_bytes();
    matches!(bytes, [b'/' | b'\\', ..])
        || matches!(bytes, [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic())
}

/// `<stdin>`, `-`, URLs: nothing that is in a directory.
fn is_pseudo(file: &str) -> bool {
    file.is_empty() || file == "-" || file.starts_with(['<', '(']) || file.contains("://")
}

/// A relative path in a directory, without `.` and, where that can be known, `..`.
fn joined(directory: &str, path: &str) -> String {
    let mut parts: Vec<&str> = directory.split('/').collect();
    while parts.len() > 1 && parts.last().is_some_and(|last| last.is_empty()) {
        parts.pop();
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "." | "..")) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}
