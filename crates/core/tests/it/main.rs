//! Tests of unbreak-core through its public surface.
