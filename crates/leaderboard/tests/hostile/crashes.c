#include <stdio.h>
int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  fprintf(stderr, "about to follow a wild pointer\n");
  *(volatile int *)8 = 1;
  return 0;
}
