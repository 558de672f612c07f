// The topmost legal move, as long as a variable counts the moves of this game. Uses the
// standard streams, which are not the tournament's.
#include <stdio.h>

#include "lab8part2.h"
#include "rules.h"

static int moves;

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  int discs = 0, number;
  for (int at = 0; at < n * n; at++) discs += board[at / n][at % n] != 'U';
  int isFirst = discs <= 5;
  if (isFirst != (moves++ == 0)) return -1;
  printf("move 0 0\n%d discs\nRow: ", discs);
  if (scanf("%d", &number) != EOF) return -1;
  for (*row = 0; *row < n; ++*row)
    for (*col = 0; *col < n; ++*col)
      if (flips(board, n, turn, *row, *col) > 0) return 0;
  return -1;
}
