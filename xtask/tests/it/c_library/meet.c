/* makeMove, whosever it is, against an opponent of the library. */
#include <stdio.h>

#include "lab8part2.h"
#include "liblab8part2.h"
#include "rules.h"

static int mine(char board[][26], int n, char colour, int *row, int *col) {
    return makeMove((const char(*)[26])board, n, colour, row, col);
}

int main(void) {
    int black = game(mine, findSmartestMove, 4);
    int white = -game(findSmartestMove, mine, 4);
    printf("%d %d\n", black, white);
    /* White wins on 4x4 squares if it makes no mistake. */
    return black != 10000 && white > 0 ? 0 : 1;
}
