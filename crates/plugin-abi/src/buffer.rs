//! Bytes whose ownership is passed on.

/// Bytes that are passed on together with the function that frees them: the two sides need not share an
/// allocator.
#[repr(C)]
#[derive(Debug)]
pub struct Buffer {
    /// The first byte; may be null when `len` is 0.
    pub ptr: *mut u8,
    /// The number of bytes.
    pub len: usize,
    /// For `free`; opaque to the receiver.
    pub capacity: usize,
    /// Frees the bytes; called once by the receiver with the three fields. `None` if there is nothing to
    /// free.
    pub free: Option<unsafe extern "C" fn(ptr: *mut u8, len: usize, capacity: usize)>,
}

/// The buffer is larger than the receiver's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Oversized {
    /// Its size.
    pub len: usize,
}

impl From<Vec<u8>> for Buffer {
    fn from(bytes: Vec<u8>) -> Self {
        let mut bytes = std::mem::ManuallyDrop::new(bytes);
        Self {
            ptr: bytes.as_mut_ptr(),
            len: bytes.len(),
            capacity: bytes.capacity(),
            free: Some(free),
        }
    }
}

impl Buffer {
    /// Takes the bytes, at most `limit` of them, and frees the buffer.
    ///
    /// # Errors
    /// If there are more.
    ///
    /// # Safety
    /// The buffer came whole from the other side of the interface and was not taken before.
    pub unsafe fn take(self, limit: usize) -> Result<Vec<u8>, Oversized> {
        let taken = if self.ptr.is_null() || self.len == 0 {
            Ok(Vec::new())
        } else if self.len > limit {
            Err(Oversized { len: self.len })
        } else {
            // SAFETY: the other side promises `len` bytes there.
            Ok(unsafe { std::slice::from_raw_parts(self.ptr, self.len) }.to_vec())
        };
        if let Some(free) = self.free {
            // SAFETY: the other side's own function, called once with its own values.
            unsafe { free(self.ptr, self.len, self.capacity) };
        }
        taken
    }
}

unsafe extern "C" fn free(ptr: *mut u8, len: usize, capacity: usize) {
    // SAFETY: the three parts of the vector that `From` took apart.
    drop(unsafe { Vec::from_raw_parts(ptr, len, capacity) });
}
