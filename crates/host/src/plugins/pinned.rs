//! Files with known bytes: the bytes that are used are those that were trusted.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::error::PluginErrorKind;

/// A file, and the SHA-256 of the bytes it must have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pinned {
    pub(super) path: PathBuf,
    pub(super) sha256: String,
}

impl Pinned {
    pub(super) fn new(path: PathBuf, bytes: &[u8]) -> Self {
        let sha256 = hex(&Sha256::digest(bytes));
        Self { path, sha256 }
    }

    /// Its bytes, if they are unchanged.
    pub(super) fn read(&self) -> Result<Vec<u8>, PluginErrorKind> {
        let bytes = fs::read(&self.path).map_err(|error| PluginErrorKind::File {
            path: self.path.display().to_string(),
            reason: error.to_string(),
        })?;
        if hex(&Sha256::digest(&bytes)) != self.sha256 {
            return Err(PluginErrorKind::Changed);
        }
        Ok(bytes)
    }

    /// A copy of those bytes that no other process can change, to be opened as a library.
    pub(super) fn image(&self) -> Result<Image, PluginErrorKind> {
        let bytes = self.read()?;
        let image = in_memory(&bytes).or_else(|_| on_disk(&bytes));
        image.map_err(|error| PluginErrorKind::Open(format!("it cannot be copied: {error}")))
    }
}

/// A private copy of a library.
pub(super) enum Image {
    /// In memory, sealed.
    #[cfg(target_os = "linux")]
    Memory(std::os::fd::OwnedFd),
    /// In the directory for temporary files; removed when this is dropped.
    Disk(tempfile::TempPath),
}

impl Image {
    /// The path at which it can be opened.
    pub(super) fn path(&self) -> PathBuf {
        match self {
            #[cfg(target_os = "linux")]
            Self::Memory(file) => {
                use std::os::fd::AsRawFd as _;
                Path::new("/proc/self/fd").join(file.as_raw_fd().to_string())
            }
            Self::Disk(path) => path.to_path_buf(),
        }
    }

    /// Keeps the copy for good, after it was opened.
    pub(super) fn keep(self) {
        match self {
            // The loader identifies libraries by their paths: another one must never get this number.
            #[cfg(target_os = "linux")]
            Self::Memory(file) => std::mem::forget(file),
            Self::Disk(path) => drop(path),
        }
    }
}

#[cfg(target_os = "linux")]
fn in_memory(bytes: &[u8]) -> io::Result<Image> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(memfd_create("unbreak-plugin", flags)?);
    file.write_all(bytes)?;
    let seals = SealFlags::SEAL | SealFlags::SHRINK | SealFlags::GROW | SealFlags::WRITE;
    fcntl_add_seals(&file, seals)?;
    let image = Image::Memory(file.into());
    // Without /proc there is no way to name it.
    fs::metadata(image.path()).map(|_| image)
}

#[cfg(not(target_os = "linux"))]
fn in_memory(_: &[u8]) -> io::Result<Image> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Readable and writable by this user alone.
fn on_disk(bytes: &[u8]) -> io::Result<Image> {
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(bytes)?;
    Ok(Image::Disk(file.into_temp_path()))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
