/*
 * The functions that a program for APS105 Lab 8, Part 2, defines. As in the
 * course's own file of this name, the three functions of Part 1 are declared
 * too, since programs call them before they define them. A program that does
 * not use them need not define them.
 */
#ifndef LAB8PART2_H
#define LAB8PART2_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Part 1. */
void printBoard(char board[][26], int n);
bool positionInBounds(int n, int row, int col);
bool checkLegalInDirection(char board[][26], int n, int row, int col, char colour, int deltaRow,
                           int deltaCol);

/*
 * Part 2: writes the best move that you can find for `turn`, 'B' or 'W', to
 * *row and *col, counted from 0. A square of the board is 'U', 'B' or 'W'. Only
 * board[row][col] with row and col less than n is part of the board. The
 * function is called only if there is a legal move, and has one second on 8x8.
 * You may return any value, such as 0.
 *
 * The library liblab8strongest defines this function with an engine. It returns
 * the values that liblab8part2.h documents for findStrongestMove.
 */
int makeMove(const char board[][26], int n, char turn, int *row, int *col);

#ifdef __cplusplus
}
#endif

#endif
