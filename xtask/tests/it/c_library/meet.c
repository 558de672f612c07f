/* makeMove, whosever it is, against an opponent of the library. */
#include <stdio.h>

#include "lab8part2.h"
#include "liblab8part2.h"
#include "rules.h"

static int mine(char board[][26], int n, char colour, int *row, int *col) {
    return makeMove((const char(*)[26])board, n, colour, row, col);
}

int main(void) {
    int black = game(mine, findSmartestMove, 6);
    int white = -game(findSmartestMove, mine, 6);
    printf("%d %d\n", black, white);
    return black != 10000 && black > 0 && white > 0 ? 0 : 1;
}
