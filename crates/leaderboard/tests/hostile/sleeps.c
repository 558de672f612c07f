// Sleeps through its turn, and the machine is not busy.
#include <unistd.h>
int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  for (;;) pause();
}
