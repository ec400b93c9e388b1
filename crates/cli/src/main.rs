//! The `unbreak` command; everything is in the library.

fn main() -> std::process::ExitCode {
    unbreak_cli::main().into()
}
