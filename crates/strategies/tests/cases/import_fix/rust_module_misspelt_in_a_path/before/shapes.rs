pub struct Circle {
    pub radius: u32,
}
