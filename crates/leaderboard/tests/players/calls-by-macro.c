// Asks the course's library, whose function's name is nowhere in this file.
#define FUNCTION(level) find##level##Move
int FUNCTION(Smartest)(const char board[][26], int n, char turn, int *row, int *col);

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  return FUNCTION(Smartest)(board, n, turn, row, col);
}
