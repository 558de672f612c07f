// The opponents of Lab 8, Part 2.
#ifndef LIBLAB8PART2_H
#define LIBLAB8PART2_H

// Each puts its move for turn, 'B' or 'W', in *row and *col and returns 0; if
// there is no legal move it leaves them alone and returns -1.
int findSmarterMove(const char board[][26], int n, char turn, int *row, int *col);
int findSmartestMove(const char board[][26], int n, char turn, int *row, int *col);

#endif
