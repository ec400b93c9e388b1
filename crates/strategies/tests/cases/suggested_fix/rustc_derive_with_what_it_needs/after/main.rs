#[derive(Debug, Clone, Copy, PartialEq, Eq, Ord, PartialOrd)]
enum Priority {
    Low,
    High,
}

fn main() {
    let mut all = vec![Priority::High, Priority::Low];
    all.sort();
    println!("{all:?}");
}
