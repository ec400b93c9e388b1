pub fn slug() -> u8 { 2 }
