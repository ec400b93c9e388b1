pub const fn side() -> u8 {
    3
}

const AREA: u8 = side() * 3;
