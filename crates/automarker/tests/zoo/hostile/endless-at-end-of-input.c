/* Asks until scanf has read a move, which it never has at the end of input. */
#include <stdio.h>

int main(void) {
    char row = 0, col = 0;
    while (row < 'a' || row > 'h' || col < 'a' || col > 'h')
        scanf(" %c%c", &row, &col);
    while (scanf(" %c%c", &row, &col) != 2)
        ;
    return 0;
}
