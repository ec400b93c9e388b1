use book_orders::total;

fn main() {
    println!("{}", total(&[1, 2]));
}
