fn price_total(prices: &[u32]) -> u32 {
    prices.iter().sum()
}

fn main() {
    println!("{}", price_total(&[1, 2]));
}
