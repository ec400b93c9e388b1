struct Basket;

impl Basket {
    fn price_total(&self) -> u32 {
        1
    }
}

fn main() {
    println!("{}", Basket.price_total());
}
