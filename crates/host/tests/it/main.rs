//! Tests of unbreak-host through its public surface.

mod commit;
mod engine;
mod runner;
mod world;
