//! Detects commands that failed because of their sandbox.

use unbreak_core::{Barrier, Confinement};

/// Messages of programs that cannot write.
const READ_ONLY: [&str; 2] = ["Read-only file system", "EROFS"];

/// Messages of programs without network.
const NO_NETWORK: [&str; 6] = [
    "Network is unreachable",
    "ENETUNREACH",
    "EAI_AGAIN",
    "ENOTFOUND",
    "Temporary failure in name resolution",
    "Could not resolve host",
];

/// The failures in an output that the sandbox may have caused, with a hint.
pub(crate) fn suspicion(confinement: &Confinement, output: &str) -> Option<&'static str> {
    let holds = |texts: &[&str]| texts.iter().any(|text| output.contains(text));
    if confinement.by == Barrier::Bubblewrap && holds(&READ_ONLY) {
        return Some(
            "the command tried to write what is read-only in the sandbox: if it should, name the place in \
             'writable' of [sandbox] in unbreak.toml, or run with --sandbox off",
        );
    }
    (!confinement.network && holds(&NO_NETWORK))
        .then_some("the command looked for the network, which the sandbox withholds: --net gives it")
}
