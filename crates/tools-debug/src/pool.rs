//! Futures that run concurrently; new ones may start while others still run.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

/// Running futures, each with a key. Dropping one cancels it.
pub(crate) struct Pool<'a, K, T> {
    running: Vec<(K, Running<'a, T>)>,
}

type Running<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl<'a, K: Copy + PartialEq, T> Pool<'a, K, T> {
    pub(crate) fn new() -> Self {
        Self { running: Vec::new() }
    }

    pub(crate) fn add(&mut self, key: K, future: impl Future<Output = T> + Send + 'a) {
        self.running.push((key, Box::pin(future)));
    }

    pub(crate) fn keys(&self) -> impl Iterator<Item = K> {
        self.running.iter().map(|(key, _)| *key)
    }

    /// Cancels those that are not wanted any more.
    pub(crate) fn keep(&mut self, is_wanted: impl Fn(K) -> bool) {
        self.running.retain(|(key, _)| is_wanted(*key));
    }

    /// Waits for the next one to end; `None` when none runs.
    pub(crate) async fn next(&mut self) -> Option<(K, T)> {
        poll_fn(|context| {
            for at in 0..self.running.len() {
                if let Poll::Ready(result) = self.running[at].1.as_mut().poll(context) {
                    let (key, _) = self.running.swap_remove(at);
                    return Poll::Ready(Some((key, result)));
                }
            }
            match self.running.is_empty() {
                true => Poll::Ready(None),
                false => Poll::Pending,
            }
        })
        .await
    }
}
