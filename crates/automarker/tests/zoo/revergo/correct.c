#include <stdio.h>
#include <stdlib.h>

int rows, cols;
char board[8][16]; /* '.', 'h' or 'c' */

int count(char who) {
    int n = 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            n += board[r][c] == who;
    return n;
}

void printCell(char cell) {
    if (cell == 'h')
        printf("○ ");
    else if (cell == 'c')
        printf("● ");
    else
        printf(". ");
}

void printEdge(void) {
    printf(" + ");
    for (int c = 0; c < cols; c++)
        printf("- ");
    printf("+ ");
}

void printBoard(void) {
    int human = count('h'), computer = count('c');
    if (cols == 16) {
        printf("   0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1\n   1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6\n");
    } else {
        printf("   1 2 3 4 5 6 7 8\n");
    }
    printEdge();
    printf("  Round   :%3d\n", human + computer);
    for (int r = 0; r < rows; r++) {
        printf(rows == 1 ? " | " : "%d| ", r + 1);
        for (int c = 0; c < cols; c++)
            printCell(board[r][c]);
        printf("| ");
        if (r == 0)
            printf("  Human   :%3d", human);
        if (r == 1)
            printf("  Computer:%3d", computer);
        printf("\n");
    }
    printEdge();
    if (rows == 1)
        printf("  Computer:%3d", computer);
    printf("\n");
}

int inside(int r, int c) {
    return r >= 0 && r < rows && c >= 0 && c < cols;
}

int safe(int r, int c) {
    if (rows == 1)
        return c >= 4 && c < 12;
    return r >= 2 && r < 6 && c >= 2 && c < 6;
}

int mayPlace(int r, int c) {
    if (!inside(r, c) || board[r][c] != '.')
        return 0;
    if (safe(r, c))
        return 1;
    for (int i = -2; i <= 2; i++)
        for (int j = -2; j <= 2; j++)
            if (inside(r + i, c + j) && board[r + i][c + j] != '.')
                return 1;
    return 0;
}

/* The stones turned in one direction. */
int turned(int r, int c, int dr, int dc, char who) {
    int n = 1;
    while (inside(r + n * dr, c + n * dc) && board[r + n * dr][c + n * dc] == (who == 'h' ? 'c' : 'h'))
        n++;
    if (inside(r + n * dr, c + n * dc) && board[r + n * dr][c + n * dc] == who)
        return n - 1;
    return 0;
}

int turnedInAll(int r, int c, char who) {
    int n = 0;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++)
            if (i || j)
                n += turned(r, c, i, j, who);
    return n;
}

void place(int r, int c, char who) {
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++) {
            if (dr == 0 && dc == 0)
                continue;
            for (int n = turned(r, c, dr, dc, who); n > 0; n--)
                board[r + n * dr][c + n * dc] = who;
        }
    board[r][c] = who;
}

void askNumbers(int *first, int *second) {
    char line[100], rest;
    if (fgets(line, sizeof line, stdin) == NULL)
        exit(1);
    *first = *second = 0;
    if (second == first ? sscanf(line, "%d %c", first, &rest) != 1
                        : sscanf(line, "%d %d %c", first, second, &rest) != 2)
        *first = *second = 0;
}

int main(void) {
    int kind = 0, row, col;
    while (kind != 1 && kind != 2) {
        printf("1) 1x16\n2) 8x8\nBoard: ");
        askNumbers(&kind, &kind);
    }
    rows = kind == 1 ? 1 : 8;
    cols = kind == 1 ? 16 : 8;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            board[r][c] = '.';
    printBoard();

    int stones = 0;
    while (stones < rows * cols) {
        do {
            row = 1;
            printf(rows == 1 ? "Column: " : "Row and column: ");
            if (rows == 1)
                askNumbers(&col, &col);
            else
                askNumbers(&row, &col);
        } while (!mayPlace(row - 1, col - 1));
        place(row - 1, col - 1, 'h');
        stones++;
        printBoard();
        if (stones == rows * cols)
            break;

        int best = -1, bestRow = 0, bestCol = 0;
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < cols; c++)
                if (mayPlace(r, c) && turnedInAll(r, c, 'c') > best) {
                    best = turnedInAll(r, c, 'c');
                    bestRow = r;
                    bestCol = c;
                }
        place(bestRow, bestCol, 'c');
        stones++;
        printf("The computer takes %d %d\n", bestRow + 1, bestCol + 1);
        printBoard();
    }

    int human = count('h'), computer = count('c');
    printf("GAME OVER\n");
    if (human > computer)
        printf("Winner: Human\n");
    else if (computer > human)
        printf("Winner: Computer\n");
    else
        printf("Draw\n");
    return 0;
}
