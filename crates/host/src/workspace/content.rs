//! The content of a file: its bytes and its mode.

use std::io;

use git2::{ObjectType, Oid};
use serde::{Deserialize, Serialize};

/// The mode that stands for a symbolic link (as in git's trees); the bytes are its target then.
pub(super) const LINK_MODE: u32 = 0o120_000;

/// A file's content at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) bytes: Vec<u8>,
    /// Permission bits, or [`LINK_MODE`]; `None` for a new file, which gets the mode that the umask allows.
    pub(super) mode: Option<u32>,
}

impl Content {
    pub(super) fn is_link(&self) -> bool {
        self.mode == Some(LINK_MODE)
    }

    /// Returns whether both are the same bytes in the same kind of file, or neither exists.
    pub(super) fn are_alike(one: Option<&Self>, other: Option<&Self>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => one.bytes == other.bytes && one.is_link() == other.is_link(),
            (None, None) => true,
            _ => false,
        }
    }

    pub(super) fn image(&self) -> io::Result<Image> {
        Ok(Image {
            hash: hash(&self.bytes)?,
            mode: self.mode,
        })
    }
}

/// A reference to a content, as recorded in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Image {
    /// git's hash of the bytes as a blob.
    pub(super) hash: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mode: Option<u32>,
}

impl Image {
    /// Returns whether the content has these bytes. The mode is ignored: a changed mode alone is not a reason not to
    /// restore the bytes.
    pub(super) fn is_of(&self, content: &Content) -> bool {
        hash(&content.bytes).is_ok_and(|hash| hash == self.hash)
            && content.is_link() == (self.mode == Some(LINK_MODE))
    }
}

/// git's hash of some bytes as a blob, in hexadecimal.
pub(super) fn hash(bytes: &[u8]) -> io::Result<String> {
    let oid = Oid::hash_object(ObjectType::Blob, bytes).map_err(io::Error::other)?;
    Ok(oid.to_string())
}
