use std::process::Command;
use std::sync::mpsc::channel;
use std::{env, fs, thread};

fn main() {
    let (sender, receiver) = channel();
    for number in 0..4 {
        let sender = sender.clone();
        thread::spawn(move || sender.send(number).expect("it is awaited"));
    }
    drop(sender);
    assert_eq!(receiver.iter().sum::<i32>(), 6);
    let file = env::temp_dir().join("written.txt");
    fs::write(&file, "a").expect("it can be written");
    fs::copy(&file, "copy.txt").expect("it can be copied");
    let child = Command::new("sh").args(["-c", "echo child"]).output();
    assert_eq!(child.expect("there is a shell").stdout, b"child\n");
    println!("ok");
}
