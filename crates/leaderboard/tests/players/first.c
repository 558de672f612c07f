// The topmost, then leftmost legal move; with a main that nobody calls.
#include <stdio.h>

#include "lab8part2.h"
#include "rules.h"

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  for (*row = 0; *row < n; ++*row)
    for (*col = 0; *col < n; ++*col)
      if (flips(board, n, turn, *row, *col) > 0) return 0;
  return -1;
}

int main(void) {
  puts("the student's own test");
  return 1;
}
