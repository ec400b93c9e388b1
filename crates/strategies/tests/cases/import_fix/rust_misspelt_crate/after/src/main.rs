use order_book::total;

fn main() {
    println!("{}", total(&[1, 2]));
}
