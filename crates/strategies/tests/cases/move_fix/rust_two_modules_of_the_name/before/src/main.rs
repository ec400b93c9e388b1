mod a;
mod text;

fn main() {
    println!("{}{}", a::text::slug(), text::slug());
}
