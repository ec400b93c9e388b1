//! Finds the end of an XML document, line by line.

use memchr::{memchr, memmem};

use super::json::Progress;

/// An XML document in progress: the nesting depth of its elements, and the construct that the last
/// line end interrupted. It checks no names; that is left to the real parser, which runs once the
/// root is closed.
#[derive(Debug, Default)]
pub(super) struct XmlLexer {
    depth: usize,
    /// The root element was closed.
    closed: bool,
    within: Within,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Text,
    Comment,
    CData,
    Instruction,
    Declaration,
    /// A start tag; the quote that is open in it.
    Start(Option<u8>),
    End,
}

impl XmlLexer {
    /// Looks at the next line.
    pub(super) fn line(&mut self, line: &[u8]) -> Progress {
        let mut at = 0;
        while at < line.len() {
            let Some(taken) = self.take(&line[at..]) else {
                return Progress::Invalid;
            };
            at += taken;
            if self.closed {
                return Progress::Complete(at);
            }
        }
        Progress::More
    }

    /// Takes a piece and returns its length; `None` when it is not allowed here.
    fn take(&mut self, rest: &[u8]) -> Option<usize> {
        match self.within {
            Within::Text => self.text(rest),
            Within::Comment => Some(self.until(rest, b"-->")),
            Within::CData => Some(self.until(rest, b"]]>")),
            Within::Instruction => Some(self.until(rest, b"?>")),
            Within::Declaration => Some(self.until(rest, b">")),
            Within::Start(quote) => Some(self.start_tag(rest, quote)),
            Within::End => Some(self.end_tag(rest)),
        }
    }

    /// Text up to the next `<`, and the construct that begins there. Outside the root only blanks are text.
    fn text(&mut self, rest: &[u8]) -> Option<usize> {
        let bracket = memchr(b'<', rest);
        let text = &rest[..bracket.unwrap_or(rest.len())];
        if self.depth == 0 && !text.trim_ascii().is_empty() {
            return None;
        }
        let Some(bracket) = bracket else {
            return Some(rest.len());
        };
        let (within, marker) = opened(&rest[bracket..])?;
        self.within = within;
        Some(bracket + marker)
    }

    fn until(&mut self, rest: &[u8], end: &[u8]) -> usize {
        match memmem::find(rest, end) {
            Some(at) => {
                self.within = Within::Text;
                at + end.len()
            }
            None => rest.len(),
        }
    }

    fn start_tag(&mut self, rest: &[u8], mut quote: Option<u8>) -> usize {
        for (at, byte) in rest.iter().enumerate() {
            match (quote, *byte) {
                (Some(open), byte) if byte == open => quote = None,
                (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
                (None, b'>') => {
                    self.within = Within::Text;
                    let empty = at > 0 && rest[at - 1] == b'/';
                    self.closed = empty && self.depth == 0;
                    self.depth += usize::from(!empty);
                    return at + 1;
                }
                _ => {}
            }
        }
        self.within = Within::Start(quote);
        rest.len()
    }

    fn end_tag(&mut self, rest: &[u8]) -> usize {
        let length = self.until(rest, b">");
        if self.within == Within::Text {
            self.depth = self.depth.saturating_sub(1);
            self.closed = self.depth == 0;
        }
        length
    }
}

/// The construct that `rest`, which begins with `<`, opens, and the length of its marker.
fn opened(rest: &[u8]) -> Option<(Within, usize)> {
    const MARKERS: [(&[u8], Within); 5] = [
        (b"<!--", Within::Comment),
        (b"<![CDATA[", Within::CData),
        (b"<?", Within::Instruction),
        (b"<!", Within::Declaration),
        (b"</", Within::End),
    ];
    for (marker, within) in MARKERS {
        if rest.starts_with(marker) {
            return Some((within, marker.len()));
        }
    }
    let named = rest
        .get(1)
        .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_' || *byte >= 0x80);
    named.then_some((Within::Start(None), 1))
}
