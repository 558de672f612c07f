// Reaches for what is not its own: another submission, the tournament's folder, a
// reference to call, the network, and the process of its opponent. Plays a legal
// move if it gets any of it, and an illegal one if it gets nothing. The test
// defines FOLDER, a readable folder of the tournament.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "liblab8part2.h"

static int reads(const char *path) { return open(path, O_RDONLY) >= 0; }

static int calls_a_reference(void) {
  char text[16] = "";
  FILE *answer = popen(FOLDER "/engine 2>/dev/null", "r");
  return answer && fgets(text, sizeof text, answer) != NULL;
}

static int sends(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int udp = socket(AF_INET, SOCK_DGRAM, 0);
  return udp >= 0 && sendto(udp, "x", 1, 0, (struct sockaddr *)&to, sizeof to) == 1;
}

static int finds_another_player(void) {
  DIR *all = opendir("/proc");
  for (struct dirent *one; all && (one = readdir(all));) {
    char path[300], line[4096] = "";
    snprintf(path, sizeof path, "/proc/%s/environ", one->d_name);
    int file = open(path, O_RDONLY);
    if (file >= 0 && read(file, line, sizeof line - 1) > 0 && strstr(line, "CARGO")) {
      return 1;
    }
  }
  return 0;
}

int makeMove(const char board[][26], int n, char turn, int *row, int *col) {
  int got = reads(FOLDER "/submissions/greedy/greedy.c") || reads(FOLDER "/t/settings.json") ||
            open(FOLDER "/t/spied", O_CREAT | O_WRONLY, 0666) >= 0 || calls_a_reference() ||
            sends() || finds_another_player();
  *row = *col = -1;
  return got ? findSmarterMove((void *)board, n, turn, row, col) : 0;
}
