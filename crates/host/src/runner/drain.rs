//! Reads a command's output while waiting for something else.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _};

/// The output limit was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Overflow;

/// Counts the bytes of all streams of one command.
#[derive(Debug)]
pub(super) struct Meter {
    total: AtomicU64,
    limit: u64,
}

impl Meter {
    pub(super) fn new(limit: Option<u64>) -> Self {
        Self {
            total: AtomicU64::new(0),
            limit: limit.unwrap_or(u64::MAX),
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.total.load(Ordering::Relaxed)
    }

    /// Counts `length` bytes and says how many of them are still within the limit.
    fn admit(&self, length: usize) -> usize {
        let before = self.total.fetch_add(length as u64, Ordering::Relaxed);
        let room = self.limit.saturating_sub(before);
        usize::try_from(room).map_or(length, |room| room.min(length))
    }
}

/// How much is read at once: the capacity of a Linux pipe.
const CHUNK: usize = 64 << 10;

/// Reads a stream to its end and passes on the part within the limit.
pub(super) async fn pump(
    stream: Option<impl AsyncRead + Unpin>,
    meter: &Meter,
    mut take: impl FnMut(&[u8]),
) -> Result<(), Overflow> {
    let Some(mut stream) = stream else { return Ok(()) };
    let mut buffer = vec![0; CHUNK];
    loop {
        // A pipe that cannot be read has ended.
        let length = stream.read(&mut buffer).await.unwrap_or(0);
        if length == 0 {
            return Ok(());
        }
        let admitted = meter.admit(length);
        take(&buffer[..admitted]);
        if admitted < length {
            return Err(Overflow);
        }
    }
}

/// A read that continues while the supervisor waits for something else.
pub(super) struct Drain<'a> {
    reading: Pin<Box<dyn Future<Output = Result<(), Overflow>> + Send + 'a>>,
    ended: Option<Result<(), Overflow>>,
}

impl<'a> Drain<'a> {
    pub(super) fn new(reading: impl Future<Output = Result<(), Overflow>> + Send + 'a) -> Self {
        Self {
            reading: Box::pin(reading),
            ended: None,
        }
    }

    /// Waits for `task`, and reads meanwhile.
    pub(super) async fn during<T>(&mut self, task: impl Future<Output = T>) -> T {
        tokio::select! {
            biased;
            done = task => done,
            never = self.read_on() => match never {},
        }
    }

    /// Reads, and does not end when there is nothing more to read.
    async fn read_on(&mut self) -> std::convert::Infallible {
        // The result of the read is remembered.
        let _ = self.finish().await;
        std::future::pending().await
    }

    /// Reads until the output limit is exceeded; for ever if it is not.
    pub(super) async fn overflow(&mut self) {
        if self.finish().await.is_ok() {
            std::future::pending::<()>().await;
        }
    }

    /// Reads to the end, but at most for `limit`: the end comes only when the last process that holds the
    /// pipe has closed it.
    pub(super) async fn finish_within(&mut self, limit: Duration) {
        // Reaching the limit is one of the two ways this ends.
        let _ = tokio::time::timeout(limit, self.finish()).await;
    }

    async fn finish(&mut self) -> Result<(), Overflow> {
        if let Some(ended) = self.ended {
            return ended;
        }
        let ended = self.reading.as_mut().await;
        self.ended = Some(ended);
        ended
    }
}
