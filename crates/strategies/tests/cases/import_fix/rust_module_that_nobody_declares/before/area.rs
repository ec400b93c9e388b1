use crate::shapes::Circle;

pub fn of(circle: &Circle) -> u32 {
    3 * circle.radius * circle.radius
}
