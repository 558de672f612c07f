#include <stdlib.h>
#include <string.h>
int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  for (;;) {
    char *more = malloc(1 << 20);
    if (more) memset(more, 1, 1 << 20);
  }
}
