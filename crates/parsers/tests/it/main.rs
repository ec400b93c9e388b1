//! Tests of the pipeline and of every parser, through the public surface.
#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test a failed expectation is the message"
)]

mod cases;
mod claims;
mod cleaning;
mod cut;
mod declarative;
mod distinct;
mod documents;
mod examples;
mod facts;
mod fallbacks;
mod formats;
mod fuzzed;
mod imports;
mod jobs;
mod learned;
mod linear;
mod mixed;
mod probe;
mod properties;
mod resolve;
mod snippet;
mod stream;
mod windows;
mod work;
