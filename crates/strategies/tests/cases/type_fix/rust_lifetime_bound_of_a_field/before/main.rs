trait Wedding<'t>: 't {}
struct Prince<'kiss, 'white> {
    child: Box<dyn Wedding<'kiss> + 'white>,
}
