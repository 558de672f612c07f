#include <pthread.h>
#include <unistd.h>
static void *wait(void *nothing) { pause(); return nothing; }
int main(void) {
    pthread_t thread;
    for (int count = 0; count < 200; count++) pthread_create(&thread, 0, wait, 0);
    pause();
}
