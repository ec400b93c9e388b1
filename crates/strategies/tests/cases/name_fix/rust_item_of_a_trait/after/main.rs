use std::fmt;

struct Task;

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "task")
    }
}

fn main() {
    println!("{}", Task);
}
