mod shapes;

use crate::shapes::Circle;

fn main() {
    println!("{}", Circle { radius: 2 }.radius);
}
