use std::ffi::CString;
use std::io;

#[derive(Debug)]
enum Error {
    Empty,
    Io(io::Error),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

fn name(text: &str) -> Result<CString, Error> {
    if text.is_empty() {
        return Err(Error::Empty);
    }
    Ok(CString::new(text).map_err(io::Error::from)?)
}

fn main() {
    println!("{:?}", name("tea"));
}
