//! The binary interface between unbreak and a plug-in in a dynamic library.
//!
//! Only `repr(C)` types cross it: no Rust type, no allocator, no panic. A library exports one
//! function, [`ENTRY`], that returns a [`Plugin`] table; everything else goes through the table's
//! `call` as bytes. `docs/plugin-abi.md` describes the interface for other languages.
//!
//! **Architecture Invariant:** a struct here only ever grows at its end, and its first field is its size, so
//! that either side can see which fields the other knows. A change that is not possible in this way needs a
//! new [`ABI`] number and another entry symbol.

mod buffer;
mod slice;

#[cfg(feature = "messages")]
pub mod messages;

use std::ffi::{CStr, c_void};

pub use buffer::{Buffer, Oversized};
pub use slice::Slice;

/// The version of the structs in this crate.
pub const ABI: u32 = 1;

/// The version of the messages; independent of [`ABI`] and of the product's version.
pub const PROTOCOL: u32 = 1;

/// The name of the one symbol that a library exports, of type [`Entry`].
pub const ENTRY: &CStr = c"unbreak_plugin_entry_v1";

/// The one function that a library exports. The table it returns lives as long as the process.
pub type Entry = unsafe extern "C" fn() -> *const Plugin;

/// Calls into a plug-in: the host, the id of the parser, strategy or tool (empty for the library as
/// a whole), the method, and its payload. The slices and the host are valid until it returns.
pub type Call = unsafe extern "C" fn(host: *const Host, id: Slice, method: Slice, payload: Slice) -> Reply;

/// Calls back into the host, from within a [`Call`] and one at a time: the `context` of [`Host`], the
/// method, and its payload.
pub type Ask = unsafe extern "C" fn(context: *mut c_void, method: Slice, payload: Slice) -> Reply;

/// The table of a library.
#[repr(C)]
#[derive(Debug)]
pub struct Plugin {
    /// Bytes of this struct, as the library knows it.
    pub size: usize,
    /// The library's [`ABI`].
    pub abi: u32,
    /// The only way in. Never called from two threads at once.
    pub call: Call,
}

/// The host's side of one call.
#[repr(C)]
#[derive(Debug)]
pub struct Host {
    /// Bytes of this struct, as the host knows it.
    pub size: usize,
    /// The host's [`ABI`].
    pub abi: u32,
    /// To be passed to `ask`; opaque to the plug-in.
    pub context: *mut c_void,
    /// Calls back into the host.
    pub ask: Ask,
}

/// The result of a call.
#[repr(C)]
#[derive(Debug)]
pub struct Reply {
    /// One of the constants in [`status`].
    pub status: u32,
    /// The result; or a message in UTF-8 if `status` is not [`status::OK`].
    pub buffer: Buffer,
}

impl Reply {
    /// A result.
    pub fn ok(bytes: Vec<u8>) -> Self {
        Self::new(status::OK, bytes)
    }

    /// A status with its bytes.
    pub fn new(status: u32, bytes: Vec<u8>) -> Self {
        Self {
            status,
            buffer: Buffer::from(bytes),
        }
    }
}

/// The values of a reply's `status`. Any other number counts as [`ERROR`](status::ERROR).
pub mod status {
    /// Success; the buffer holds the result.
    pub const OK: u32 = 0;
    /// Failure.
    pub const ERROR: u32 = 1;
    /// The plug-in panicked, and caught the panic.
    pub const PANIC: u32 = 2;
    /// There is no such method, or nothing with that id.
    pub const UNKNOWN: u32 = 3;
    /// The capability was not granted.
    pub const DENIED: u32 = 4;
    /// There is no such file.
    pub const NOT_FOUND: u32 = 5;
    /// The operator interrupted the run.
    pub const CANCELLED: u32 = 6;
    /// The input is invalid.
    pub const INPUT: u32 = 7;
}
