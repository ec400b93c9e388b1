#[derive(Debug)]
struct Point {
    x: i32,
}

fn main() {
    let point = Point { x: 1 };
    println!("{:?} {}", point.clone(), point.x);
}
