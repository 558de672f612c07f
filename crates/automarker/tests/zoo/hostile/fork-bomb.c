/* Doubles seven times, so that it comes to no more than 128 processes, none of
   which lasts longer than 20 seconds. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 7; i++)
        if (fork() < 0) {
            perror("fork");
            return 3;
        }
    sleep(20);
    return 0;
}
