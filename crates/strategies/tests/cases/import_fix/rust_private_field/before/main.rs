mod shop {
    pub struct Item {
        price: u32,
    }

    impl Item {
        pub fn new(price: u32) -> Self {
            Self { price }
        }
    }
}

fn main() {
    println!("{}", shop::Item::new(3).price);
}
