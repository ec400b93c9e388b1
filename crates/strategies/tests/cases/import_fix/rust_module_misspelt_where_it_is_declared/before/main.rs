mod shpaes;

fn main() {
    println!("{}", shpaes::Circle { radius: 2 }.radius);
}
