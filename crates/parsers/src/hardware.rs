//! Simulators, synthesisers and checkers of Verilog, SystemVerilog and VHDL.

mod fpga;
mod questa;
mod vcs;
mod verilator;
mod xcelium;
