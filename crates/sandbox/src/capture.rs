//! The part of a stream that is kept; the stream may be endless.

/// The number of bytes of standard error that are kept.
pub(crate) const TAIL: usize = 4 << 10;

/// The beginning or the end of a stream.
pub(crate) struct Capture {
    bytes: Vec<u8>,
    total: usize,
    limit: usize,
    tail: bool,
}

impl Capture {
    pub(crate) fn head(limit: usize) -> Self {
        Self {
            bytes: Vec::new(),
            total: 0,
            limit,
            tail: false,
        }
    }

    /// Keeps the last few bytes, and counts up to `limit`.
    pub(crate) fn tail(limit: usize) -> Self {
        Self {
            tail: true,
            ..Self::head(limit)
        }
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.total = self.total.saturating_add(bytes.len());
        if self.tail {
            self.bytes.extend_from_slice(bytes);
            if self.bytes.len() > 2 * TAIL {
                self.bytes.drain(..self.bytes.len() - TAIL);
            }
        } else {
            let room = self.limit - self.bytes.len();
            self.bytes
                .extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn is_over(&self) -> bool {
        self.total > self.limit
    }

    /// Removes `mark` from what was kept after the first `from` bytes, as if it
    /// had never been read. Returns `true` if it was there.
    #[cfg(target_os = "linux")]
    pub(crate) fn remove(&mut self, from: usize, mark: &[u8]) -> bool {
        let found = self.bytes[from..]
            .windows(mark.len())
            .position(|window| window == mark);
        if let Some(index) = found {
            let at = from + index;
            self.bytes.drain(at..at + mark.len());
            self.total -= mark.len();
        }
        found.is_some()
    }

    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        if self.tail && self.bytes.len() > TAIL {
            self.bytes.drain(..self.bytes.len() - TAIL);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_removed_mark_leaves_no_trace() {
        let mut head = Capture::head(6);
        head.push(b"ab#cd#");
        assert!(!head.remove(6, b"#"));
        assert!(head.remove(3, b"#"));
        assert!(!head.remove(3, b"#"));
        head.push(b"e");
        assert!(!head.is_over());
        assert_eq!(head.into_bytes(), b"ab#cde");
    }

    proptest! {
        #[test]
        fn the_head_is_the_beginning_and_the_tail_the_end(
            pieces in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..3000), 0..9),
            limit in 0..9000_usize,
        ) {
            let (mut head, mut tail) = (Capture::head(limit), Capture::tail(limit));
            for piece in &pieces {
                head.push(piece);
                tail.push(piece);
            }
            let all = pieces.concat();
            prop_assert_eq!(head.is_over(), all.len() > limit);
            prop_assert_eq!(tail.is_over(), all.len() > limit);
            prop_assert_eq!(head.into_bytes(), &all[..all.len().min(limit)]);
            prop_assert_eq!(tail.into_bytes(), &all[all.len().saturating_sub(TAIL)..]);
        }
    }
}
