// What a student of Lab 8, Part 2 writes.
#ifndef LAB8PART2_H
#define LAB8PART2_H

// Finds a move for turn, 'B' or 'W', on the first n rows and columns of board,
// whose squares are 'U', 'B' or 'W', and puts it in *row and *col, both
// counted from 0. The turn has a legal move.
int makeMove(const char board[][26], int n, char turn, int *row, int *col);

#endif
