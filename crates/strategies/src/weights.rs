//! The weights and thresholds of the rules that are Rust. They are in `weights.toml`, with what they weigh and
//! where they come from; the build script makes a function of each.

mod written {
    #![cfg_attr(
        not(all(feature = "c", feature = "languages", feature = "model_fix")),
        allow(dead_code, reason = "only the whole program uses every weight")
    )]

    include!(concat!(env!("OUT_DIR"), "/weights.rs"));
}

#[cfg(feature = "fitting")]
pub mod fitting;

pub(crate) use written::*;

/// One half: of a sum, of a share.
pub(crate) const HALF: f64 = 0.5;

/// The confidences of entries of a list whose order is that of their use, the most used first.
#[cfg(feature = "languages")]
pub(crate) fn in_order() -> [f64; 3] {
    [
        confidence::resolved(),
        confidence::preferred(),
        confidence::possible(),
    ]
}
