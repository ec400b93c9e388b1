trait Held<'a, 'b> {
    type Out;
}

impl<'a, 'b> Held<'a, 'b> for usize {
    type Out = &'a &'b str;
}
