fn total(prices: &[u32], tax: u32) -> u32 {
    let with_tax = |price: u32| -> u32 {
        price + tax
    };
    prices.iter().map(|price| with_tax(*price)).sum()
}
