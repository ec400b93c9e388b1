//! The operator's settings for plug-ins, by name.

use std::collections::{BTreeMap, BTreeSet};

use super::{Kind, RegistryError};
use crate::options::{Options, OptionsError};

/// Plug-ins that are switched off, put first, or given options. A name is an id, or, if several kinds share
/// one, a kind and an id: `strategy:ruff`.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) off: BTreeSet<String>,
    pub(super) order: Vec<String>,
    pub(super) options: BTreeMap<String, Options>,
    /// Names of plug-ins that are installed but could not be loaded: settings that name them are not errors.
    pub(super) absent: BTreeSet<String>,
}

/// The names of a registered plug-in.
pub(super) struct Known {
    pub(super) kind: Kind,
    pub(super) id: String,
    pub(super) has_options: bool,
}

impl Known {
    fn is_called(&self, name: &str) -> bool {
        names(name, self.kind, &self.id)
    }
}

fn names(name: &str, kind: Kind, id: &str) -> bool {
    let (named, of_kind) = without_kind(name);
    named == id && of_kind.is_none_or(|of_kind| of_kind == kind)
}

fn without_kind(name: &str) -> (&str, Option<Kind>) {
    let kind = |word| Kind::ALL.into_iter().find(|kind| kind.name() == word);
    match name.split_once(':') {
        Some((word, id)) if kind(word).is_some() => (id, kind(word)),
        _ => (name, None),
    }
}

impl Settings {
    pub(super) fn is_off(&self, kind: Kind, id: &str) -> bool {
        self.off.iter().any(|name| names(name, kind, id))
    }

    /// Its place among the plug-ins that go first.
    pub(super) fn place(&self, kind: Kind, id: &str) -> Option<usize> {
        self.order.iter().position(|name| names(name, kind, id))
    }

    /// The options of a plug-in. Settings that name the kind, too, take precedence.
    pub(super) fn options(&self, kind: Kind, id: &str) -> Options {
        let mut options = Options::default();
        for name in [id.to_owned(), format!("{kind}:{id}")] {
            if let Some(more) = self.options.get(&name) {
                options.extend(more);
            }
        }
        options
    }

    /// Checks that every name belongs to a plug-in, and that plug-ins with options can have some.
    pub(super) fn check(&self, all: &[Known]) -> Result<(), RegistryError> {
        let off = self.off.iter().map(|name| (name, "switch off"));
        let order = self.order.iter().map(|name| (name, "put first"));
        let options = self.options.keys().map(|name| (name, "set options of"));
        for (name, purpose) in off.chain(order).chain(options) {
            let is_known = all.iter().any(|known| known.is_called(name));
            if !is_known && !self.is_absent(name) {
                return Err(RegistryError::Unknown {
                    id: name.clone(),
                    purpose,
                    known: all.iter().map(|known| known.id.clone()).collect(),
                });
            }
        }
        self.check_options(all)
    }

    /// If several plug-ins share an id, the ones that have options are meant.
    fn check_options(&self, all: &[Known]) -> Result<(), RegistryError> {
        for (name, options) in &self.options {
            let mut called = all.iter().filter(|known| known.is_called(name)).peekable();
            let Some(kind) = called.peek().map(|known| known.kind) else {
                continue;
            };
            if !options.is_empty() && !called.any(|known| known.has_options) {
                return Err(RegistryError::Options {
                    kind,
                    id: without_kind(name).0.to_owned(),
                    error: OptionsError::None,
                });
            }
        }
        Ok(())
    }

    fn is_absent(&self, name: &str) -> bool {
        let (id, of_kind) = without_kind(name);
        self.absent.iter().any(|absent| {
            let (absent, kind) = without_kind(absent);
            absent == id && (of_kind.is_none() || kind.is_none() || of_kind == kind)
        })
    }
}
