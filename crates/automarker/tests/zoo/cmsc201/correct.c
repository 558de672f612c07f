#include <stdio.h>
#include <stdlib.h>

#define N 8

static char grid[N][N];
static const int dRow[] = {-1, 0, 0, 1};
static const int dCol[] = {0, -1, 1, 0};

static void show(void) {
    printf("\n_|0|1|2|3|4|5|6|7\n");
    for (int i = 0; i < N; i++) {
        printf("%d|", i);
        for (int j = 0; j < N; j++)
            printf("%c|", grid[i][j]);
        printf("\n");
    }
}

static int inside(int i, int j) {
    return i >= 0 && i < N && j >= 0 && j < N;
}

/* Counts the pieces a move would flip, and flips them if really is set. */
static int move(int i, int j, char me, int really) {
    int total = 0;
    if (!inside(i, j) || grid[i][j] != '.')
        return 0;
    for (int d = 0; d < 4; d++) {
        int n = 0, r = i + dRow[d], c = j + dCol[d];
        while (inside(r, c) && grid[r][c] != '.' && grid[r][c] != me) {
            n++;
            r += dRow[d];
            c += dCol[d];
        }
        if (!inside(r, c) || grid[r][c] != me)
            continue;
        total += n;
        while (really && n > 0) {
            grid[i + n * dRow[d]][j + n * dCol[d]] = me;
            n--;
        }
    }
    if (really)
        grid[i][j] = me;
    return total;
}

static int countMoves(char me) {
    int n = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            n += move(i, j, me, 0) > 0;
    return n;
}

static void listMoves(void) {
    printf("You can go to:");
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (move(i, j, 'X', 0))
                printf(" [%d, %d]", i, j);
    printf("\n");
}

static void playerMoves(void) {
    char line[200], rest;
    int i, j;
    for (;;) {
        printf("Row and column: ");
        if (fgets(line, sizeof line, stdin) == NULL)
            exit(1);
        if (sscanf(line, "%d %d %c", &i, &j, &rest) == 2 && move(i, j, 'X', 0)) {
            move(i, j, 'X', 1);
            return;
        }
        printf("That is not allowed.\n");
        listMoves();
    }
}

static void computerMoves(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (move(i, j, 'O', 0)) {
                printf("The computer goes to [%d, %d]\n", i, j);
                move(i, j, 'O', 1);
                return;
            }
}

int main(void) {
    int x = 0, o = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            grid[i][j] = '.';
    grid[3][3] = grid[4][4] = 'X';
    grid[3][4] = grid[4][3] = 'O';

    show();
    while (countMoves('X') > 0) {
        listMoves();
        playerMoves();
        if (countMoves('O') == 0)
            break;
        computerMoves();
        show();
    }

    printf("\nThe game is over.\n");
    show();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            x += grid[i][j] == 'X';
            o += grid[i][j] == 'O';
        }
    printf("\nPlayer: %d\nCPU: %d\n", x, o);
    if (x == o)
        printf("A tie.\n");
    else
        printf("%s wins.\n", x > o ? "Player" : "CPU");
    return 0;
}
