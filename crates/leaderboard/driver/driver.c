// Calls a submission's makeMove. Reads one position per line, as in
// "B 4 UUUUUWBUUBWUUUUU", and writes one answer per line:
//
//   ready      once, after the start
//   move 1 0   the values of *row and *col after makeMove
//
// The moves of a game are calls in this process, as with the handout's own main:
// variables keep their values. The tournament sees the processor time and the end of this
// process from outside.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "lab8part2.h"

enum { WIDEST = 26 };

static FILE *positions, *answers;

// Keeps the streams of the tournament, and gives makeMove others: its input is empty, and
// what it prints goes to standard error, so that it cannot be mistaken for an answer.
static int separateStreams(void) {
  positions = fdopen(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), "r");
  answers = fdopen(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), "w");
  int areSeparate = positions && answers && freopen("/dev/null", "r", stdin) &&
                    dup2(STDERR_FILENO, STDOUT_FILENO) == STDOUT_FILENO;
  // A crash must not lose a line that was printed before it.
  setvbuf(stdout, NULL, _IOLBF, 0);
  return areSeparate;
}

static int answer(const char *text) {
  return fputs(text, answers) >= 0 && fflush(answers) == 0;
}

static int play(const char board[][26], int n, char turn) {
  char text[64];
  int row = -1, col = -1;
  makeMove(board, n, turn, &row, &col);
  snprintf(text, sizeof text, "move %d %d\n", row, col);
  return answer(text);
}

int main(void) {
  char line[4096];
  if (!separateStreams()) {
    perror("cannot separate the streams");
    return 2;
  }
  int isWritten = answer("ready\n");
  while (isWritten && fgets(line, sizeof line, positions)) {
    char turn, squares[WIDEST * WIDEST + 1], board[WIDEST][26];
    int n;
    if (sscanf(line, "%c %d %676s", &turn, &n, squares) != 3 || n < 1 ||
        n > WIDEST || strlen(squares) != (size_t)(n * n)) {
      fprintf(stderr, "this is no position: %s", line);
      return 2;
    }
    memset(board, 'U', sizeof board);
    for (int row = 0; row < n; row++) {
      memcpy(board[row], squares + row * n, (size_t)n);
    }
    isWritten = play((const char(*)[26])board, n, turn);
  }
  return isWritten ? 0 : 1;
}
