struct Item {
    unit_price: u32,
    count: u32,
}

fn main() {
    let item = Item { unit_price: 2, count: 3 };
    println!("{}", item.price * item.count);
}
