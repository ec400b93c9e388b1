fn main() {
    for value in vec![1, 2] {
        println!("{}", *value);
    }
}
