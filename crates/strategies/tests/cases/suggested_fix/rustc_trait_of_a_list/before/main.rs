#[derive(Clone, Debug)]
pub struct Point {
    x: i32,
}

pub fn main() {
    let point = Point { x: 1 };
    println!("{:?} {}", point.x, point == point.clone());
}
