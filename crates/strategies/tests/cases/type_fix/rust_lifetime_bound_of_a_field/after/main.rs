trait Wedding<'t>: 't {}
struct Prince<'kiss, 'white: 'kiss> {
    child: Box<dyn Wedding<'kiss> + 'white>,
}
