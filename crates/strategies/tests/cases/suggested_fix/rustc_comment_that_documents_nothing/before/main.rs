struct Trail {
    length: u32,
    /// in metres
}
