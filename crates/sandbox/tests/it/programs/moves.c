#include <stdio.h>
#include <string.h>
int main(void) {
    char line[100];
    for (int number = 0;; number++) {
        printf("move %d: ", number);
        if (!fgets(line, sizeof line, stdin)) { puts("bye"); return 5; }
        line[strlen(line) - 1] = 0;
        printf("<%s>\n", line);
    }
}
