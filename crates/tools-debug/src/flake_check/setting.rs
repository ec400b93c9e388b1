//! The fixed conditions of an experiment, and the one that varies.

use super::cause::Cause;
use super::instant;

/// The conditions under which a command runs. `None` leaves a condition to chance.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Setting {
    pub(super) order: Order,
    pub(super) hash: Option<u32>,
    pub(super) seed: Option<u32>,
    /// The instant at which the clock is; see [`instant`].
    pub(super) clock: Option<u32>,
    pub(super) surroundings: Surroundings,
}

/// The selection and order of tests.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Order {
    /// The command's own order.
    Free,
    /// The order in which they are written.
    Natural,
    Reversed,
    Shuffled(u32),
    /// These alone.
    Exactly(Vec<String>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Surroundings {
    Usual,
    /// Only this machine can be reached.
    Offline,
    /// Not even this machine can be reached.
    Isolated,
    OneProcessor,
    Busy,
}

/// A condition that an experiment can vary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Knob {
    Order,
    Hash,
    Seed,
    Clock,
}

impl Knob {
    pub(super) const ALL: [Self; 4] = [Self::Order, Self::Hash, Self::Seed, Self::Clock];

    pub(super) fn cause(self) -> Cause {
        match self {
            Self::Order => Cause::Order,
            Self::Hash => Cause::HashSeed,
            Self::Seed => Cause::Randomness,
            Self::Clock => Cause::Time,
        }
    }

    /// The number of values tried on every command, to find effects that would only show elsewhere.
    pub(super) fn few(self) -> u32 {
        match self {
            // Each of two tests comes first in one of the first two orders.
            Self::Order => 4,
            Self::Hash => 4,
            Self::Seed => 6,
            Self::Clock => instant::NOTABLE + 4,
        }
    }
}

impl Setting {
    /// Everything as it happens to be.
    pub(super) const FREE: Self = Self {
        order: Order::Free,
        hash: None,
        seed: None,
        clock: None,
        surroundings: Surroundings::Usual,
    };

    /// Everything pinned that can be.
    pub(super) const BASE: Self = Self {
        order: Order::Natural,
        hash: Some(0),
        seed: Some(0),
        clock: Some(0),
        surroundings: Surroundings::Usual,
    };

    /// The setting with another value of one condition.
    pub(super) fn with(&self, knob: Knob, value: u32) -> Self {
        let mut setting = self.clone();
        match knob {
            Knob::Order if value == 1 => setting.order = Order::Reversed,
            Knob::Order => setting.order = Order::Shuffled(value),
            Knob::Hash => setting.hash = Some(value),
            Knob::Seed => setting.seed = Some(value),
            Knob::Clock => setting.clock = Some(value),
        }
        setting
    }

    /// The setting with one condition left to chance.
    pub(super) fn without(&self, knob: Knob) -> Self {
        let mut setting = self.clone();
        match knob {
            Knob::Order => setting.order = Order::Free,
            Knob::Hash => setting.hash = None,
            Knob::Seed => setting.seed = None,
            Knob::Clock => setting.clock = None,
        }
        setting
    }

    /// Returns whether nothing is as it happens to be, and the machine is as usual.
    pub(super) fn is_pinned(&self) -> bool {
        let is_free =
            self.order == Order::Free || self.hash.is_none() || self.seed.is_none() || self.clock.is_none();
        !is_free && self.surroundings == Surroundings::Usual
    }

    pub(super) fn ordered(&self, order: Order) -> Self {
        Self {
            order,
            ..self.clone()
        }
    }

    pub(super) fn in_surroundings(&self, surroundings: Surroundings) -> Self {
        Self {
            surroundings,
            ..self.clone()
        }
    }
}
