mod shop;
mod strings;

fn main() {
    println!("{} {}", shop::total(&[1, 2]), strings::slug("A") + &strings::bold("b"));
}
