fn f(n: u8) -> u8 {
    match n {
        0 => 1,
        1 -> 2,
        _ => 3,
    }
}
