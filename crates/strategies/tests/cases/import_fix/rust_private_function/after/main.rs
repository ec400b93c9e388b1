mod shop {
    pub fn total() -> u32 {
        price()
    }

    pub(crate) fn price() -> u32 {
        3
    }
}

fn main() {
    println!("{} {}", shop::total(), shop::price());
}
