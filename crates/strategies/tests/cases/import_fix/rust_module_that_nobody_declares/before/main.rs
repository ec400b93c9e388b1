//! A program.
mod area;

use crate::shapes::Circle;

fn main() {
    println!("{}", area::of(&Circle { radius: 2 }));
}
