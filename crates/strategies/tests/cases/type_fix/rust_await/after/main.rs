async fn load() -> i32 {
    1
}

async fn twice() -> i32 {
    load().await * 2
}

fn main() {
    drop(twice());
}
