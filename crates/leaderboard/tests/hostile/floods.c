// In large pieces: of two limits, a busy machine decides which is met first.
#include <stdio.h>
#include <string.h>
int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  static char thoughts[1 << 18];
  memset(thoughts, '?', sizeof thoughts);
  for (;;) fwrite(thoughts, 1, sizeof thoughts, stdout);
}
