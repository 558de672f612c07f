#include <stdio.h>
int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  for (;;) puts("thinking, thinking, thinking, thinking, thinking, thinking, thinking");
}
