//! Determines whether a plug-in can reach the network.

use unbreak_host::plugins::{Candidate, Capability, Grants, Isolation, can_withhold_network};

/// A remark about the network of a library; `None` if it is not code.
pub(super) fn kept(candidate: &Candidate, isolation: Isolation, granted: &Grants) -> Option<String> {
    if candidate.is_declarative() {
        return None;
    }
    Some(match (isolation, granted.allow(&Capability::Net)) {
        (_, true) => "granted".to_owned(),
        (Isolation::InProcess, false) => {
            "not granted, but nothing keeps a library in this program's process from it".to_owned()
        }
        (Isolation::Child, false) => match can_withhold_network() {
            Ok(()) => "kept from it".to_owned(),
            Err(reason) => format!("not granted, but this system cannot keep it from that: {reason}"),
        },
    })
}
