//! The open elements of a document, and where it can be cut into shorter documents of the same form.

/// Earlier siblings of an open element of at most this many bytes are repeated in each piece: they say what
/// holds for the whole report.
const REPEATED: usize = 64 * 1024;

/// The open elements, outermost first. Offsets are bytes of the collected text.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    levels: Vec<Level>,
}

#[derive(Debug)]
struct Level {
    kind: Kind,
    /// The start of it in its parent; a JSON value's key belongs to it.
    start: usize,
    /// The end of what opens it.
    inner: usize,
    /// The end of its last whole child, and the start of what follows that.
    last: Option<(usize, usize)>,
}

/// The kinds of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    Tag,
}

impl Nesting {
    pub(super) fn depth(&self) -> usize {
        self.levels.len()
    }

    pub(super) fn innermost(&self) -> Option<Kind> {
        self.levels.last().map(|level| level.kind)
    }

    /// Opens a JSON value with the bracket that ends before `inner`.
    pub(super) fn open_value(&mut self, kind: Kind, inner: usize) {
        let parent = self.levels.last();
        let start = parent.map_or(0, |parent| parent.last.map_or(parent.inner, |(_, next)| next));
        self.open(kind, start, inner);
    }

    /// Opens an element that begins at `start`.
    pub(super) fn open(&mut self, kind: Kind, start: usize, inner: usize) {
        self.levels.push(Level {
            kind,
            start,
            inner,
            last: None,
        });
    }

    /// Closes the innermost element.
    pub(super) fn close(&mut self) {
        self.levels.pop();
    }

    /// A child of the innermost element ends at `end`; what follows begins at `next`.
    pub(super) fn child_ended(&mut self, end: usize, next: usize) {
        if let Some(level) = self.levels.last_mut() {
            level.last = Some((end, next));
        }
    }

    /// Cuts the text into a document of its own and the rest, which is one as well once it ends. The piece
    /// has more than `least` bytes.
    pub(super) fn cut(&mut self, text: &str, least: usize) -> Option<Cut> {
        let is_late = |level: &Level| level.last.is_some_and(|(end, _)| end > least);
        let list = |level: &Level| level.kind != Kind::Object && is_late(level);
        let at = self.levels.iter().position(list);
        let at = at.or_else(|| self.levels.iter().position(is_late))?;
        self.cut_at(at, text)
    }

    /// The part of a document that broke off up to the last whole entry of a list.
    pub(super) fn truncated(&self, text: &str) -> Option<String> {
        let at = self.last_list()?;
        let (end, _) = self.levels[at].last?;
        Some(self.closed(text, at, end))
    }

    /// Cuts a document that broke off there.
    pub(super) fn cut_last(&mut self, text: &str) -> Option<Cut> {
        self.cut_at(self.last_list()?, text)
    }

    fn last_list(&self) -> Option<usize> {
        let has_entry = |level: &Level| level.kind != Kind::Object && level.last.is_some();
        self.levels.iter().rposition(has_entry)
    }

    /// Cuts after the last child of this level.
    fn cut_at(&mut self, at: usize, text: &str) -> Option<Cut> {
        let (end, next) = self.levels[at].last?;
        let piece = self.closed(text, at, end);
        let mut rest = String::new();
        let places: Vec<_> = (0..=at).map(|at| self.reopen(at, text, &mut rest)).collect();
        for (level, (start, inner)) in self.levels.iter_mut().zip(places) {
            (level.start, level.inner, level.last) = (start, inner, None);
        }
        let head = rest.len();
        let moved = |offset: usize| offset - next + head;
        for level in &mut self.levels[at + 1..] {
            (level.start, level.inner) = (moved(level.start), moved(level.inner));
            level.last = level.last.map(|(end, next)| (moved(end), moved(next)));
        }
        rest.push_str(&text[next..]);
        Some(Cut {
            piece,
            rest,
            next,
            head,
        })
    }

    /// The text up to `end`, and the ends of the elements up to this one.
    fn closed(&self, text: &str, last: usize, end: usize) -> String {
        let mut closed = text[..end].to_owned();
        for level in self.levels[..=last].iter().rev() {
            match level.kind {
                Kind::Object => closed.push('}'),
                Kind::Array => closed.push(']'),
                Kind::Tag => closed.extend(["</", tag_name(&text[level.start..level.inner]), ">"]),
            }
        }
        closed
    }

    /// Adds to `rest` what opens an element, after its earlier siblings where they are short. Returns where
    /// it starts and ends there.
    fn reopen(&self, at: usize, text: &str, rest: &mut String) -> (usize, usize) {
        let level = &self.levels[at];
        let parent = at.checked_sub(1).map(|at| &self.levels[at]);
        let siblings = &text[parent.map_or(0, |parent| parent.inner)..level.start];
        let is_entry = parent.is_some_and(|parent| parent.kind == Kind::Array);
        if !is_entry && siblings.len() <= REPEATED {
            rest.push_str(siblings);
        }
        let start = rest.len();
        rest.push_str(&text[level.start..level.inner]);
        (start, rest.len())
    }
}

/// A document that was cut.
pub(super) struct Cut {
    /// The first part, a document of its own.
    pub(super) piece: String,
    /// The beginning of the next one.
    pub(super) rest: String,
    /// The part of the text from this byte on is in the rest.
    pub(super) next: usize,
    /// The part of the text that is in the rest begins there at this byte.
    pub(super) head: usize,
}

/// The name in an element's start tag.
fn tag_name(tag: &str) -> &str {
    let name = tag.trim_start_matches('<');
    let end = name.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
    &name[..end.unwrap_or(name.len())]
}
