#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 8
#define MAX_LINE 5000

typedef enum { EMPTY, BLACK, WHITE } type;

typedef struct {
    char name[MAX_LINE];
    type colour;
    int points;
} player;

typedef struct {
    int row, col;
} position;

static type board[SIZE][SIZE];

/* Reads a line without the white space around it. */
static char *readLine(char *line) {
    if (fgets(line, MAX_LINE, stdin) == NULL)
        exit(1);
    char *start = line, *end = line + strlen(line);
    while (end > start && isspace((unsigned char)end[-1]))
        *--end = '\0';
    while (isspace((unsigned char)*start))
        start++;
    return start;
}

static void readName(int number, player *p) {
    char line[MAX_LINE], *name;
    do {
        printf("Player %d please insert your name:   \n", number);
        name = readLine(line);
    } while (*name == '\0');
    strcpy(p->name, name);
}

static void printBoard(void) {
    printf("\n    1   2   3   4   5   6   7   8   \n");
    for (int i = 0; i < SIZE; i++) {
        printf("%d | ", i + 1);
        for (int j = 0; j < SIZE; j++) {
            if (board[i][j] == BLACK)
                printf("1 | ");
            else if (board[i][j] == WHITE)
                printf("0 | ");
            else
                printf("x | ");
        }
        printf("\n");
    }
}

static type squareAt(int row, int col) {
    if (row < 0 || row >= SIZE || col < 0 || col >= SIZE)
        return EMPTY;
    return board[row][col];
}

/* The number of discs that are captured in one direction. */
static int captured(int row, int col, int down, int right, type colour) {
    type enemy = colour == BLACK ? WHITE : BLACK;
    int n = 1;
    while (squareAt(row + n * down, col + n * right) == enemy)
        n++;
    if (squareAt(row + n * down, col + n * right) != colour)
        return 0;
    return n - 1;
}

static int findMoves(position moves[], type colour) {
    int count = 0;
    for (int row = 0; row < SIZE; row++)
        for (int col = 0; col < SIZE; col++) {
            int total = 0;
            for (int down = -1; down <= 1; down++)
                for (int right = -1; right <= 1; right++)
                    if (board[row][col] == EMPTY && (down || right))
                        total += captured(row, col, down, right, colour);
            if (total > 0) {
                moves[count].row = row;
                moves[count].col = col;
                count++;
            }
        }
    return count;
}

static void play(position p, type colour) {
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            if (down == 0 && right == 0)
                continue;
            int n = captured(p.row, p.col, down, right, colour);
            for (int k = 1; k <= n; k++)
                board[p.row + k * down][p.col + k * right] = colour;
        }
    board[p.row][p.col] = colour;
}

static int askMove(player *p, position moves[], int count) {
    char line[MAX_LINE];
    for (;;) {
        printf("Player %s choose you next move:", p->name);
        for (int i = 0; i < count; i++)
            printf(" %d. (%d,%c)", i + 1, moves[i].row + 1, 'a' + moves[i].col);
        printf("\n");
        char *end, *entry = readLine(line);
        long choice = strtol(entry, &end, 10);
        if (*end == '\0' && choice >= 1 && choice <= count)
            return (int)choice - 1;
        printf("Invalid choice. Try again.\n");
    }
}

static void printResult(FILE *out, player players[]) {
    for (int i = 0; i < 2; i++)
        fprintf(out, "Player%d %s, points: %d\n", i + 1, players[i].name, players[i].points);
    if (players[0].points == players[1].points)
        fprintf(out, "\nThe game is a draw\n");
    else
        fprintf(out, "\nThe winner is %s\n", players[players[1].points > players[0].points].name);
}

int main(void) {
    player players[2] = {{"", BLACK, 0}, {"", WHITE, 0}};
    position moves[SIZE * SIZE], otherMoves[SIZE * SIZE];
    readName(1, &players[0]);
    readName(2, &players[1]);
    board[3][3] = board[4][4] = WHITE;
    board[3][4] = board[4][3] = BLACK;
    printBoard();

    int turn = 0;
    for (;;) {
        int count = findMoves(moves, players[turn].colour);
        if (count > 0) {
            int choice = askMove(&players[turn], moves, count);
            play(moves[choice], players[turn].colour);
            printBoard();
        } else if (findMoves(otherMoves, players[1 - turn].colour) > 0) {
            printf("Player %s has no valid move.\n", players[turn].name);
        } else {
            break;
        }
        turn = 1 - turn;
    }

    for (int i = 0; i < SIZE; i++)
        for (int j = 0; j < SIZE; j++)
            if (board[i][j] != EMPTY)
                players[board[i][j] == WHITE].points++;
    printResult(stdout, players);
    FILE *file = fopen("result.txt", "w");
    if (file == NULL) {
        fprintf(stderr, "cannot write the result\n");
        return 1;
    }
    printResult(file, players);
    fclose(file);
    return 0;
}
