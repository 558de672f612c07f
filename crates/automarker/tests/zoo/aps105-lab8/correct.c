#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

bool positionInBounds(int n, int row, int col) {
    return row >= 0 && row < n && col >= 0 && col < n;
}

void printBoard(char board[][26], int n) {
    printf("  ");
    for (int col = 0; col < n; col++)
        printf("%c", 'a' + col);
    printf("\n");
    for (int row = 0; row < n; row++) {
        printf("%c ", 'a' + row);
        for (int col = 0; col < n; col++)
            printf("%c", board[row][col]);
        printf("\n");
    }
}

bool checkLegalInDirection(char board[][26], int n, int row, int col, char colour, int deltaRow, int deltaCol) {
    bool seen = false;
    row += deltaRow;
    col += deltaCol;
    while (positionInBounds(n, row, col) && board[row][col] != 'U' && board[row][col] != colour) {
        seen = true;
        row += deltaRow;
        col += deltaCol;
    }
    return seen && positionInBounds(n, row, col) && board[row][col] == colour;
}

int flipInDirection(char board[][26], int n, int row, int col, char colour, int deltaRow, int deltaCol, bool turn) {
    int flipped = 0;
    if (!checkLegalInDirection(board, n, row, col, colour, deltaRow, deltaCol))
        return 0;
    row += deltaRow;
    col += deltaCol;
    while (board[row][col] != colour) {
        if (turn)
            board[row][col] = colour;
        flipped++;
        row += deltaRow;
        col += deltaCol;
    }
    return flipped;
}

/* The number of tiles that the move flips, 0 if it is not legal. */
int moveTiles(char board[][26], int n, int row, int col, char colour, bool turn) {
    int total = 0;
    if (!positionInBounds(n, row, col) || board[row][col] != 'U')
        return 0;
    for (int deltaRow = -1; deltaRow <= 1; deltaRow++)
        for (int deltaCol = -1; deltaCol <= 1; deltaCol++)
            if (deltaRow != 0 || deltaCol != 0)
                total += flipInDirection(board, n, row, col, colour, deltaRow, deltaCol, turn);
    if (turn)
        board[row][col] = colour;
    return total;
}

bool findBestMove(char board[][26], int n, char colour, int *bestRow, int *bestCol) {
    int best = 0;
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++) {
            int flipped = moveTiles(board, n, row, col, colour, false);
            if (flipped > best) {
                best = flipped;
                *bestRow = row;
                *bestCol = col;
            }
        }
    return best > 0;
}

int main(void) {
    int n, row, col;
    char board[26][26], computer, moveRow, moveCol;

    printf("Enter the board dimension: ");
    if (scanf("%d", &n) != 1 || n < 4 || n > 26 || n % 2 != 0) {
        fprintf(stderr, "The dimension must be an even number from 4 to 26.\n");
        return 1;
    }
    printf("Computer plays (B/W) : ");
    if (scanf(" %c", &computer) != 1 || (computer != 'B' && computer != 'W')) {
        fprintf(stderr, "The computer must be B or W.\n");
        return 1;
    }
    for (row = 0; row < n; row++)
        for (col = 0; col < n; col++)
            board[row][col] = 'U';
    board[n / 2 - 1][n / 2 - 1] = board[n / 2][n / 2] = 'W';
    board[n / 2 - 1][n / 2] = board[n / 2][n / 2 - 1] = 'B';
    printBoard(board, n);

    char colour = 'B', other = 'W', temp;
    int blocked = 0;
    while (blocked < 2) {
        if (!findBestMove(board, n, colour, &row, &col)) {
            blocked++;
            if (blocked == 1 && findBestMove(board, n, other, &row, &col))
                printf("%c player has no valid move.\n", colour);
        } else {
            blocked = 0;
            if (colour == computer) {
                printf("Computer places %c at %c%c.\n", colour, 'a' + row, 'a' + col);
            } else {
                printf("Enter move for color %c (RowCol): ", colour);
                if (scanf(" %c%c", &moveRow, &moveCol) != 2)
                    return 1;
                row = moveRow - 'a';
                col = moveCol - 'a';
            }
            if (moveTiles(board, n, row, col, colour, false) == 0) {
                printf("Invalid move.\n");
                printf("%c player wins.\n", computer);
                return 0;
            }
            moveTiles(board, n, row, col, colour, true);
            printBoard(board, n);
        }
        temp = colour;
        colour = other;
        other = temp;
    }

    int black = 0, white = 0;
    for (row = 0; row < n; row++)
        for (col = 0; col < n; col++) {
            if (board[row][col] == 'B')
                black++;
            else if (board[row][col] == 'W')
                white++;
        }
    if (black > white)
        printf("B player wins.\n");
    else if (white > black)
        printf("W player wins.\n");
    else
        printf("Draw!\n");
    return 0;
}
