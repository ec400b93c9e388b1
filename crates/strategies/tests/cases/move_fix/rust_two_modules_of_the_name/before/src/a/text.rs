pub fn slug() -> u8 { 1 }
