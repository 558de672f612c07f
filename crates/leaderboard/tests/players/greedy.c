// The most flips: Part 1's algorithm.
#include "lab8part2.h"
#include "rules.h"

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  int most = 0;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) {
      int count = flips(board, n, turn, r, c);
      if (count > most) {
        most = count;
        *row = r;
        *col = c;
      }
    }
  return most > 0 ? 0 : -1;
}
