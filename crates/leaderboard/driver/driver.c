// Calls a submission's makeMove. Reads one position per line, as in
// "B 4 UUUUUWBUUBWUUUUU", and writes one answer per line:
//
//   ready          once, after the start
//   move 1 0 8123  the values of *row and *col after makeMove, and the processor time
//                  of the move in microseconds: user and system, children included
//   signal 11      a signal killed makeMove's process
//   exit 3         makeMove's process exited with this status
//
// Each move runs in a process of its own, a copy of this process after its start:
// variables, leaks and damage do not last from move to move. Output of makeMove
// goes to standard error, so that it cannot be mistaken for an answer. Processes
// that a move started are killed after it.

#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lab8part2.h"

enum { WIDEST = 26 };

static void think(const char board[][26], int n, char turn, int out, int seconds) {
  // If the tournament is killed, no other process ends this one.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  struct rlimit limit = {(rlim_t)seconds, (rlim_t)seconds + 1};
  setrlimit(RLIMIT_CPU, &limit);
  int null = open("/dev/null", O_RDONLY);
  dup2(null, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  int square[2] = {-1, -1};
  makeMove(board, n, turn, &square[0], &square[1]);
  ssize_t written = write(out, square, sizeof square);
  _exit(written == (ssize_t)sizeof square ? 0 : 1);
}

static long micros(struct timeval time) {
  return (long)time.tv_sec * 1000000 + (long)time.tv_usec;
}

// Kills the processes of a move, and returns their processor time. Orphans are children
// of this process.
static long endChildren(void) {
  char name[64];
  long used = 0;
  snprintf(name, sizeof name, "/proc/self/task/%d/children", (int)getpid());
  for (;;) {
    FILE *list = fopen(name, "re");
    int pid, count = 0;
    while (list && fscanf(list, "%d", &pid) == 1) {
      kill(pid, SIGKILL);
      count++;
    }
    if (list) {
      fclose(list);
    }
    if (count == 0) {
      return used;
    }
    while (count-- > 0) {
      struct rusage usage;
      if (wait4(-1, NULL, 0, &usage) > 0) {
        used += micros(usage.ru_utime) + micros(usage.ru_stime);
      }
    }
  }
}

static void answer(const char *text) {
  size_t length = strlen(text);
  while (length > 0) {
    ssize_t written = write(STDOUT_FILENO, text, length);
    if (written <= 0) {
      exit(1);
    }
    text += written;
    length -= (size_t)written;
  }
}

static void play(const char board[][26], int n, char turn, int seconds) {
  int ends[2];
  char text[64];
  pid_t pid;
  if (pipe2(ends, O_CLOEXEC) != 0 || (pid = fork()) < 0) {
    perror("no process for a move");
    exit(1);
  }
  if (pid == 0) {
    close(ends[0]);
    think(board, n, turn, ends[1], seconds);
  }
  close(ends[1]);
  int square[2], status = 0;
  if (read(ends[0], square, sizeof square) == (ssize_t)sizeof square) {
    long used = endChildren();
    snprintf(text, sizeof text, "move %d %d %ld\n", square[0], square[1], used);
  } else {
    waitpid(pid, &status, 0);
    if (WIFSIGNALED(status)) {
      snprintf(text, sizeof text, "signal %d\n", WTERMSIG(status));
    } else {
      snprintf(text, sizeof text, "exit %d\n", WEXITSTATUS(status));
    }
  }
  close(ends[0]);
  endChildren();
  answer(text);
}

int main(int argc, char **argv) {
  int seconds = argc > 1 ? atoi(argv[1]) : 2;
  char line[4096];
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  setvbuf(stdout, NULL, _IOLBF, 0);
  answer("ready\n");
  while (fgets(line, sizeof line, stdin)) {
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
    play((const char(*)[26])board, n, turn, seconds);
  }
  return 0;
}
