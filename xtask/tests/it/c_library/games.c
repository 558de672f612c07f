/* Whole games between the library's opponents on boards of several sizes. */
#include <stdio.h>

#include "liblab8part2.h"
#include "rules.h"

static int broken = 0;

/* Both games of a pair; `better` has to win them if `wins`. */
static void pair(Player *better, Player *worse, int n, bool wins) {
    int black = game(better, worse, n);
    int white = -game(worse, better, n);
    if (black == 10000 || white == -10000 || (wins && (black <= 0 || white <= 0))) {
        printf("%dx%d: %d as black, %d as white\n", n, n, black, white);
        broken++;
    }
}

int main(void) {
    for (int n = 4; n <= 10; n += 2) {
        pair(findSmartestMove, findSmarterMove, n, n == 8);
    }
    pair(findStrongestMove, findSmarterMove, 4, false);
    return broken == 0 ? 0 : 1;
}
