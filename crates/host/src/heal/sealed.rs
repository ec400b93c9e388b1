//! Files with a checksum: one line, the SHA-256 of a JSON text and the text.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use super::error::HealError;

/// The SHA-256 of some bytes, in hexadecimal.
pub(super) fn hash(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    Sha256::digest(bytes)
        .iter()
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

/// The line of a value.
pub(super) fn seal(value: &impl Serialize) -> io::Result<String> {
    let json = serde_json::to_string(value)?;
    Ok(format!("{} {json}\n", hash(json.as_bytes())))
}

/// The value of a line, or the fault of the line.
fn unseal<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    let text = std::str::from_utf8(text).map_err(|_| "it is not text".to_owned())?;
    let line = text.strip_suffix('\n').ok_or("it is cut off")?;
    let (sum, json) = line.split_once(' ').ok_or("it has no checksum")?;
    if hash(json.as_bytes()) != sum {
        return Err("its checksum is wrong".to_owned());
    }
    serde_json::from_str(json).map_err(|error| error.to_string())
}

/// Reads a file; `None` if it does not exist.
///
/// # Errors
/// If it cannot be read, or is damaged.
pub(super) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, HealError> {
    match fs::read(path) {
        Ok(text) => unseal(&text).map(Some).map_err(|reason| HealError::Damaged {
            path: path.to_owned(),
            reason,
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(HealError::io(path)(error)),
    }
}

/// Writes a file in one step: after a sudden death either the old or the new one is there.
///
/// # Errors
/// When it cannot be written.
pub(super) fn write(path: &Path, value: &impl Serialize) -> Result<(), HealError> {
    // A number for each write, because threads may write at once.
    static WRITES: AtomicU64 = AtomicU64::new(0);
    let number = WRITES.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_extension(format!("{}.{number}.new", std::process::id()));
    let write = || -> io::Result<()> {
        let mut file = private().truncate(true).open(&temporary)?;
        file.write_all(seal(value)?.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)?;
        sync_parent(path)
    };
    write().map_err(HealError::io(path))
}

/// After this returns, the names in the directory of a file survive a power cut.
pub(super) fn sync_parent(path: &Path) -> io::Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    File::open(parent)?.sync_all()
}

/// A file that only its owner may read.
pub(super) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false).mode(0o600);
    options
}
