struct Pair {
    left: String,
    right: String,
}

impl Drop for Pair {
    fn drop(&mut self) {}
}

fn main() {
    let pair = Pair { left: String::new(), right: String::new() };
    match pair {
        Pair { left: ref a, right: b } => println!("{a}{b}"),
    }
}
