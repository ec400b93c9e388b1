mod prices;
mod report;
mod text;

fn main() {
    println!("{}", report::line());
}
