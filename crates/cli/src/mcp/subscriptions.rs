//! Tells clients that a resource they watch has changed.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::ResourceUpdatedNotificationParam;
use rmcp::service::{Peer, RoleServer};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::resources;
use super::roots::Roots;
use super::shared::Shared;

/// The most resources that one client may watch.
const MOST: usize = 64;

/// Resources with their last seen contents.
#[derive(Debug)]
pub(super) struct Watched {
    ended: watch::Receiver<u64>,
    seen: Vec<(String, Option<u64>)>,
}

impl Watched {
    pub(super) fn new(shared: &Shared, roots: &Roots, uris: Vec<String>) -> Self {
        let ended = shared.jobs.ended();
        let seen = uris.into_iter().take(MOST).map(|uri| {
            let held = held(shared, roots, &uri);
            (uri, held)
        });
        Self {
            seen: seen.collect(),
            ended,
        }
    }

    /// Waits until calls have ended, and returns the resources with new contents.
    pub(super) async fn changed(&mut self, shared: &Shared, roots: &Roots) -> Vec<String> {
        // The sender lives as long as the server.
        let _ = self.ended.changed().await;
        let mut changed = Vec::new();
        for (uri, before) in &mut self.seen {
            let now = held(shared, roots, uri);
            if now != *before {
                *before = now;
                changed.push(uri.clone());
            }
        }
        changed
    }
}

fn held(shared: &Shared, roots: &Roots, uri: &str) -> Option<u64> {
    let (text, _) = resources::text(shared, roots, uri)?;
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    Some(hasher.finish())
}

/// The watched resources of one client, in revisions where it names each of them: each with the task that
/// watches it.
#[derive(Debug, Default)]
pub(super) struct Subscriptions(Mutex<BTreeMap<String, AbortHandle>>);

impl Subscriptions {
    fn tasks(&self) -> MutexGuard<'_, BTreeMap<String, AbortHandle>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches a resource for the client, until it ends that or leaves.
    pub(super) fn add(&self, shared: &Arc<Shared>, roots: Roots, uri: String, peer: Peer<RoleServer>) {
        let mut tasks = self.tasks();
        if tasks.len() >= MOST || tasks.contains_key(&uri) {
            return;
        }
        let (shared, watching) = (Arc::clone(shared), uri.clone());
        let task = tokio::spawn(async move {
            let mut watched = Watched::new(&shared, &roots, vec![watching]);
            loop {
                for uri in watched.changed(&shared, &roots).await {
                    let told = ResourceUpdatedNotificationParam::new(uri);
                    // A client that no longer listens leaves soon.
                    let _ = peer.notify_resource_updated(told).await;
                }
            }
        });
        tasks.insert(uri, task.abort_handle());
    }

    /// Stops watching a resource.
    pub(super) fn remove(&self, uri: &str) {
        if let Some(task) = self.tasks().remove(uri) {
            task.abort();
        }
    }
}

impl Drop for Subscriptions {
    fn drop(&mut self) {
        self.tasks().values().for_each(AbortHandle::abort);
    }
}
