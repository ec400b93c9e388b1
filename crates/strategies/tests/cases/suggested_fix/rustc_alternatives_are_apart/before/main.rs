fn show(value: impl Display) -> String {
    format!("{value}")
}

fn main() {
    println!("{}", show(Rc::new(3)));
}
