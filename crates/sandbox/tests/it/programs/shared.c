#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
int main(void) {
    for (int count = 0; count < 600; count++) {
        char *shared = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        memset(shared, 1, 1 << 20);
        madvise(shared, 1 << 20, MADV_DONTNEED);
    }
    pause();
}
