/*
 * The opponents of APS105 Lab 8, Part 2, as the course's library declares
 * them, and a stronger one.
 *
 *     gcc part2.c -L. -llab8part2 -std=c99 -o lab8part2
 *
 * Each function finds a move for `colour`, 'B' or 'W', on a board of n rows
 * and n columns, n even, from 4 to 26. A square is 'U' (unoccupied), 'B' or
 * 'W'; board[row][col] with 0 <= row < n and 0 <= col < n is all that is read,
 * and the board is never changed. It may come from the middle of any game.
 *
 * *row and *col are those of the move, counted from 0: (0, 0) is the square
 * that the handout calls aa. Where there is no move both are -1. The value
 * returned is LAB8_MOVE (0), or says why there is none; it is the same on
 * every call with the same mistake. The course's own library returns other
 * numbers, of which its handout says nothing.
 *
 *     int row, col;
 *     if (findSmarterMove(board, n, 'W', &row, &col) == LAB8_MOVE) {
 *         printf("Testing AI move (row, col): %c%c\n", row + 'a', col + 'a');
 *     }
 *
 * The functions may be called from several threads at once, and after fork().
 * They print nothing, and end no program.
 */
#ifndef LIBLAB8PART2_H
#define LIBLAB8PART2_H

#ifdef __cplusplus
extern "C" {
#endif

/* What the functions return. The first that applies is returned. */
enum {
    LAB8_MOVE = 0,            /* *row and *col are a legal move */
    LAB8_NO_MOVE = 1,         /* `colour` has no legal move: it has to pass */
    LAB8_NULL_POINTER = -1,   /* board, row or col is NULL; nothing is written */
    LAB8_BAD_DIMENSION = -2,  /* n is odd, less than 4 or more than 26 */
    LAB8_BAD_COLOUR = -3,     /* colour is neither 'B' nor 'W' */
    LAB8_BAD_BOARD = -4,      /* a square is not 'U', 'B' or 'W' */
    LAB8_OUT_OF_MEMORY = -5,  /* only findStrongestMove */
    LAB8_INTERNAL_ERROR = -6  /* a mistake of the library's own */
};

/* A little better than Part 1's algorithm: looks one move ahead, for corners
 * and for few replies. Takes well under a millisecond on 8x8. */
int findSmarterMove(char board[][26], int n, char colour, int *row, int *col);

/* A little better again: looks up to four moves ahead. Takes some
 * milliseconds on 8x8, and half a second at most on 26x26. */
int findSmartestMove(char board[][26], int n, char colour, int *row, int *col);

/* As strong as it gets: a search that uses most of one second a move, except
 * where there is little to think about. It takes some 80 MiB of memory for each
 * thread that calls at once, and keeps it for the next call. */
int findStrongestMove(char board[][26], int n, char colour, int *row, int *col);

#ifdef __cplusplus
}
#endif

#endif
