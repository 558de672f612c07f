#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
int main(void) {
    prctl(PR_SET_NAME, "\xff) Z");
    char *eaten = malloc(200 << 20);
    memset(eaten, 1, 200 << 20);
    sleep(60);
    return eaten[1 << 20];
}
