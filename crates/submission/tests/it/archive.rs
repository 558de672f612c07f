//! Archives of strangers.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use proptest::prelude::*;
use submission::archive::{LeftOut, UnpackError, UnpackLimits, unpack, unpack_several};
use tar::EntryType;
use tempfile::TempDir;

use super::folder;
use super::packed::{bzip2, gzip, tar, zip};

const LIMITS: UnpackLimits = UnpackLimits::SUBMISSION;

const SMALL: UnpackLimits = UnpackLimits {
    bytes: 4096,
    entries: 8,
};

const C: &[u8] = b"int main(void) { return 0; }\n";

struct Try {
    around: TempDir,
    result: Result<Vec<LeftOut>, String>,
}

type Unpack = fn(&Path, &Path, &UnpackLimits) -> Result<Vec<LeftOut>, UnpackError>;

fn try_(archive: &[u8], limits: &UnpackLimits, unpack: Unpack) -> Try {
    let around = folder();
    let path = around.path().join("a.zip");
    let into = around.path().join("into");
    fs::write(&path, archive).expect("a file can be written");
    fs::create_dir(&into).expect("a folder can be made");
    let result = unpack(&path, &into, limits).map_err(|error| error.to_string());
    Try { around, result }
}

fn unpack_others(
    archive: &Path,
    into: &Path,
    limits: &UnpackLimits,
) -> Result<Vec<LeftOut>, UnpackError> {
    unpack_several(archive, into, limits, limits)
}

impl Try {
    fn files(&self) -> BTreeMap<String, (Vec<u8>, u32)> {
        let into = self.around.path().join("into");
        let entries = walkdir::WalkDir::new(&into).min_depth(1).into_iter();
        let entries = entries.map(|entry| entry.expect("it can be read"));
        let files = entries.filter(|entry| !entry.file_type().is_dir());
        files
            .map(|entry| {
                assert!(entry.file_type().is_file(), "{entry:?} is no file");
                let name = entry.path().strip_prefix(&into).expect("it is below");
                let mode = entry.metadata().expect("it is there").permissions().mode();
                let content = fs::read(entry.path()).expect("it is readable");
                (name.display().to_string(), (content, mode & 0o7777))
            })
            .collect()
    }

    fn keeps_to(&self, limits: &UnpackLimits) {
        let around = fs::read_dir(self.around.path()).expect("it is there");
        let mut names: Vec<_> = around
            .map(|entry| entry.expect("it can be read").file_name())
            .collect();
        names.sort();
        assert_eq!(names, ["a.zip", "into"]);
        let files = self.files();
        let sizes = files.values().map(|(content, _)| content.len() as u64);
        assert!(sizes.sum::<u64>() <= limits.bytes);
        assert!(files.len() <= limits.entries);
        assert!(files.keys().all(|name| name.len() <= 1024));
    }

    fn reason(&self) -> &str {
        self.result.as_ref().expect_err("it is refused")
    }

    fn left_out(&self) -> Vec<String> {
        let left_out = self.result.as_ref().expect("it is sound");
        left_out.iter().map(ToString::to_string).collect()
    }
}

const FILE: u32 = 0o100_644;

fn projects() -> Vec<Vec<u8>> {
    use EntryType::{Directory, Regular};
    let plain = tar(&[
        (b"a1/", Directory, 0o755, b""),
        (b"a1/main.c", Regular, 0o600, C),
        (b"a1/run.sh", Regular, 0o755, b"./a1\n"),
        (b"a1/._main.c", Regular, 0o644, b"mac"),
    ]);
    vec![
        zip(&[
            (b"a1/", 0o040_755, b""),
            (b"a1/main.c", 0o100_600, C),
            (b"a1/run.sh", 0o100_755, b"./a1\n"),
            (b"__MACOSX/a1/._main.c", FILE, b"mac"),
        ]),
        gzip(&plain),
        bzip2(&plain),
        plain,
    ]
}

#[test]
fn each_format_is_unpacked() {
    for archive in projects() {
        let try_ = try_(&archive, &LIMITS, unpack);
        assert_eq!(try_.left_out(), Vec::<String>::new());
        let files = BTreeMap::from([
            ("a1/main.c".to_owned(), (C.to_owned(), 0o644)),
            ("a1/run.sh".to_owned(), (b"./a1\n".to_vec(), 0o755)),
        ]);
        assert_eq!(try_.files(), files);
    }
    let xz = include_bytes!("main.c.tar.xz");
    let files = BTreeMap::from([("main.c".to_owned(), (C.to_owned(), 0o644))]);
    assert_eq!(try_(xz, &LIMITS, unpack).files(), files);
}

