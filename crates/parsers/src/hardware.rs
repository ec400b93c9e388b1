//! Simulators, synthesisers and checkers of Verilog, SystemVerilog and VHDL.

#[cfg(feature = "aldec")]
mod aldec;
#[cfg(feature = "bsc")]
mod bsc;
#[cfg(feature = "fpga")]
mod fpga;
#[cfg(feature = "ghdl")]
mod ghdl;
#[cfg(feature = "hdl-linters")]
mod hdl_linters;
#[cfg(feature = "iverilog")]
mod iverilog;
#[cfg(feature = "questa")]
mod questa;
#[cfg(feature = "svlint")]
mod svlint;
#[cfg(feature = "synplify")]
mod synplify;
#[cfg(feature = "uvm")]
mod uvm;
#[cfg(feature = "vcs")]
mod vcs;
#[cfg(feature = "verible")]
mod verible;
#[cfg(feature = "verilator")]
mod verilator;
#[cfg(feature = "xcelium")]
mod xcelium;

use std::borrow::Cow;

/// The languages of this family.
const LANGUAGES: &[Cow<'static, str>] = &[
    Cow::Borrowed("verilog"),
    Cow::Borrowed("systemverilog"),
    Cow::Borrowed("vhdl"),
];
