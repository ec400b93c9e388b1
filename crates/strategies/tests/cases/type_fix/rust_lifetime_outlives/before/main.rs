fn longer<'a, 'b>(x: &'a str, y: &'b str) -> &'a str {
    if x.len() > 3 { x } else { y }
}
