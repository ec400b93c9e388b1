#[derive(Clone)]
struct Trail {
    length: u32,
}
