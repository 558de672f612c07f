# Takes the end of input for an empty line, and asks again for ever.
import sys

while True:
    print("Enter move for color B (RowCol): ", end="")
    if sys.stdin.readline().strip() == "quit":
        break
    print("Invalid move.")
