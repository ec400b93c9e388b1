mod shapes;

use crate::shpaes::Circle;

fn main() {
    println!("{}", Circle { radius: 2 }.radius);
}
