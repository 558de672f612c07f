// Does not call findSmarterMove(board, n, turn, row, col).
int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  *row = *col = 0;
  return 0;
}
