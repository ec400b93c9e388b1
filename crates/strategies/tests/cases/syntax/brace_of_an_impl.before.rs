struct A;

impl A {
    fn f(&self) -> u8 {
        1
    }

fn main() {
    A.f();
}