#[test]
fn windows_separators_and_code_page_437_are_understood() {
    let archive = zip(&[(b"src\\", FILE, b""), (b"src\\\x81ber.c", FILE, C)]);
    let try_ = try_(&archive, &LIMITS, unpack);
    assert_eq!(try_.files().into_keys().collect::<Vec<_>>(), ["src/über.c"]);
}

#[test]
fn links_and_special_files_are_left_out() {
    use EntryType::{Char, Fifo, Link, Regular, Symlink};
    let archive = tar(&[
        (b"a.c", Regular, 0o4755, C),
        (b"passwd", Symlink, 0o777, b"/etc/passwd"),
        (b"shadow", Link, 0o644, b"/etc/shadow"),
        (b"up", Link, 0o644, b"../a.zip"),
        (b"same.c", Link, 0o644, b"a.c"),
        (b"pipe", Fifo, 0o644, b""),
        (b"tty", Char, 0o644, b""),
    ]);
    let try_ = try_(&archive, &LIMITS, unpack);
    assert_eq!(
        try_.left_out(),
        [
            "left out `passwd`: it is a link",
            "left out `shadow`: it is a link",
            "left out `up`: it is a link",
            "left out `pipe`: it is a device or the like",
            "left out `tty`: it is a device or the like",
        ]
    );
    let same = (C.to_owned(), 0o755);
    let files = BTreeMap::from([
        ("a.c".to_owned(), same.clone()),
        ("same.c".to_owned(), same),
    ]);
    assert_eq!(try_.files(), files);
    let archive = zip(&[(b"l", 0o120_777, b"/etc/passwd"), (b"a.c", FILE, C)]);
    let try_ = self::try_(&archive, &LIMITS, unpack);
    assert_eq!(try_.left_out(), ["left out `l`: it is a link"]);
}

#[test]
fn the_later_of_two_files_of_a_name_counts() {
    let archive = zip(&[(b"a.c", FILE, b"old"), (b"./a.c", FILE, C)]);
    let files = try_(&archive, &LIMITS, unpack).files();
    assert_eq!(files["a.c"].0, C);
    // Two files on Linux.
    #[cfg(target_os = "linux")]
    {
        let archive = zip(&[(b"makefile", FILE, b"1"), (b"Makefile", FILE, b"2")]);
        assert_eq!(try_(&archive, &LIMITS, unpack).files().len(), 2);
    }
}

#[test]
fn an_error_names_the_archive_and_the_entry() {
    let file = |name: &[u8]| zip(&[(b"a.c", FILE, C), (name, FILE, C)]);
    let mut encrypted = file(b"b.c");
    // The flags of the last entry, in the central directory.
    let at = encrypted
        .windows(4)
        .rposition(|bytes| bytes == b"PK\x01\x02");
    encrypted[at.expect("there is a directory") + 8] |= 1;
    let mut damaged = file(b"b.c");
    let at = damaged.windows(3).position(|bytes| bytes == b"b.c");
    damaged[at.expect("there is the name") + 8] ^= 0xff;
    let cut = |archive: Vec<u8>| archive[..archive.len() / 2].to_vec();
    let [_, gz, bz2, plain]: [Vec<u8>; 4] = projects().try_into().expect("there are four");
    let long = [b"a/".repeat(30), b"b".to_vec()].concat();
    for (archive, words) in [
        (file(b"../b"), "`../b`: the path leads out of the folder"),
        (file(b"/b"), "`/b`: the path is absolute"),
        (file(b"..\\b"), "`..\\b`: the path leads out of the folder"),
        (file(b"C:b"), "`C:b`: the path is absolute"),
        (file(b"a.c/b"), "`a.c/b`: it is both a file and a folder"),
        (file(&b"a".repeat(300)), ": cannot write it: "),
        (zip(&[(b"", FILE, C)]), "``: the file has no name"),
        (encrypted, "`b.c`: it is encrypted"),
        (damaged, "`b.c`: damaged: "),
        (file(&long), ""),
        (cut(gz), "damaged: "),
        (cut(bz2), "damaged: "),
        (cut(plain), "damaged: "),
        (gzip(C), "it is neither a zip nor a tar archive"),
        (C.to_owned(), "it is neither a zip nor a tar archive"),
        (b"".to_vec(), "it is neither a zip nor a tar archive"),
        (zip(&[]), "it is empty"),
        (
            b"Rar!\x1a\x07\x01\x00 and more".to_vec(),
            "it is a rar archive; ",
        ),
        (
            b"7z\xbc\xaf\x27\x1c and more".to_vec(),
            "it is a 7z archive; ",
        ),
        (cut(zip(&[(b"a.c", FILE, C)])), "damaged: "),
    ] {
        let try_ = try_(&archive, &LIMITS, unpack);
        if words.is_empty() {
            assert!(try_.result.is_ok());
            continue;
        }
        let reason = try_.reason();
        assert!(reason.starts_with("cannot unpack a.zip: "), "{reason}");
        assert!(reason.contains(words), "{reason} has no {words}");
    }
    let missing = unpack(Path::new("/gone/a.zip"), Path::new("/gone"), &LIMITS);
    let reason = missing.expect_err("it is not there").to_string();
    assert!(
        reason.starts_with("cannot unpack a.zip: cannot read it: "),
        "{reason}"
    );
}

