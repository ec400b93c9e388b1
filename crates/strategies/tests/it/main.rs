//! Tests of unbreak-strategies through its public surface: real files, real interpreters, and what
//! real tools said of them.

mod case;
mod cases;
mod examples;
mod world;
