fn main() {
    let name: u32 = core::mem::size_of::<str>() as u32;
    println!("{name}");
}
