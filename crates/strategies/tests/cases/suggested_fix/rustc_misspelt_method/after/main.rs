fn main() {
    let words = vec!["a", "b"];
    println!("{}", words.len());
}
