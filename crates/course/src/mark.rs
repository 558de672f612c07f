//! The mark that identifies programs of this project, whatever their names.

/// An ELF note, which linkers place at the start of a file. It can be found without a symbol
/// table.
#[repr(C)]
struct Note {
    name_length: u32,
    text_length: u32,
    kind: u32,
    name: [u8; 8],
    text: [u8; 32],
}

/// `submission` searches for this text, so that no submission can execute a reference.
#[expect(unsafe_code, reason = "a section has a name; no code is in it")]
#[used]
// SAFETY: Nothing else has a section of this name, and the value is a note, as its readers
// expect of a section whose name begins so.
#[unsafe(link_section = ".note.reversi")]
static NOTE: Note = Note {
    name_length: 8,
    text_length: 32,
    kind: 1,
    name: *b"Reversi\0",
    text: *b"a program of reversi-courses\0\0\0\0",
};
