//! Finds the end of an XML document, and where it can be cut.

use memchr::{memchr, memmem};

use super::json::Progress;
use super::nesting::{Kind, Nesting};

/// An XML document in progress: its open elements, and the construct that the end of the text interrupted.
/// It checks no names; that is left to the real parser, which runs once the root is closed.
#[derive(Debug, Default)]
pub(super) struct XmlLexer {
    pub(super) nesting: Nesting,
    /// The end of the last element that was closed.
    ended: usize,
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
    /// A start tag: where it starts, and the quote that is open in it.
    Start(usize, Option<u8>),
    End,
}

/// The length of the longest marker that opens a construct.
const LONGEST_MARKER: usize = "<![CDATA[".len();

impl XmlLexer {
    /// Goes on at byte `at`, which it moves. It stops at the first end of an element after byte `enough`.
    pub(super) fn run(&mut self, text: &[u8], at: &mut usize, enough: usize) -> Progress {
        while *at < text.len() {
            let before = (*at, self.within);
            match self.take(text, *at) {
                Some(end) => *at = end,
                None => return Progress::Invalid,
            }
            if self.ended == *at {
                if self.nesting.depth() == 0 {
                    return Progress::Complete(*at);
                }
                if *at > enough {
                    return Progress::Enough;
                }
            }
            if (*at, self.within) == before {
                break;
            }
        }
        Progress::More
    }

    /// Takes the piece that begins at byte `at` and returns its end, which is `at` where more text is needed;
    /// `None` when it is not allowed here.
    fn take(&mut self, text: &[u8], at: usize) -> Option<usize> {
        match self.within {
            Within::Text => self.text(text, at),
            Within::Comment => Some(self.until(text, at, b"-->")),
            Within::CData => Some(self.until(text, at, b"]]>")),
            Within::Instruction => Some(self.until(text, at, b"?>")),
            Within::Declaration => Some(self.until(text, at, b">")),
            Within::Start(start, quote) => Some(self.start_tag(text, at, start, quote)),
            Within::End => Some(self.end_tag(text, at)),
        }
    }

    /// Text up to the next `<`, and the construct that begins there. Outside the root only blanks are text.
    fn text(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let bracket = memchr(b'<', &text[at..]).map(|found| at + found);
        let blank = &text[at..bracket.unwrap_or(text.len())];
        if self.nesting.depth() == 0 && !blank.trim_ascii().is_empty() {
            return None;
        }
        let Some(bracket) = bracket else {
            return Some(text.len());
        };
        let rest = &text[bracket..];
        let is_whole = rest.len() >= LONGEST_MARKER || rest.iter().any(|byte| matches!(byte, b'>' | b'\n'));
        if !is_whole {
            return Some(bracket);
        }
        let (within, marker) = opened(rest)?;
        self.within = match within {
            Within::Start(..) => Within::Start(bracket, None),
            within => within,
        };
        Some(bracket + marker)
    }

    fn until(&mut self, text: &[u8], at: usize, end: &[u8]) -> usize {
        match memmem::find(&text[at..], end) {
            Some(found) => {
                self.within = Within::Text;
                at + found + end.len()
            }
            // The end may have begun.
            None => at.max((text.len() + 1).saturating_sub(end.len())),
        }
    }

    fn start_tag(&mut self, text: &[u8], from: usize, start: usize, mut quote: Option<u8>) -> usize {
        for (at, byte) in text.iter().enumerate().skip(from) {
            match (quote, *byte) {
                (Some(open), byte) if byte == open => quote = None,
                (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
                (None, b'>') => {
                    self.within = Within::Text;
                    self.nesting.open(Kind::Tag, start, at + 1);
                    if text[at - 1] == b'/' {
                        self.close(at + 1);
                    }
                    return at + 1;
                }
                _ => {}
            }
        }
        self.within = Within::Start(start, quote);
        text.len()
    }

    fn end_tag(&mut self, text: &[u8], at: usize) -> usize {
        let end = self.until(text, at, b">");
        if self.within == Within::Text {
            self.close(end);
        }
        end
    }

    fn close(&mut self, end: usize) {
        self.nesting.close();
        self.nesting.child_ended(end, end);
        self.ended = end;
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
    named.then_some((Within::Start(0, None), 1))
}
