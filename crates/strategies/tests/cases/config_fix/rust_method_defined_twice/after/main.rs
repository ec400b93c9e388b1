struct Shop {
    prices: Vec<u32>,
}

impl Shop {
    fn total(&self) -> u32 {
        self.prices.iter().sum()
    }

    fn count(&self) -> usize {
        self.prices.len()
    }
}

fn main() {
    let shop = Shop { prices: vec![1, 2] };
    println!("{} {}", shop.total(), shop.count());
}
