/* Prints the ends of its strings too. */
#include <stdio.h>

int main(void) {
    fwrite("Enter the board dimension: ", 1, 28, stdout);
    fwrite("Computer plays (B/W) : ", 1, 24, stdout);
    fwrite("  abcd\n", 1, 8, stdout);
    return 0;
}
