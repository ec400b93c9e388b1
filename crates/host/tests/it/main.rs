//! Tests of unbreak-host through its public surface.

mod engine;
