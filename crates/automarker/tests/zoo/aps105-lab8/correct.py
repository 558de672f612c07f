import sys

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
pending = ""


def peek():
    """The next character of the input, as C's scanf would see it."""
    global pending
    while pending == "":
        pending = input() + "\n"
    return pending[0]


def next_char():
    global pending
    ch = peek()
    pending = pending[1:]
    return ch


def skip_space():
    while peek().isspace():
        next_char()


def read_number():
    skip_space()
    text = next_char()
    while peek().isdigit():
        text += next_char()
    return int(text)


def read_letter():
    skip_space()
    return next_char()


def show(board):
    n = len(board)
    print("  " + ALPHABET[:n])
    for i in range(n):
        print(ALPHABET[i] + " " + "".join(board[i]))


def opponent(color):
    if color == "B":
        return "W"
    return "B"


def get_flips(board, row, col, color):
    n = len(board)
    if not (0 <= row < n and 0 <= col < n) or board[row][col] != "U":
        return []
    flips = []
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            r, c = row + dr, col + dc
            found = []
            while 0 <= r < n and 0 <= c < n and board[r][c] == opponent(color):
                found.append((r, c))
                r += dr
                c += dc
            if 0 <= r < n and 0 <= c < n and board[r][c] == color:
                flips.extend(found)
    return flips


def best_move(board, color):
    best, where = 0, None
    for row in range(len(board)):
        for col in range(len(board)):
            count = len(get_flips(board, row, col, color))
            if count > best:
                best, where = count, (row, col)
    return where


def place(board, row, col, color):
    for r, c in get_flips(board, row, col, color):
        board[r][c] = color
    board[row][col] = color
    show(board)


def main():
    print("Enter the board dimension: ", end="")
    n = read_number()
    if n < 4 or n > 26 or n % 2 == 1:
        sys.exit("Bad dimension")
    print("Computer plays (B/W) : ", end="")
    computer = read_letter()
    if computer not in ("B", "W"):
        sys.exit("Bad color")

    board = [["U"] * n for i in range(n)]
    mid = n // 2
    board[mid - 1][mid - 1] = board[mid][mid] = "W"
    board[mid - 1][mid] = board[mid][mid - 1] = "B"
    show(board)

    color = "B"
    while True:
        move = best_move(board, color)
        if move is None:
            if best_move(board, opponent(color)) is None:
                break
            print(color + " player has no valid move.")
        elif color == computer:
            print(f"Computer places {color} at {ALPHABET[move[0]]}{ALPHABET[move[1]]}.")
            place(board, move[0], move[1], color)
        else:
            print(f"Enter move for color {color} (RowCol): ", end="")
            row = ord(read_letter()) - ord("a")
            col = ord(next_char()) - ord("a")
            if not get_flips(board, row, col, color):
                print("Invalid move.")
                print(computer + " player wins.")
                return
            place(board, row, col, color)
        color = opponent(color)

    black = sum(row.count("B") for row in board)
    white = sum(row.count("W") for row in board)
    if black > white:
        print("B player wins.")
    elif white > black:
        print("W player wins.")
    else:
        print("Draw!")


main()
