// A makeMove that answers at once, to measure the cost of an answer: it is linked
// with the driver like a submission. The answer is not used.

#include "lab8part2.h"

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  (void)board;
  (void)n;
  (void)turn;
  *row = *col = 0;
  return 0;
}
