int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  *row = -3;
  *col = 700;
  return 0;
}
