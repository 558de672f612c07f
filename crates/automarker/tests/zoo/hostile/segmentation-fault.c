/* Fills a column of its board and never asks where the board ends. */
#include <stdio.h>

int main(void) {
    int n = 8;
    char board[26][26], *square;
    if (scanf("%d", &n) == 1)
        printf("Enter the board dimension: \n");
    for (square = &board[0][n]; ; square += 26)
        *(volatile char *)square = 'U';
}
