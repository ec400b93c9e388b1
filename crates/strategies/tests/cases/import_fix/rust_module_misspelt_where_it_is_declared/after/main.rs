mod shapes;

fn main() {
    println!("{}", shapes::Circle { radius: 2 }.radius);
}
