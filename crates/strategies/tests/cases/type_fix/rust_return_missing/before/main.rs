fn total(values: &[i32]) -> i32 {
    let total = values.iter().sum();
}

fn main() {
    println!("{}", total(&[1, 2]));
}
