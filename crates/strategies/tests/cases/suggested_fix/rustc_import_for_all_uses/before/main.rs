fn count(seen: &HashMap<String, u32>) -> usize {
    seen.len()
}

fn main() {
    let seen: HashMap<String, u32> = HashMap::new();
    println!("{}", count(&seen));
}
