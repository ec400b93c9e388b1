//! Long results, by their URIs: the latest ones, in memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::Resource;

/// The most documents that are kept.
const MOST: usize = 64;

/// The most bytes that are kept.
const MOST_BYTES: usize = 32 << 20;

/// The documents. The latest is last.
#[derive(Debug, Default)]
pub(super) struct Documents(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    made: u64,
    documents: VecDeque<Document>,
}

#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) resource: Resource,
    pub(super) text: Arc<str>,
}

impl Documents {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a text, and drops older ones beyond the limits.
    pub(super) fn keep(&self, text: &Arc<str>, mime_type: &str) -> Resource {
        let mut kept = self.kept();
        kept.made += 1;
        let number = kept.made;
        let resource = Resource::new(format!("unbreak://results/{number}"), format!("result {number}"))
            .with_description("the whole result of a call")
            .with_mime_type(mime_type)
            .with_size(text.len() as u64);
        kept.documents.push_back(Document {
            resource: resource.clone(),
            text: Arc::clone(text),
        });
        let bytes = |kept: &Kept| -> usize { kept.documents.iter().map(|one| one.text.len()).sum() };
        while kept.documents.len() > MOST || (kept.documents.len() > 1 && bytes(&kept) > MOST_BYTES) {
            kept.documents.pop_front();
        }
        resource
    }

    /// The document with this URI.
    pub(super) fn get(&self, uri: &str) -> Option<Document> {
        let kept = self.kept();
        kept.documents.iter().find(|one| one.resource.uri == uri).cloned()
    }

    /// All of them.
    pub(super) fn list(&self) -> Vec<Resource> {
        let kept = self.kept();
        kept.documents.iter().map(|one| one.resource.clone()).collect()
    }
}
