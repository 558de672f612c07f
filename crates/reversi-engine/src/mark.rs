//! The mark by which programs of this project are recognised, whatever their names: that of the
//! crate `course`. Other people's engines do not have it.

/// A note of the ELF format, which a reader finds at the start of a file, without a symbol table.
#[repr(C)]
struct ElfNote {
    name_length: u32,
    text_length: u32,
    kind: u32,
    name: [u8; 8],
    text: [u8; 32],
}

/// `submission` looks for the text, so that no submission can execute a reference.
#[expect(unsafe_code, reason = "a section has a name; no code is in it")]
#[used]
// SAFETY: Nothing else has a section of this name, and the value is a note, as its readers
// expect of a section whose name begins so.
#[unsafe(link_section = ".note.reversi")]
static NOTE: ElfNote = ElfNote {
    name_length: 8,
    text_length: 32,
    kind: 1,
    name: *b"Reversi\0",
    text: *b"a program of reversi-courses\0\0\0\0",
};
