/*
 * The opponents of APS105 Lab 8, Part 2, with the declarations of the course's
 * library, and a stronger one.
 *
 *     gcc part2.c -L. -llab8part2 -std=c99 -o lab8part2
 *
 * Each function finds a move for `colour`, 'B' or 'W', on a board of n rows
 * and n columns, n even, from 4 to 26. A square is 'U' (unoccupied), 'B' or
 * 'W'. Only board[row][col] with 0 <= row < n and 0 <= col < n is read, and
 * nothing is written to the board. The position need not be reachable.
 *
 * *row and *col are set to the move, counted from 0: (0, 0) is the square that
 * the handout calls aa. If there is no move, both are set to -1. The return
 * value is LAB8_MOVE (0), or the reason why there is no move. The course's own
 * library returns other numbers, which its handout does not specify.
 *
 *     int row, col;
 *     if (findSmarterMove(board, n, 'W', &row, &col) == LAB8_MOVE) {
 *         printf("Testing AI move (row, col): %c%c\n", row + 'a', col + 'a');
 *     }
 *
 * The functions may be called from several threads at once, and after fork().
 * They print nothing and never end the program.
 */
#ifndef LIBLAB8PART2_H
#define LIBLAB8PART2_H

#ifdef __cplusplus
extern "C" {
#endif

/* The return values. If several apply, the first one is returned. */
enum {
    LAB8_MOVE = 0,            /* *row and *col are a legal move */
    LAB8_NO_MOVE = 1,         /* `colour` has no legal move and must pass */
    LAB8_NULL_POINTER = -1,   /* board, row or col is NULL; nothing is written */
    LAB8_BAD_DIMENSION = -2,  /* n is odd, less than 4 or more than 26 */
    LAB8_BAD_COLOUR = -3,     /* colour is neither 'B' nor 'W' */
    LAB8_BAD_BOARD = -4,      /* a square is not 'U', 'B' or 'W' */
    LAB8_OUT_OF_MEMORY = -5,  /* only findStrongestMove */
    LAB8_INTERNAL_ERROR = -6  /* an error in the library */
};

/* A little better than Part 1's algorithm: looks one move ahead and prefers
 * corners and few replies. Takes well under a millisecond on 8x8. */
int findSmarterMove(char board[][26], int n, char colour, int *row, int *col);

/* A little better again: looks up to four moves ahead. Takes a few
 * milliseconds on 8x8, and at most half a second on 26x26. */
int findSmartestMove(char board[][26], int n, char colour, int *row, int *col);

/* As strong as possible: a search that uses most of one second per move, or less
 * if the position is simple. It uses about 80 MiB of memory per thread that
 * calls at the same time, and keeps it for the next call. */
int findStrongestMove(char board[][26], int n, char colour, int *row, int *col);

#ifdef __cplusplus
}
#endif

#endif
