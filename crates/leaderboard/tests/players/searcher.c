// Looks DEPTH moves ahead; what few moves lie on the edge decides.
#include <string.h>

#include "lab8part2.h"
#include "rules.h"

#ifndef DEPTH
#define DEPTH 5
#endif

static char other(char turn) { return turn == 'B' ? 'W' : 'B'; }

static void play(char board[][26], int n, char turn, int row, int col) {
  char before[26][26];
  memcpy(before, board, sizeof before);
  for (int down = -1; down <= 1; down++)
    for (int across = -1; across <= 1; across++) {
      int y = row + down, x = col + across;
      while (y >= 0 && y < n && x >= 0 && x < n && before[y][x] == other(turn)) y += down, x += across;
      if (y < 0 || y >= n || x < 0 || x >= n || before[y][x] != turn) continue;
      while (y != row || x != col) {
        y -= down;
        x -= across;
        board[y][x] = turn;
      }
    }
  board[row][col] = turn;
}

static int search(char board[][26], int n, char turn, int depth, int passed, int alpha, int beta,
                  int *row, int *col) {
  int best = -100000, moves = 0, ignored;
  if (depth == 0) {
    int worth = 0;
    for (int r = 0; r < n; r++)
      for (int c = 0; c < n; c++) {
        int edges = (r == 0 || r == n - 1) + (c == 0 || c == n - 1);
        int disc = board[r][c] == 'U' ? 0 : board[r][c] == turn ? 1 : -1;
        worth += disc * (edges == 2 ? 30 : edges == 1 ? 4 : 1);
        worth += 3 * (flips((const char(*)[26])board, n, turn, r, c) > 0);
        worth -= 3 * (flips((const char(*)[26])board, n, other(turn), r, c) > 0);
      }
    return worth;
  }
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) {
      if (flips((const char(*)[26])board, n, turn, r, c) == 0) continue;
      char next[26][26];
      memcpy(next, board, sizeof next);
      play(next, n, turn, r, c);
      moves++;
      int worth = -search(next, n, other(turn), depth - 1, 0, -beta, -alpha, &ignored, &ignored);
      if (worth > best) {
        best = worth;
        *row = r;
        *col = c;
      }
      if (worth > alpha) alpha = worth;
      if (alpha >= beta) return best;
    }
  if (moves > 0) return best;
  if (!passed) return -search(board, n, other(turn), depth, 1, -beta, -alpha, &ignored, &ignored);
  int margin = 0;
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) margin += board[r][c] == 'U' ? 0 : board[r][c] == turn ? 1 : -1;
  return 1000 * margin;
}

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  char copy[26][26];
  memcpy(copy, board, sizeof copy);
  search(copy, n, turn, DEPTH, 0, -100000, 100000, row, col);
  return 0;
}
