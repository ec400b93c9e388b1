//! Tracks the file that TeX is reading: it prints `(FILE` when it opens one and `)` when it is finished.

use unbreak_core::Line;

/// The open files, as far as TeX's output was seen.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// The innermost last; `None` for a parenthesis that opens no file.
    open: Vec<Option<String>>,
    /// The files of the project's own that were ever opened, up to two.
    own: Vec<String>,
    /// The first byte that was not looked at.
    next: u64,
    /// Whether lines were skipped, so that the open files are not known any more.
    lost: bool,
}

/// Parentheses within parentheses that are kept count of.
const DEEPEST: usize = 500;

impl Files {
    /// Looks at a line, and at those before it that were not shown.
    pub(super) fn see(&mut self, line: &Line<'_>) {
        if line.range.start < self.next {
            return;
        }
        match self.unseen(line) {
            Some(count) => (1..=count)
                .rev()
                .filter_map(|n| line.back(n))
                .for_each(|text| self.read(text)),
            None => self.lost = true,
        }
        self.read(line.text);
        self.next = line.range.end;
    }

    /// The number of lines skipped since the last one; `None` when not all of them are remembered.
    fn unseen(&self, line: &Line<'_>) -> Option<usize> {
        let mut left = line.range.start - self.next;
        let mut count = 0;
        while left > 0 {
            // Text before the first opened file does not matter.
            let Some(text) = line.back(count + 1) else {
                return (self.open.is_empty() && !self.lost).then_some(count);
            };
            left = left.checked_sub(text.len() as u64 + 1)?;
            count += 1;
        }
        Some(count)
    }

    /// The file that is being read. Where that is not known, the only one it can be.
    pub(super) fn current(&self) -> Option<&str> {
        if let ([only], true) = (self.own.as_slice(), self.lost) {
            return Some(only);
        }
        let innermost = self.open.iter().rev().find_map(Option::as_deref);
        innermost.filter(|_| !self.lost)
    }

    fn read(&mut self, text: &str) {
        if is_quoted(text) {
            return;
        }
        let mut rest = text;
        while let Some(at) = rest.find(['(', ')']) {
            let opens = rest[at..].starts_with('(');
            rest = &rest[at + 1..];
            if opens {
                self.push(rest);
            } else {
                self.open.pop();
            }
        }
    }

    fn push(&mut self, rest: &str) {
        let name = rest.split(['(', ')', '{', '[', ' ']).next().unwrap_or_default();
        let is_path = name.starts_with(['.', '/']) || has_ending(name);
        let file = is_path.then(|| name.to_owned());
        if let Some(own) = file
            .as_ref()
            .filter(|name| !name.starts_with('/') && name.ends_with(".tex"))
            && self.own.len() < 2
            && !self.own.contains(own)
        {
            self.own.push(own.clone());
        }
        if self.open.len() < DEEPEST {
            self.open.push(file);
        }
    }
}

/// `chap.tex`, `thesis.aux`.
fn has_ending(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| {
        (2..=4).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// Returns whether the line quotes the document or is a message, and so may have parentheses of its own.
fn is_quoted(text: &str) -> bool {
    const SAID: [&str; 8] = [
        "! ",
        "l.",
        "<",
        "LaTeX ",
        "Package ",
        "Overfull ",
        "Underfull ",
        "[]",
    ];
    let bare = text.trim_start();
    let indented = bare.len() < text.len() && !bare.starts_with(['(', ')', '[', '<']);
    indented || bare.starts_with('\\') || SAID.iter().any(|start| text.starts_with(start))
}
