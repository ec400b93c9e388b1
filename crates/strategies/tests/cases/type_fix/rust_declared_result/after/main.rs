fn count(words: &[&str]) -> usize {
    if words.is_empty() {
        return words.len();
    }
    words.len()
}

pub fn main() {
    let found: usize = count(&["a", "b"]);
    println!("{found}");
}
