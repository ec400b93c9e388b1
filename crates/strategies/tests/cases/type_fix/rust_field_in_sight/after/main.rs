struct Item {
    name: String,
    price: u32,
}

fn item(name: &str, price: u32) -> Item {
    Item { name: name.to_owned(), price }
}

fn main() {
    let item = item("tea", 3);
    println!("{} {}", item.name, item.price);
}
