enum Colour {
    DarkRed,
    Blue,
}

fn main() {
    let colour = Colour::DarkRed;
    println!("{}", matches!(colour, Colour::Blue | Colour::DarkRed));
}
