#include <stdlib.h>
__attribute__((constructor)) static void begin(void) { abort(); }
int makeMove(const char board[][26], int n, char turn, int *row, int *col) { return 0; }
