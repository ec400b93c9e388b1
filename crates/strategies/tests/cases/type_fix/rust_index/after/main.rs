fn main() {
    let values = vec![1, 2, 3];
    let index: i32 = 1;
    println!("{}", values[index as usize]);
}
