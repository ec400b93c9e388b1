//! The steps of the states: one module for each state.

mod bisect;
mod hypothesise;
mod localise;
mod postmortem;
mod probe;
mod propose;
mod reproduce;
