//! Waits for several futures at once.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

/// Runs all of them to their end, side by side; results in the order of the futures.
pub(crate) async fn all<F: Future>(futures: impl IntoIterator<Item = F>) -> Vec<F::Output> {
    let mut running: Vec<Slot<F>> = futures
        .into_iter()
        .map(|future| Slot::Running(Box::pin(future)))
        .collect();
    poll_fn(|context| {
        // Each is polled, also when one before it is not ready.
        let waiting = running.iter_mut().filter_map(|slot| slot.poll(context)).count();
        match waiting {
            0 => Poll::Ready(()),
            _ => Poll::Pending,
        }
    })
    .await;
    running.into_iter().filter_map(Slot::result).collect()
}

enum Slot<F: Future> {
    Running(Pin<Box<F>>),
    Ended(F::Output),
}

impl<F: Future> Slot<F> {
    /// `Some` while it has not ended.
    fn poll(&mut self, context: &mut Context<'_>) -> Option<()> {
        let Self::Running(future) = self else { return None };
        match future.as_mut().poll(context) {
            Poll::Pending => Some(()),
            Poll::Ready(result) => {
                *self = Self::Ended(result);
                None
            }
        }
    }

    fn result(self) -> Option<F::Output> {
        match self {
            Self::Running(_) => None,
            Self::Ended(result) => Some(result),
        }
    }
}
