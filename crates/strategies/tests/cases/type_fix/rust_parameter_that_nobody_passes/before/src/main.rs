fn longest(names: Vec<String>, title: String) -> Option<String> {
    names.into_iter().max_by_key(|name| name.len())
}

fn main() {
    let names = std::env::args().collect();
    let name = longest(names);
    println!("{name:?}");
}
