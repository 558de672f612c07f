/*
 * An example of a program for APS105 Lab 8, Part 2, that uses the library: a
 * makeMove, and a main that lets it play against the library's opponents.
 *
 *     gcc example.c -L. -llab8part2 -std=c99 -o example
 *     ./example
 *
 * This makeMove plays the first legal move that it finds, and loses. Replace it
 * by a better one.
 */
#include <stdbool.h>
#include <stdio.h>

#include "lab8part2.h"
#include "liblab8part2.h"

/* The number of discs that `colour` flips in one direction, by playing at
 * (row, col). */
static int flipsInDirection(const char board[][26], int n, int row, int col, char colour,
                            int deltaRow, int deltaCol) {
    int flips = 0;
    row += deltaRow;
    col += deltaCol;
    while (positionInBounds(n, row, col) && board[row][col] != 'U') {
        if (board[row][col] == colour) {
            return flips;
        }
        flips++;
        row += deltaRow;
        col += deltaCol;
    }
    return 0;
}

static bool isLegal(const char board[][26], int n, int row, int col, char colour) {
    if (!positionInBounds(n, row, col) || board[row][col] != 'U') {
        return false;
    }
    for (int deltaRow = -1; deltaRow <= 1; deltaRow++) {
        for (int deltaCol = -1; deltaCol <= 1; deltaCol++) {
            if (flipsInDirection(board, n, row, col, colour, deltaRow, deltaCol) > 0) {
                return true;
            }
        }
    }
    return false;
}

bool positionInBounds(int n, int row, int col) {
    return row >= 0 && row < n && col >= 0 && col < n;
}

/* The function that you write for Part 2. It must not change the board. It
 * writes the move to *row and *col, counted from 0. */
int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            if (isLegal(board, n, r, c, turn)) {
                *row = r;
                *col = c;
                return 0;
            }
        }
    }
    return 1; /* There is no legal move; main does not call makeMove then. */
}

/* A function of the library. */
typedef int Opponent(char board[][26], int n, char colour, int *row, int *col);

static void setUp(char board[][26], int n) {
    for (int row = 0; row < n; row++) {
        for (int col = 0; col < n; col++) {
            board[row][col] = 'U';
        }
    }
    board[n / 2 - 1][n / 2 - 1] = board[n / 2][n / 2] = 'W';
    board[n / 2 - 1][n / 2] = board[n / 2][n / 2 - 1] = 'B';
}

static bool canMove(char board[][26], int n, char colour) {
    for (int row = 0; row < n; row++) {
        for (int col = 0; col < n; col++) {
            /* C99 needs the cast: it does not convert a pointer to rows of char
             * to one to rows of const char by itself. */
            if (isLegal((const char(*)[26])board, n, row, col, colour)) {
                return true;
            }
        }
    }
    return false;
}

static void play(char board[][26], int n, int row, int col, char colour) {
    for (int deltaRow = -1; deltaRow <= 1; deltaRow++) {
        for (int deltaCol = -1; deltaCol <= 1; deltaCol++) {
            int flips = flipsInDirection((const char(*)[26])board, n, row, col, colour, deltaRow,
                                         deltaCol);
            for (int step = 1; step <= flips; step++) {
                board[row + step * deltaRow][col + step * deltaCol] = colour;
            }
        }
    }
    board[row][col] = colour;
}

static int count(char board[][26], int n, char colour) {
    int discs = 0;
    for (int row = 0; row < n; row++) {
        for (int col = 0; col < n; col++) {
            discs += board[row][col] == colour;
        }
    }
    return discs;
}

/* Plays a game of makeMove, with the discs of colour `mine`, against `opponent`
 * and prints the result. Returns false if a move is illegal. */
static bool game(int n, char mine, Opponent *opponent, const char *name) {
    char board[26][26];
    char theirs = mine == 'B' ? 'W' : 'B';
    setUp(board, n);
    char turn = 'B';
    while (canMove(board, n, 'B') || canMove(board, n, 'W')) {
        if (canMove(board, n, turn)) {
            int row = -1;
            int col = -1;
            if (turn == mine) {
                makeMove((const char(*)[26])board, n, turn, &row, &col);
            } else {
                opponent(board, n, turn, &row, &col);
            }
            if (!isLegal((const char(*)[26])board, n, row, col, turn)) {
                printf("makeMove (%c) against %s: an illegal move of %c's\n", mine, name, turn);
                return false;
            }
            play(board, n, row, col, turn);
        }
        turn = turn == 'B' ? 'W' : 'B';
    }
    printf("makeMove (%c) against %s: %d to %d\n", mine, name, count(board, n, mine),
           count(board, n, theirs));
    return true;
}

int main(void) {
    int n = 8;
    bool legal = true;
    for (int round = 0; round < 2; round++) {
        char mine = round == 0 ? 'B' : 'W';
        legal = game(n, mine, findSmarterMove, "findSmarterMove") && legal;
        legal = game(n, mine, findSmartestMove, "findSmartestMove") && legal;
        legal = game(n, mine, findStrongestMove, "findStrongestMove") && legal;
    }
    return legal ? 0 : 1;
}
