async fn down(n: usize) -> usize {
    if n == 0 { 0 } else { down(n - 1).await }
}
