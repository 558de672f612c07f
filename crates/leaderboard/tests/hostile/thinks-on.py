"""Plays Part 1 and lets another process do the thinking, which goes on in the opponent's
turn."""

import os
import time

if os.fork() == 0:
    while True:
        pass
size = int(input("Enter the board dimension: "))
turn = input("Computer plays (B/W): ")
if turn == "W":
    input("Enter move for colour B (RowCol): ")
time.sleep(1)
print(f"Computer places {turn} at aa.", flush=True)
time.sleep(60)
