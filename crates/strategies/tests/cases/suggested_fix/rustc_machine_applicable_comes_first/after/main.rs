fn main() {
    let count: u64 = 3;
    let small: u32 = 4;
    let sum: u64 = count + u64::from(small);
    println!("{sum}");
}
