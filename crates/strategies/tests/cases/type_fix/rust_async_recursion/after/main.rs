async fn down(n: usize) -> usize {
    if n == 0 { 0 } else { Box::pin(down(n - 1)).await }
}
