//! The plug-ins of one kind.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::settings::{Known, Settings};
use super::{Entry, Kind, Origin, RegistryError};
use crate::options::{Options, OptionsError};
use crate::parser::ErrorParser;
use crate::plugin::Descriptor;
use crate::strategy::FixStrategy;
use crate::tool::DebugTool;

/// The common part of the three traits.
pub(super) trait Plugin {
    const KIND: Kind;
    fn descriptor(&self) -> &Descriptor;
    fn options_schema(&self) -> Option<Value>;
    fn configured(&self, options: &Options) -> Result<Arc<Self>, OptionsError>;
}

macro_rules! plugin {
    ($trait:ident, $kind:ident) => {
        impl Plugin for dyn $trait {
            const KIND: Kind = Kind::$kind;

            fn descriptor(&self) -> &Descriptor {
                $trait::descriptor(self)
            }

            fn options_schema(&self) -> Option<Value> {
                $trait::options_schema(self)
            }

            fn configured(&self, options: &Options) -> Result<Arc<Self>, OptionsError> {
                $trait::configured(self, options)
            }
        }
    };
}

plugin!(ErrorParser, Parser);
plugin!(FixStrategy, Strategy);
plugin!(DebugTool, Tool);

/// Plug-ins with their origins.
pub(super) type Arrived<T> = Vec<(Arc<T>, Origin)>;

/// The names that settings may use.
pub(super) fn known<T: Plugin + ?Sized>(arrived: &Arrived<T>) -> impl Iterator<Item = Known> {
    arrived.iter().map(|(plugin, _)| Known {
        kind: T::KIND,
        id: plugin.descriptor().id.to_string(),
        has_options: plugin.options_schema().is_some(),
    })
}

struct Slot<T: ?Sized> {
    plugin: Arc<T>,
    origin: Origin,
    enabled: bool,
    place: Option<usize>,
    options: Options,
}

impl<T: Plugin + ?Sized> Slot<T> {
    fn new(plugin: Arc<T>, origin: Origin, settings: &Settings) -> Result<Self, RegistryError> {
        let id = plugin.descriptor().id.to_string();
        let schema = plugin.options_schema();
        let mut options = settings.options(T::KIND, &id);
        let plugin = if options.is_empty() || schema.is_none() {
            options = Options::default();
            plugin
        } else {
            let checked = options.check(schema.as_ref());
            let configured = checked.and_then(|()| plugin.configured(&options));
            configured.map_err(|error| RegistryError::Options {
                kind: T::KIND,
                id: id.clone(),
                error,
            })?
        };
        Ok(Self {
            plugin,
            origin,
            enabled: !settings.is_off(T::KIND, &id),
            place: settings.place(T::KIND, &id),
            options,
        })
    }

    fn entry(&self) -> Entry {
        Entry {
            kind: T::KIND,
            descriptor: self.plugin.descriptor().clone(),
            origin: self.origin.clone(),
            enabled: self.enabled,
            place: self.place.map(|place| place + 1),
            options_schema: self.plugin.options_schema(),
            options: self.options.clone(),
        }
    }
}

/// The plug-ins of one kind, by id.
pub(super) struct Shelf<T: ?Sized> {
    slots: Arc<BTreeMap<String, Slot<T>>>,
    /// The ids, with those that go first at the beginning.
    order: Arc<[String]>,
}

impl<T: ?Sized> Clone for Shelf<T> {
    fn clone(&self) -> Self {
        Self {
            slots: Arc::clone(&self.slots),
            order: Arc::clone(&self.order),
        }
    }
}

impl<T: ?Sized> Default for Shelf<T> {
    fn default() -> Self {
        Self {
            slots: Arc::default(),
            order: Arc::default(),
        }
    }
}

impl<T: Plugin + ?Sized> Shelf<T> {
    pub(super) fn new(arrived: Arrived<T>, settings: &Settings) -> Result<Self, RegistryError> {
        let mut slots: BTreeMap<String, Slot<T>> = BTreeMap::new();
        for (plugin, origin) in arrived {
            let id = plugin.descriptor().id.to_string();
            if let Some(there) = slots.get(&id) {
                return Err(duplicate(T::KIND, id, there.origin.clone(), origin));
            }
            slots.insert(id, Slot::new(plugin, origin, settings)?);
        }
        let mut order: Vec<String> = slots.keys().cloned().collect();
        // Stable: the others stay sorted by id.
        order.sort_by_key(|id| slots[id].place.unwrap_or(usize::MAX));
        for (number, id) in order.iter().enumerate() {
            let slot = slots.get_mut(id).filter(|slot| slot.place.is_some());
            // Names of other kinds stood in between.
            slot.into_iter().for_each(|slot| slot.place = Some(number));
        }
        Ok(Self {
            slots: Arc::new(slots),
            order: order.into(),
        })
    }

    /// The enabled plug-ins, in their order.
    pub(super) fn enabled(&self) -> impl Iterator<Item = &Arc<T>> {
        self.order.iter().filter_map(|id| self.get(id))
    }

    /// The plug-ins, the disabled ones included.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<T>> {
        self.slots.values().map(|slot| &slot.plugin)
    }

    pub(super) fn get(&self, id: &str) -> Option<&Arc<T>> {
        let slot = self.slots.get(id).filter(|slot| slot.enabled);
        slot.map(|slot| &slot.plugin)
    }

    pub(super) fn place(&self, id: &str) -> Option<usize> {
        self.slots.get(id)?.place
    }

    pub(super) fn origin(&self, id: &str) -> Option<&Origin> {
        self.slots.get(id).map(|slot| &slot.origin)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.order.iter().map(|id| self.slots[id].entry())
    }
}

/// The message must not depend on link order.
fn duplicate(kind: Kind, id: String, a: Origin, b: Origin) -> RegistryError {
    let (first, second) = if a.to_string() <= b.to_string() {
        (a, b)
    } else {
        (b, a)
    };
    RegistryError::Duplicate {
        kind,
        id,
        first: Box::new(first),
        second: Box::new(second),
    }
}
