use text::Shout;
use std::env::args;

fn main() {
    let name = args().next().unwrap_or_default();
    println!("{}", name.shout());
}
