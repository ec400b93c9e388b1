use rand::random;

fn main() {
    println!("{}", random());
}
