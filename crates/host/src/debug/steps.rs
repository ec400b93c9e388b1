//! The steps that the states ask for: one module, one state.

mod bisect;
mod hypothesise;
mod localise;
mod postmortem;
mod probe;
mod propose;
mod reproduce;
