// Sleeps for 0.4 s in each turn, and then plays the topmost legal move.
#include <unistd.h>

static int flips(const char board[][26], int n, char turn, int row, int col) {
  if (board[row][col] != 'U') return 0;
  for (int down = -1; down <= 1; down++)
    for (int across = -1; across <= 1; across++) {
      int length = 0, y = row + down, x = col + across;
      for (; y >= 0 && y < n && x >= 0 && x < n && board[y][x] != 'U'; y += down, x += across) {
        if (board[y][x] == turn) {
          if (length > 0) return 1;
          break;
        }
        length++;
      }
    }
  return 0;
}

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  usleep(400000);
  for (*row = 0; *row < n; ++*row)
    for (*col = 0; *col < n; ++*col)
      if (flips(board, n, turn, *row, *col)) return 0;
  return -1;
}
