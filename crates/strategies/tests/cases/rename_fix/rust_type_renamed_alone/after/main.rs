struct Indented {
    text: String,
}

impl Indented {
    fn new(text: &str) -> Indented {
        Indented { text: format!("  {text}") }
    }
}

fn main() {
    println!("{}", Indented::new("a").text);
}
