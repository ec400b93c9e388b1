struct Line {
    text: String,
}

impl Line {
    fn new(indent: &str, capacity: usize) -> Self {
        let mut text = String::with_capacity(capacity);
        text.push_str(indent);
        Self { text }
    }
}

fn main() {
    let first = Line::new("  ", 80_usize);
    let second = Line::new("", first.text.len());
    println!("{}{}", first.text, second.text);
}
