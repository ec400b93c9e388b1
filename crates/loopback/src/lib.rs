//! Servers on the loopback interface that stand for language models, for tests and benches.

mod aimock;
mod chat;

pub use aimock::Aimock;
pub use chat::{ChatServer, Reply};
