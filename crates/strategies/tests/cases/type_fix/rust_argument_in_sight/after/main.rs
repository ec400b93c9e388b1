fn price(net: u32, rate: u32) -> u32 {
    net + net * rate / 100
}

fn main() {
    let rate = 20;
    let total = price(100, rate);
    println!("{} {}", total, rate);
}
