pub mod shapes {
    #[derive(Debug, Default)]
    pub struct Point {
        pub x: f64,
        pub y: f64,
    }

    impl Point {
        pub const ORIGIN: Point = Point { x: 0.0, y: 0.0 };

        pub fn distance(&self, other: &Point) -> f64 {
            let (dx, dy) = (self.x - other.x, self.y - other.y);
            (dx * dx + dy * dy).sqrt()
        }
    }
}

use shapes::Point;

static NAMES: [&str; 3] = ["a", "b", "c"];

fn walk<F>(points: &[Point], mut visit: F) -> usize
where
    F: FnMut(usize, &Point),
{
    let mut seen = 0;
    for (index, point) in points.iter().enumerate() {
        if point.x.is_nan() {
            continue;
        }
        visit(index, point);
        seen += 1;
    }
    seen
}

fn classify(n: i32) -> &'static str {
    match n {
        i32::MIN..=-1 => "negative",
        0 => "zero",
        1 | 2 | 3 => NAMES[(n - 1) as usize],
        _ => "many",
    }
}

fn main() {
    let points = [Point::ORIGIN, Point { x: 3.0, y: 4.0 }];
    let total = walk(&points, |index, point| {
        println!("{index}: {:.2}", point.distance(&Point::default()));
    });
    if let Some(last) = points.last() {
        println!("{} {:?} {}", classify(7), last, 'x');
    } else {
        println!("{total}");
    }
    let greeting = String::from("hello") + ", " + "world";
    let shout: String = greeting.chars().rev().map(|c| c.to_ascii_uppercase()).collect();
    println!("{shout}");
}
