//! The bytes of a document, read by range from a descriptor on PDFium's request.
#![allow(unsafe_code)]

use std::ffi::{c_int, c_uchar, c_ulong, c_void};
use std::fs::File;
use std::io;

/// The document as a source of byte ranges for PDFium.
pub(crate) struct Source {
    file: File,
    /// The last block read ahead, and where it starts: PDFium's parser requests many short ranges.
    ahead: (u64, Vec<u8>),
    /// Why the last range could not be read.
    pub(crate) failure: Option<io::Error>,
}

/// Bytes read ahead at a time.
const AHEAD: u64 = 64 << 10;

/// Called by PDFium for a range of the document.
pub(crate) unsafe extern "C" fn get_block(
    parameter: *mut c_void,
    position: c_ulong,
    buffer: *mut c_uchar,
    size: c_ulong,
) -> c_int {
    let (Ok(size), false) = (usize::try_from(size), parameter.is_null() || buffer.is_null()) else {
        return 0;
    };
    // SAFETY: `parameter` is the boxed `Source` that lives as long as the document, and PDFium is used from one thread.
    let source = unsafe { &mut *parameter.cast::<Source>() };
    // SAFETY: PDFium owns `size` bytes at `buffer` during this call.
    let buffer = unsafe { std::slice::from_raw_parts_mut(buffer, size) };
    #[allow(clippy::useless_conversion, reason = "c_ulong is shorter on Windows")]
    let position = u64::from(position);
    match source.read(position, buffer) {
        Ok(()) => 1,
        Err(error) => {
            source.failure = Some(error);
            0
        }
    }
}

impl Source {
    pub(crate) fn new(file: File) -> Self {
        Self {
            file,
            ahead: (0, Vec::new()),
            failure: None,
        }
    }

    /// Fills the buffer from a position in the document.
    pub(crate) fn read_whole(&self, position: u64, buffer: &mut [u8]) -> io::Result<()> {
        let count = read_at(&self.file, position, buffer)?;
        if count == buffer.len() {
            Ok(())
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }

    fn read(&mut self, position: u64, buffer: &mut [u8]) -> io::Result<()> {
        if buffer.len() as u64 > AHEAD / 4 {
            return self.read_whole(position, buffer);
        }
        let (start, block) = &self.ahead;
        let end = position + buffer.len() as u64;
        if position < *start || end > start + block.len() as u64 {
            // Half of the block precedes the position, because the parser also moves backwards.
            let start = position.saturating_sub(AHEAD / 2);
            let mut block = vec![0; AHEAD as usize];
            let count = read_at(&self.file, start, &mut block)?;
            block.truncate(count);
            self.ahead = (start, block);
        }
        let (start, block) = &self.ahead;
        let from = (position - start) as usize;
        let found = block
            .get(from..from + buffer.len())
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buffer.copy_from_slice(found);
        Ok(())
    }
}

/// Fills as much of `buffer` as the file has at `position`.
fn read_at(file: &File, position: u64, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        let at = position + filled as u64;
        #[cfg(unix)]
        let count = std::os::unix::fs::FileExt::read_at(file, &mut buffer[filled..], at);
        #[cfg(windows)]
        let count = std::os::windows::fs::FileExt::seek_read(file, &mut buffer[filled..], at);
        match count {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
