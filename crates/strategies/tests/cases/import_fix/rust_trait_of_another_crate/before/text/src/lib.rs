mod shout;

pub use shout::Shout;
