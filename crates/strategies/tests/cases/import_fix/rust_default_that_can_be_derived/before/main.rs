struct Settings {
    depth: usize,
}

fn main() {
    println!("{}", Settings::default().depth);
}
