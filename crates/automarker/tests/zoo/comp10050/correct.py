# Othello for two players, who pick their moves from a list
STEPS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]
BLACK, WHITE = "1", "0"


def draw(board):
    print()
    print("    1   2   3   4   5   6   7   8")
    for number, row in enumerate(board, start=1):
        print(f"{number} | " + " | ".join(row) + " |")


def turned(board, y, x, disc):
    if board[y][x] != "x":
        return []
    foe = WHITE if disc == BLACK else BLACK
    discs = []
    for dy, dx in STEPS:
        line = []
        for k in range(1, 8):
            i, j = y + k * dy, x + k * dx
            if not (0 <= i < 8 and 0 <= j < 8) or board[i][j] == "x":
                break
            if board[i][j] == foe:
                line.append((i, j))
            else:
                discs += line
                break
    return discs


def all_moves(board, disc):
    return [(y, x) for y in range(8) for x in range(8) if turned(board, y, x, disc)]


def ask_name(number):
    name = ""
    while name == "":
        name = input(f"Player {number} please insert your name: ").strip()
    return name


def choose(name, moves):
    text = " ".join(f"{i}. ({y + 1},{chr(97 + x)})" for i, (y, x) in enumerate(moves, start=1))
    while True:
        print(f"Player {name} choose you next move: {text}")
        answer = input("Number: ").strip()
        if answer.isdecimal() and 1 <= int(answer) <= len(moves):
            return moves[int(answer) - 1]
        print("There is no such move!")


names = {BLACK: ask_name(1), WHITE: ask_name(2)}
board = [["x"] * 8 for _ in range(8)]
board[3][3] = board[4][4] = WHITE
board[3][4] = board[4][3] = BLACK
draw(board)

disc, passes = BLACK, 0
while passes < 2:
    moves = all_moves(board, disc)
    if moves:
        passes = 0
        y, x = choose(names[disc], moves)
        for i, j in turned(board, y, x, disc):
            board[i][j] = disc
        board[y][x] = disc
        draw(board)
    else:
        passes += 1
        if all_moves(board, WHITE if disc == BLACK else BLACK):
            print(f"Player {names[disc]} cannot move, the turn goes on")
    disc = WHITE if disc == BLACK else BLACK

black = sum(row.count(BLACK) for row in board)
white = sum(row.count(WHITE) for row in board)
result = f"Player1 {names[BLACK]}, points: {black}\nPlayer2 {names[WHITE]}, points: {white}\n\n"
if black == white:
    result += "It is a draw\n"
else:
    result += "The winner is " + names[BLACK if black > white else WHITE] + "\n"
print(result, end="")
with open("game_result.txt", "w") as file:
    file.write(result)
