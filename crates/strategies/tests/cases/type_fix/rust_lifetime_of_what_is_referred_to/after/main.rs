trait Held<'a, 'b> {
    type Out;
}

impl<'a, 'b: 'a> Held<'a, 'b> for usize {
    type Out = &'a &'b str;
}
