struct Point {
    x: f64
    y: f64,
}
