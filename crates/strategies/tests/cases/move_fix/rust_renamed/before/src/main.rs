mod shop;
mod text;

fn main() {
    println!("{} {}", shop::total(&[1, 2]), text::slug("A") + &text::bold("b"));
}
