//! A reader that returns one line at a time, and keeps the whole text.

use std::cell::Cell;
use std::io::{self, BufRead, Read};

pub(crate) struct LineByLine<'a, R> {
    source: R,
    pub(crate) text: Vec<u8>,
    taken: &'a Cell<usize>,
}

impl<'a, R> LineByLine<'a, R> {
    pub(crate) fn new(source: R, taken: &'a Cell<usize>) -> Self {
        let text = Vec::new();
        Self {
            source,
            text,
            taken,
        }
    }
}

impl<R: BufRead> Read for LineByLine<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for LineByLine<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken.get() == self.text.len() {
            self.source.read_until(b'\n', &mut self.text)?;
        }
        Ok(&self.text[self.taken.get()..])
    }

    fn consume(&mut self, amount: usize) {
        self.taken.set(self.taken.get() + amount);
    }
}
