use std::sttr::FromStr;

pub struct Cents(u32);

impl FromStr for Cents {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

fn main() {
    assert_eq!("5".parse::<Cents>().map(|cents| cents.0), Ok(5));
}
