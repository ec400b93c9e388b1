//! Plug-ins that are loaded at run time: dynamic libraries, in a child process or in this one, and
//! declarative parsers and rules.
//!
//! ```text
//! discover ─ manifest ─ trust ─ assemble ─ transport (child | library) ─ adapt ─ registry
//! ```
//!
//! A broken plug-in gives a [`PluginError`] that names it; the others are loaded anyway.
//!
//! **Architecture Invariant:** nothing of a plug-in is executed before its manifest is checked and its bytes
//! are known to be those that the operator trusts. After it is loaded, only its origin distinguishes it from
//! a built-in one.

mod adapt;
mod assemble;
mod call;
mod child;
mod conformance;
mod discover;
mod error;
mod grant;
mod install;
mod instance;
mod library;
mod load;
mod manifest;
mod pinned;
mod serve;
mod trust;
mod wire;

pub use crate::runner::can_withhold_network;
pub use call::CallLimits;
pub use conformance::{Check, Checked, Subject, check};
pub use discover::{Candidate, HOME_VARIABLE, home, project_directory};
pub use error::{PluginError, PluginErrorKind};
pub use grant::{Capability, Grants, UnknownCapability};
pub use install::{Installed, build_command, install, remove};
pub use load::{Gate, LoadOptions, Nobody, Verdict, discover, load};
pub use manifest::{MANIFEST, Manifest, Provided};
pub use serve::{SERVE_COMMAND, serve};
pub use trust::{Isolation, Lock, Trusted};
