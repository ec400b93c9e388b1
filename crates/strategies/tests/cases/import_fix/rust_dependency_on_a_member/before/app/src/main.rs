use text::shout;

fn main() {
    println!("{}", shout("tea"));
}
