fn main() {
    let price: f64 = 2.5;
    let count: i32 = 3;
    println!("{}", price * count as f64);
}
