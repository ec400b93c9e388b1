//! The plug-ins of one kind, by the names that calls use for them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use unbreak_plugin_abi::status;

use super::Failure;

/// The original plug-ins, and those with options.
pub(super) struct Shelf<T: ?Sized> {
    own: Vec<(String, Arc<T>)>,
    named: Mutex<BTreeMap<String, Arc<T>>>,
}

impl<T: ?Sized> Default for Shelf<T> {
    fn default() -> Self {
        Self {
            own: Vec::new(),
            named: Mutex::default(),
        }
    }
}

impl<T: ?Sized> Shelf<T> {
    /// Adds an original plug-in.
    pub(super) fn add(&mut self, id: String, plugin: Arc<T>) {
        self.own.push((id, plugin));
    }

    /// Adds a plug-in with options.
    pub(super) fn name(&self, name: &str, plugin: &Arc<T>) {
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        named.insert(name.to_owned(), Arc::clone(plugin));
    }

    /// The plug-in that a call means.
    pub(super) fn called(&self, name: &str) -> Result<Arc<T>, Failure> {
        let named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        let own = || self.own.iter().find(|(id, _)| id == name).map(|(_, own)| own);
        let found = named.get(name).or_else(own).map(Arc::clone);
        found.ok_or_else(|| {
            Failure::new(
                status::UNKNOWN,
                format!("nothing of this kind is called '{name}'"),
            )
        })
    }

    /// The original plug-ins.
    pub(super) fn described<D>(&self, describe: impl Fn(&Arc<T>) -> D) -> Vec<D> {
        self.own.iter().map(|(_, plugin)| describe(plugin)).collect()
    }
}
