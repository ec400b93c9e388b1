//! A shelf of books.

use std::collections::HashMap;
use std::fmt::{self, Display};

const LIMIT: usize = 10;

#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    Novel { pages: u32 },
    Atlas(String, u8),
    Other,
}

pub struct Shelf<'a, T: Display> {
    books: Vec<(&'a str, Kind)>,
    by_name: HashMap<String, T>,
}

impl<'a, T: Display + Clone> Shelf<'a, T> {
    pub fn new() -> Self {
        Self { books: Vec::new(), by_name: HashMap::new() }
    }

    pub fn add(&mut self, name: &'a str, kind: Kind) -> Result<usize, String> {
        if self.books.len() >= LIMIT {
            return Err(format!("no room for {name}"));
        }
        self.books.push((name, kind));
        Ok(self.books.len())
    }

    fn pages(&self) -> u32 {
        let mut total = 0;
        for (_, kind) in &self.books {
            total += match kind {
                Kind::Novel { pages } => *pages,
                Kind::Atlas(_, sheets) if *sheets > 2 => u32::from(*sheets) * 4,
                Kind::Atlas(..) | Kind::Other => 0,
            };
        }
        total
    }

    fn longest(&self) -> Option<&'a str> {
        self.books.iter().map(|(name, _)| *name).max_by_key(|name| name.len())
    }
}

impl<T: Display> Display for Shelf<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.by_name {
            writeln!(f, "{name}: {value}")?;
        }
        Ok(())
    }
}

trait Reader {
    fn read(&self, from: usize) -> Option<char>;
}

fn halve(mut n: i64) -> i64 {
    while n % 2 == 0 {
        n /= 2;
    }
    loop {
        if n < 100 {
            break n;
        } else {
            n -= 10;
        }
    }
}

fn main() {
    let mut shelf: Shelf<i32> = Shelf::new();
    let added = shelf.add("Emma", Kind::Novel { pages: 474 });
    println!("{added:?} {} {}", shelf.pages(), halve(48));
    let sizes = vec![1, 2, 3];
    let doubled: Vec<u64> = sizes.iter().map(|n| n * 2).collect();
    assert_eq!(doubled[0], 2, "first of {:?}", shelf.longest());
}
