enum Colour {
    DarkRed,
    Blue,
}

fn main() {
    let colour = Colour::RedDark;
    println!("{}", matches!(colour, Colour::Blue | Colour::DarkRed));
}
