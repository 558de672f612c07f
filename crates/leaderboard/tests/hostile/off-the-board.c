#include <stdio.h>

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  fprintf(stderr, "about to leave the board\n");
  *row = -3;
  *col = 700;
  return 0;
}
