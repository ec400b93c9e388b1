mod text;
mod util;

use crate::text::pad::left;

fn main() {
    println!("{}", left("a", 3));
    util::nothing();
}
