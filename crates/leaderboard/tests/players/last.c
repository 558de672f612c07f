// The lowest, then rightmost legal move. What it prints is no answer.
#include <stdio.h>

#include "lab8part2.h"
#include "rules.h"

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  printf("move 0 0\n");
  for (*row = n - 1; *row >= 0; --*row)
    for (*col = n - 1; *col >= 0; --*col)
      if (flips(board, n, turn, *row, *col) > 0) return 0;
  return -1;
}
