trait Shape {
    fn area(&self) -> f64;
    fn new(side: f64) -> Self;
}

struct Square(f64);

impl Shape for Square {
    fn area(&self) -> f64 {
        4.0
    }

    fn new(side: f64) -> Self {
        Square(side)
    }
}
