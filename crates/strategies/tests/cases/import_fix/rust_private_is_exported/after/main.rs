mod inner {
    fn walk() {}
    pub fn run() {}
}

mod outer {
    pub fn stop() {}
    pub mod again {
        pub use super::stop;
    }
}
