//! Failure classification and retry: the kind of a failure, whether to try again, and with which instruction.
//!
//! All of it is values and pure functions, usable without the rest of this program:
//!
//! 1. [`classify`] turns a [`Failure`] into a [`FailureRecord`] with a kind and a stable signature.
//! 2. [`RetryMemory::record`] counts the signature.
//! 3. [`RetryPolicy::decide`] says whether to retry, escalate or stop.
//! 4. [`RepairInstruction::of`] says what the next attempt must do differently.
//!
//! Every type converts to and from JSON without loss and refuses unknown fields. `unbreak policy` offers the
//! same to programs in other languages; see `docs/policy.md`.

mod classify;
mod decide;
mod error;
mod failure;
mod kind;
mod memory;
mod record;
mod repair;
mod schema;

pub use self::classify::{classify, failure_of};
pub use self::decide::{Decided, Decision, DecisionInput, RetryPolicy, StopReason};
pub use self::error::{ClassifyError, ClassifyErrorKind};
pub use self::failure::{ClassifyInput, Failure, Verification};
pub use self::kind::{FailureKind, FailureSource};
pub use self::memory::RetryMemory;
pub use self::record::FailureRecord;
pub use self::repair::{RepairAction, RepairInstruction};
pub use self::schema::{Exchange, Format};
