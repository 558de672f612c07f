/*
 * What a program for APS105 Lab 8, Part 2, defines. The three functions of
 * Part 1 are declared too, as in the course's own file of this name, since
 * programs call them before they define them; a program that has no use for
 * them need not define them.
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
 * *row and *col, counted from 0. A square of the board is 'U', 'B' or 'W';
 * board[row][col] counts where row and col are less than n. You are only asked
 * when there is a legal move, and have a second for it on 8x8. What you return
 * is up to you; 0 will do.
 *
 * The library liblab8strongest defines this one function by an engine of its
 * own, which returns what liblab8part2.h says of findStrongestMove.
 */
int makeMove(const char board[][26], int n, char turn, int *row, int *col);

#ifdef __cplusplus
}
#endif

#endif
