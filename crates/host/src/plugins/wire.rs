//! The messages in the pipes of the child host: frames of a length, a tag and a body.
//!
//! ```text
//! u32 little-endian: bytes that follow │ u8: tag │ body
//! ```

use serde::{Deserialize, Serialize};

use super::call::Answer;
use super::error::PluginErrorKind;

/// Bytes before a frame's tag.
pub(super) const LENGTH: usize = 4;
/// The tag and a status: the bytes of a frame besides those of an answer.
pub(super) const OVERHEAD: usize = 5;

/// One frame.
#[derive(Debug, PartialEq)]
pub(super) enum Frame<'a> {
    /// To the child, first: the library to open.
    Load(Load),
    /// To the child: id, method, payload.
    Call(&'a str, &'a str, &'a [u8]),
    /// To the child: the answer to its question.
    Answer(Answer),
    /// From the child: the library is open, or is not.
    Opened(Option<OpenFailure>),
    /// From the child: method and payload.
    Question(&'a str, &'a [u8]),
    /// From the child: the result of the call.
    Reply(Answer),
    /// From the child: the result of the call is too long.
    Flood(u64),
}

/// The library that a child opens, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Load {
    /// The SHA-256 of the library's bytes, in hexadecimal.
    pub(super) sha256: String,
    /// Whether it may have the network.
    pub(super) network: bool,
    /// Whether it may make processes.
    pub(super) processes: bool,
}

/// The reason why a library could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum OpenFailure {
    File { path: String, reason: String },
    Changed,
    Open(String),
    Symbol(String),
    Version(u32),
    Garbage(String),
}

impl From<PluginErrorKind> for OpenFailure {
    fn from(kind: PluginErrorKind) -> Self {
        match kind {
            PluginErrorKind::File { path, reason } => Self::File { path, reason },
            PluginErrorKind::Changed => Self::Changed,
            PluginErrorKind::Open(reason) => Self::Open(reason),
            PluginErrorKind::Symbol(symbol) => Self::Symbol(symbol),
            PluginErrorKind::Version { theirs, .. } => Self::Version(theirs),
            PluginErrorKind::Garbage(reason) => Self::Garbage(reason),
            other => Self::Garbage(other.to_string()),
        }
    }
}

impl From<OpenFailure> for PluginErrorKind {
    fn from(failure: OpenFailure) -> Self {
        match failure {
            OpenFailure::File { path, reason } => Self::File { path, reason },
            OpenFailure::Changed => Self::Changed,
            OpenFailure::Open(reason) => Self::Open(reason),
            OpenFailure::Symbol(symbol) => Self::Symbol(symbol),
            OpenFailure::Version(theirs) => Self::Version {
                what: "ABI".to_owned(),
                theirs,
                ours: unbreak_plugin_abi::ABI,
            },
            OpenFailure::Garbage(reason) => Self::Garbage(reason),
        }
    }
}

impl Frame<'_> {
    /// The bytes of the whole frame.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; LENGTH];
        let words = |bytes: &mut Vec<u8>, tag: u8, words: &[&str], body: &[u8]| {
            bytes.push(tag);
            for word in words {
                bytes.extend_from_slice(word.as_bytes());
                bytes.push(b'\n');
            }
            bytes.extend_from_slice(body);
        };
        let answer = |bytes: &mut Vec<u8>, tag: u8, answer: &Answer| {
            bytes.push(tag);
            bytes.extend_from_slice(&answer.status.to_le_bytes());
            bytes.extend_from_slice(&answer.bytes);
        };
        match self {
            Self::Call(id, method, payload) => words(&mut bytes, b'C', &[id, method], payload),
            Self::Question(method, payload) => words(&mut bytes, b'Q', &[method], payload),
            Self::Answer(given) => answer(&mut bytes, b'A', given),
            Self::Reply(given) => answer(&mut bytes, b'R', given),
            Self::Load(load) => words(&mut bytes, b'L', &[], &json(load)),
            Self::Opened(failure) => words(&mut bytes, b'O', &[], &json(failure)),
            Self::Flood(length) => words(&mut bytes, b'F', &[], &length.to_le_bytes()),
        }
        let length = u32::try_from(bytes.len() - LENGTH).unwrap_or(u32::MAX);
        bytes[..LENGTH].copy_from_slice(&length.to_le_bytes());
        bytes
    }
}

/// Reads a frame's tag and body; `None` if they are invalid.
pub(super) fn decode(bytes: &[u8]) -> Option<Frame<'_>> {
    let (tag, body) = bytes.split_first()?;
    Some(match tag {
        b'C' => {
            let (id, rest) = word(body)?;
            let (method, payload) = word(rest)?;
            Frame::Call(id, method, payload)
        }
        b'Q' => {
            let (method, payload) = word(body)?;
            Frame::Question(method, payload)
        }
        b'A' => Frame::Answer(answer(body)?),
        b'R' => Frame::Reply(answer(body)?),
        b'L' => Frame::Load(serde_json::from_slice(body).ok()?),
        b'O' => Frame::Opened(serde_json::from_slice(body).ok()?),
        b'F' => Frame::Flood(u64::from_le_bytes(body.try_into().ok()?)),
        _ => return None,
    })
}

fn json(value: &impl Serialize) -> Vec<u8> {
    // Texts and numbers can always be written as JSON.
    serde_json::to_vec(value).unwrap_or_default()
}

fn word(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = memchr::memchr(b'\n', bytes)?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}

fn answer(body: &[u8]) -> Option<Answer> {
    let (status, bytes) = body.split_first_chunk()?;
    Some(Answer {
        status: u32::from_le_bytes(*status),
        bytes: bytes.to_vec(),
    })
}
