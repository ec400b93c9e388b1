#![deny(deprecated)]

mod shelf {
    #[deprecated(note = "use `sum_up` instead")]
    pub fn total(n: u8) -> u8 {
        sum_up(n)
    }

    pub fn sum_up(n: u8) -> u8 {
        n
    }
}

fn main() {
    println!("{}", shelf::total(3));
}
