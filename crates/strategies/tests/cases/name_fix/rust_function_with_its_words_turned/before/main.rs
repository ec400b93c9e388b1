fn price_total(prices: &[u32]) -> u32 {
    prices.iter().sum()
}

fn main() {
    println!("{}", total_prices(&[1, 2]));
}
