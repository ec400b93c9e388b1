fn total(tax: u32) -> u32 {
    fn down(price: u32) -> u32 {
        if price == 0 { tax } else { down(price - 1) }
    }
    down(3)
}
