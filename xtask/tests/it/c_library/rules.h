/* The game, for the programs that test the library. */
#ifndef RULES_H
#define RULES_H

#include <stdbool.h>
#include <string.h>

typedef int Player(char board[][26], int n, char colour, int *row, int *col);

static inline char other(char colour) { return colour == 'B' ? 'W' : 'B'; }

static inline void setUp(char board[][26], int n) {
    memset(board, '?', 26 * 26);
    for (int row = 0; row < n; row++) {
        memset(board[row], 'U', (size_t)n);
    }
    board[n / 2 - 1][n / 2 - 1] = board[n / 2][n / 2] = 'W';
    board[n / 2 - 1][n / 2] = board[n / 2][n / 2 - 1] = 'B';
}

/* The discs flipped by `colour` at (row, col), 0 if it is no legal move; they
 * are flipped if `now`. */
static inline int flip(char board[][26], int n, int row, int col, char colour, bool now) {
    if (row < 0 || row >= n || col < 0 || col >= n || board[row][col] != 'U') {
        return 0;
    }
    int all = 0;
    for (int direction = 0; direction < 9; direction++) {
        int down = direction / 3 - 1, right = direction % 3 - 1, flips = 0;
        int r = row + down, c = col + right;
        while (r >= 0 && r < n && c >= 0 && c < n && board[r][c] == other(colour)) {
            flips++;
            r += down;
            c += right;
        }
        if (flips == 0 || r < 0 || r >= n || c < 0 || c >= n || board[r][c] != colour) {
            continue;
        }
        all += flips;
        for (int step = 1; now && step <= flips; step++) {
            board[row + step * down][col + step * right] = colour;
        }
    }
    if (now && all > 0) {
        board[row][col] = colour;
    }
    return all;
}

static inline bool canMove(char board[][26], int n, char colour) {
    for (int square = 0; square < n * n; square++) {
        if (flip(board, n, square / n, square % n, colour, false) > 0) {
            return true;
        }
    }
    return false;
}

/* Black's discs less White's at the end of a game, or 10000 if a player does
 * not return a legal move, or a move where it has none. */
static inline int game(Player *black, Player *white, int n) {
    char board[26][26], before[26][26];
    setUp(board, n);
    for (char turn = 'B'; canMove(board, n, 'B') || canMove(board, n, 'W'); turn = other(turn)) {
        int row = 77, col = 77;
        memcpy(before, board, sizeof board);
        int status = (turn == 'B' ? black : white)(board, n, turn, &row, &col);
        if (memcmp(before, board, sizeof board) != 0) {
            return 10000;
        }
        if (!canMove(board, n, turn)) {
            if (status != 1 || row != -1 || col != -1) {
                return 10000;
            }
        } else if (status != 0 || flip(board, n, row, col, turn, true) == 0) {
            return 10000;
        }
    }
    int margin = 0;
    for (int square = 0; square < n * n; square++) {
        char disc = board[square / n][square % n];
        margin += (disc == 'B') - (disc == 'W');
    }
    return margin;
}

#endif
