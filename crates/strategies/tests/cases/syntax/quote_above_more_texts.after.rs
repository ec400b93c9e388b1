macro_rules! attempt {
    ($value:expr) => {
        match $value {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

fn number(text: &str) -> Result<i32, std::num::ParseIntError> {
    let value: i32 = attempt!(text.parse());
    Ok(value)
}

fn main() {
    assert_eq!(number("12"), Ok(12), "a number");
    assert_eq!(number("7"), Ok(7), "another one");
    println!("{:?}", number("x").is_err());
}
