//! The program, its boards and its computer player.

mod handout;
mod strength;