#[test]
fn limits_end_an_archive() {
    let name = |index: usize| format!("{index}").into_bytes();
    let names: Vec<_> = (0..9).map(name).collect();
    let many: Vec<_> = names.iter().map(|name| (&**name, FILE, &b""[..])).collect();
    let large = [0; 2000];
    let sizes = [0, 1, 2].map(|index| (&*names[index], FILE, &large[..]));
    let deep = [b"a/".repeat(40), b"b".to_vec()].concat();
    for (archive, words) in [
        (zip(&many), "it has more than 8 entries"),
        (zip(&sizes), "`2`: it unpacks to more than 0 MiB"),
        (zip(&[(&deep, FILE, C)]), "more than 40 folders"),
        (zip(&[(&[b'a'; 1025], FILE, C)]), "more than 1024 bytes"),
    ] {
        let try_ = try_(&archive, &SMALL, unpack);
        assert!(
            try_.reason().contains(words),
            "{} has no {words}",
            try_.reason()
        );
        try_.keeps_to(&SMALL);
    }
}

#[test]
fn a_bomb_is_refused() {
    let limits = UnpackLimits {
        bytes: 16 << 20,
        ..LIMITS
    };
    let words = "it unpacks to more than 16 MiB";
    let zeros = vec![0; 17 << 20];
    let bombs = [
        zip(&[(b"a", FILE, &zeros)]),
        gzip(&tar(&[(b"a", EntryType::Regular, 0o644, &zeros)])),
    ];
    for bomb in bombs {
        let try_ = try_(&bomb, &limits, unpack);
        assert!(try_.reason().contains(words), "{}", try_.reason());
        assert_eq!(try_.files().len(), 0);
    }
    // The same bytes are ten times in the directory.
    let once = zip(&[(b"a", FILE, &zeros[..2 << 20])]);
    let at = once
        .windows(4)
        .rposition(|bytes| bytes == b"PK\x01\x02")
        .expect("a directory");
    let end = once
        .windows(4)
        .rposition(|bytes| bytes == b"PK\x05\x06")
        .expect("an end");
    let mut overlapping = once[..at].to_vec();
    for name in b'a'..b'k' {
        overlapping.extend(&once[at..end]);
        let last = overlapping.len() - 1;
        overlapping[last] = name;
    }
    let mut tail = once[end..].to_vec();
    tail[8..12].copy_from_slice(&[10, 0, 10, 0]);
    tail[12..16].copy_from_slice(&u32::try_from((end - at) * 10).expect("small").to_le_bytes());
    overlapping.extend(tail);
    let try_ = try_(&overlapping, &limits, unpack);
    assert!(try_.reason().contains(words), "{}", try_.reason());
}

#[test]
fn a_name_that_claims_gibibytes_takes_no_memory() {
    let zeros = vec![b'a'; 4 << 20];
    let bomb = gzip(&tar(&[(
        b"././@LongLink",
        EntryType::GNULongName,
        0o644,
        &zeros,
    )]));
    let try_ = try_(&bomb, &SMALL, unpack);
    assert!(
        try_.reason().contains("it unpacks to more than"),
        "{}",
        try_.reason()
    );
}

