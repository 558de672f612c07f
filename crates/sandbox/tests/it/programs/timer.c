#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    int timer;
    puts(syscall(SYS_timer_create, CLOCK_REALTIME, &event, &timer) ? "refused" : "made");
}
