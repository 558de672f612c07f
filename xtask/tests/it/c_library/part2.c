/* In the manner of a submission: Part 1's functions are called before they are
 * defined, `bool` comes from the course's header, the board is not const. */
#include "liblab8part2.h"
#include "lab8part2.h"

#include <stdio.h>

int makeMove(const char board[][26], int n, char turn, int *row, int *col);
bool available(char board[][26], int n, char colour);
void play(char board[][26], int n, int row, int col, char colour);

int main(void) {
  char board[26][26], turn = 'B', computer;
  int n, row, col, black = 0, white = 0;
  printf("Enter the board dimension: ");
  if (scanf("%d", &n) != 1) return 1;
  printf("Computer plays (B/W) : ");
  if (scanf(" %c", &computer) != 1) return 1;
  for (row = 0; row < n; row++)
    for (col = 0; col < n; col++) board[row][col] = 'U';
  board[n / 2][n / 2] = board[n / 2 - 1][n / 2 - 1] = 'W';
  board[n / 2][n / 2 - 1] = board[n / 2 - 1][n / 2] = 'B';
  printBoard(board, n);
  while (available(board, n, 'B') || available(board, n, 'W')) {
    if (!available(board, n, turn)) {
      printf("%c player has no valid move.\n", turn);
    } else if (turn == computer) {
      char copy[26][26];
      for (row = 0; row < n; row++)
        for (col = 0; col < n; col++) copy[row][col] = board[row][col];
      makeMove((const char(*)[26])copy, n, turn, &row, &col);
      printf("Computer places %c at %c%c.\n", turn, row + 'a', col + 'a');
      play(board, n, row, col, turn);
      printBoard(board, n);
    } else {
      findSmarterMove(board, n, turn, &row, &col);
      printf("Testing AI move (row, col): %c%c\n", row + 'a', col + 'a');
      play(board, n, row, col, turn);
      printBoard(board, n);
    }
    turn = turn == 'B' ? 'W' : 'B';
  }
  for (row = 0; row < n; row++)
    for (col = 0; col < n; col++) {
      black += board[row][col] == 'B';
      white += board[row][col] == 'W';
    }
  if (black == white) printf("Draw!\n");
  else printf("%c player wins.\n", black > white ? 'B' : 'W');
  return 0;
}

void printBoard(char board[][26], int n) {
  for (int row = 0; row < n; row++) printf("%.*s\n", n, board[row]);
}

bool positionInBounds(int n, int row, int col) {
  return row >= 0 && row < n && col >= 0 && col < n;
}

bool checkLegalInDirection(char board[][26], int n, int row, int col, char colour, int deltaRow,
                           int deltaCol) {
  bool between = false;
  for (;;) {
    row += deltaRow;
    col += deltaCol;
    if (!positionInBounds(n, row, col) || board[row][col] == 'U') return false;
    if (board[row][col] == colour) return between;
    between = true;
  }
}

bool available(char board[][26], int n, char colour) {
  for (int row = 0; row < n; row++)
    for (int col = 0; col < n; col++)
      for (int d = 0; d < 9; d++)
        if (d != 4 && board[row][col] == 'U' &&
            checkLegalInDirection(board, n, row, col, colour, d / 3 - 1, d % 3 - 1))
          return true;
  return false;
}

void play(char board[][26], int n, int row, int col, char colour) {
  for (int d = 0; d < 9; d++)
    if (d != 4 && checkLegalInDirection(board, n, row, col, colour, d / 3 - 1, d % 3 - 1))
      for (int r = row + d / 3 - 1, c = col + d % 3 - 1; board[r][c] != colour;
           r += d / 3 - 1, c += d % 3 - 1)
        board[r][c] = colour;
  board[row][col] = colour;
}

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  char copy[26][26];
  for (int r = 0; r < n; r++)
    for (int c = 0; c < n; c++) copy[r][c] = board[r][c];
  return findSmartestMove(copy, n, turn, row, col);
}
