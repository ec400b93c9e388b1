//! The test harness: a workspace, the program run in it, and the tree before and after.

mod chat;
mod ended;
mod process;
mod proposer;
mod site;
mod snapshot;

pub(crate) use chat::{PLAN, answering, block, configure, wants_plan};
pub(crate) use ended::Ended;
pub(crate) use process::{Running, binary, built, path_with_tools, repository, wait_for};
pub(crate) use proposer::{Change, repair_with};
pub(crate) use site::{Site, copy};
pub(crate) use snapshot::Snapshot;
