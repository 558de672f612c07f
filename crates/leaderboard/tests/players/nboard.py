"""Talks NBoard and plays the first legal move; --slashes adds a score."""

import sys

STEPS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
board, turn = {}, "*"


def reset():
    global board, turn
    board = {(3, 3): "O", (4, 4): "O", (3, 4): "*", (4, 3): "*"}
    turn = "*"


def flips(row, col):
    found = []
    if (row, col) in board:
        return found
    for down, across in STEPS:
        line, y, x = [], row + down, col + across
        while board.get((y, x), turn) != turn:
            line.append((y, x))
            y, x = y + down, x + across
        if board.get((y, x)) == turn:
            found += line
    return found


reset()
for line in sys.stdin:
    words = line.split()
    if words[:2] == ["set", "game"]:
        reset()
    elif words[:1] == ["ping"]:
        print("pong", words[1], flush=True)
    elif words[:1] == ["move"]:
        if words[1] != "PA":
            at = (int(words[1][1]) - 1, ord(words[1][0]) - ord("A"))
            for square in flips(*at) + [at]:
                board[square] = turn
        turn = "*O".replace(turn, "")
    elif words[:1] == ["go"]:
        row, col = next(
            (r, c) for r in range(8) for c in range(8) if flips(r, c)
        )
        rest = "/0.00/0.01" if "--slashes" in sys.argv else ""
        print("status thinking", flush=True)
        print(f"=== {'ABCDEFGH'[col]}{row + 1}{rest}", flush=True)
