// Rules for the players of the tests.
#ifndef RULES_H
#define RULES_H

static int flips(const char board[][26], int n, char turn, int row, int col) {
  int count = 0;
  if (board[row][col] != 'U') return 0;
  for (int down = -1; down <= 1; down++) {
    for (int across = -1; across <= 1; across++) {
      int length = 0, y = row + down, x = col + across;
      while (y >= 0 && y < n && x >= 0 && x < n && board[y][x] != 'U' && board[y][x] != turn) {
        y += down;
        x += across;
        length++;
      }
      if (y >= 0 && y < n && x >= 0 && x < n && board[y][x] == turn) count += length;
    }
  }
  return count;
}

#endif
