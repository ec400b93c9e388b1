trait Shape {
    fn scaled(by: f64) -> f64;
}

struct Square(f64);

impl Shape for Square {
    fn scaled(by: f64) -> f64 {
        by
    }
}
