pub mod pad;
