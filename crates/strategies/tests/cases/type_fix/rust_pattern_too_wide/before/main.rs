enum Fruit {
    Apple(u8, u8),
    Pear,
}

fn weight(fruit: Fruit) -> u8 {
    match fruit {
        Fruit::Apple(a, b, c) => a + b,
        Fruit::Pear => 0,
    }
}
