//! Simulators, synthesisers and checkers of Verilog, SystemVerilog and VHDL.

mod fpga;
mod questa;
mod vcs;
mod verilator;
mod xcelium;

use std::borrow::Cow;

/// The languages of this family.
const LANGUAGES: &[Cow<'static, str>] = &[
    Cow::Borrowed("verilog"),
    Cow::Borrowed("systemverilog"),
    Cow::Borrowed("vhdl"),
];
