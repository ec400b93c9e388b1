mod text;
mod util;

use crate::util::pad::left;

fn main() {
    println!("{}", left("a", 3));
    util::nothing();
}
