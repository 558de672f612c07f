// C and C++ alike. At its end the leak sanitizer looks for what was not freed.
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *board = (char *)malloc(26 * 26);
    memset(board, 'U', 26 * 26);
    FILE *file = fopen("written.txt", "w+");
    if (!file || !setlocale(LC_ALL, "")) return 1;
    fprintf(file, "%c\n", board[675]);
    rewind(file);
    int first = fgetc(file);
    fclose(file);
    free(board);
    puts(first == 'U' ? "ok" : "written.txt");
    return 0;
}
