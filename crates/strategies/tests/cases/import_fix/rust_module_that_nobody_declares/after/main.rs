//! A program.
mod area;
mod shapes;

use crate::shapes::Circle;

fn main() {
    println!("{}", area::of(&Circle { radius: 2 }));
}