#[test]
fn each_of_several_has_limits_of_its_own() {
    let zeros = vec![0; 1500];
    let names: Vec<_> = (0..20)
        .map(|index| format!("class/mo/{index}").into_bytes())
        .collect();
    let deep = [b"class/deep/", &*b"a/".repeat(40), b"b"].concat();
    let mut entries: Vec<(&[u8], u32, &[u8])> = vec![
        (b"class/", 0o040_755, b""),
        (b"class/bomb/1", FILE, &zeros),
        (b"class/bomb/2", FILE, &zeros),
        (b"class/bomb/3", FILE, &zeros),
        (b"class/bomb/4", FILE, &zeros),
        (&deep, FILE, C),
        (b"../carol", FILE, C),
        (b"class/deep/f", FILE, C),
    ];
    entries.extend(names.iter().map(|name| (&**name, FILE, C)));
    entries.push((b"class/zoe/a.c", FILE, C));
    let tar_entries: Vec<_> = entries
        .iter()
        .map(|&(name, mode, content)| {
            let kind = [EntryType::Directory, EntryType::Regular][usize::from(mode == FILE)];
            (name, kind, mode & 0o777, content)
        })
        .collect();
    for archive in [zip(&entries), gzip(&tar(&tar_entries))] {
        let try_ = try_(&archive, &SMALL, |archive, into, each| {
            unpack_several(archive, into, &UnpackLimits::CLASS, each)
        });
        assert_eq!(
            try_.left_out(),
            [
                "left out `class/bomb/3`: its submission is larger than 0 MiB",
                &format!(
                    "left out `class/deep/{}b`: the path has more than 40 folders",
                    "a/".repeat(40)
                ),
                "left out `../carol`: the path leads out of the folder",
                "left out `class/mo/8`: it has more than 8 entries",
            ]
        );
        assert!(try_.files().contains_key("class/zoe/a.c"));
        assert_eq!(try_.files().len(), 2 + 8 + 1);
    }
}

fn name() -> impl Strategy<Value = Vec<u8>> {
    let part = prop::sample::select(vec![
        &b".."[..],
        b".",
        b"",
        b"a",
        b"b",
        b"A",
        b"..\\..",
        b"C:",
        b"\\",
        b"\xff",
        b"con",
        b"~",
        b"a\nb",
        b".git",
        b"into",
        b"a.zip",
    ]);
    prop::collection::vec(part, 1..6).prop_map(|parts| parts.join(&b'/'))
}

proptest! {
    #[test]
    fn hostile_names_stay_in_the_folder(
        names in prop::collection::vec((name(), 0..4_usize), 1..8),
        lenient: bool,
    ) {
        use EntryType::{Directory, Link, Regular, Symlink};
        let unpack = if lenient { unpack_others } else { unpack };
        let kinds = [
            (Regular, FILE, C),
            (Directory, 0o040_755, b""),
            (Symlink, 0o120_777, b"../.."),
            (Link, FILE, b"a"),
        ];
        let tar_entries: Vec<_> = names.iter().map(|(name, kind)| {
            let (kind, mode, content) = kinds[*kind];
            (&**name, kind, mode & 0o777, content)
        }).collect();
        let zip_entries: Vec<_> = names.iter().map(|(name, kind)| {
            let (_, mode, content) = kinds[*kind];
            (&**name, mode, content)
        }).collect();
        for archive in [tar(&tar_entries), zip(&zip_entries)] {
            try_(&archive, &SMALL, unpack).keeps_to(&SMALL);
        }
    }

    #[test]
    fn damaged_archives_end_in_an_error_or_in_files(
        which in 0..5_usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
        lenient: bool,
    ) {
        let unpack = if lenient { unpack_others } else { unpack };
        let mut all = projects();
        all.push(include_bytes!("main.c.tar.xz").to_vec());
        let mut archive = all.swap_remove(which);
        for (index, byte) in damage {
            let at = index.index(archive.len());
            archive[at] = byte;
        }
        if let Some(cut) = cut {
            archive.truncate(cut.index(archive.len()));
        }
        try_(&archive, &SMALL, unpack).keeps_to(&SMALL);
    }

    #[test]
    fn any_bytes_end_in_an_error_or_in_files(
        start in prop::sample::select(vec![
            &b"PK\x03\x04"[..], b"PK\x05\x06", b"\x1f\x8b\x08", b"BZh9", b"\xfd7zXZ\0", b"",
        ]),
        rest in prop::collection::vec(any::<u8>(), 0..2000),
    ) {
        let archive = [start, &rest].concat();
        try_(&archive, &SMALL, unpack).keeps_to(&SMALL);
    }
}
