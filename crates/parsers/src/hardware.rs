//! Simulators, synthesisers and checkers of Verilog, SystemVerilog and VHDL.

mod questa;
mod verilator;
