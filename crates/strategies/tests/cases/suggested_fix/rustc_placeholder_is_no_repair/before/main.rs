fn main() {
    let count = "3".parse().unwrap_or_default();
    println!("{}", count);
}
