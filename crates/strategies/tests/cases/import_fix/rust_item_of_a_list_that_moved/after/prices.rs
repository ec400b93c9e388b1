pub fn total() -> u32 {
    3
}

pub fn rounded(value: u32) -> u32 {
    value / 10 * 10
}
