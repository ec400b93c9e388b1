use crate::prices::rounded;
use crate::text::{spaced, upper};

pub fn line() -> String {
    let total = rounded(crate::prices::total());
    spaced(&upper(&format!("total {total}")))
}
