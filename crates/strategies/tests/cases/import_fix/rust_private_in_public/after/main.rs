pub struct Part;

pub trait Whole {
    type Of;
}

pub struct Car;

impl Whole for Car {
    type Of = Part;
}
