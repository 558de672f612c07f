/* Calls with every mistake that liblab8part2.h names, and the promises made
 * there for right ones. Prints each that is not kept. */
/* Beyond C99: fork, mmap and threads, by the names of Linux and of macOS. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "lab8part2.h"
#include "liblab8part2.h"
#include "rules.h"

static int broken = 0;

#define HOLDS(claim)                                                                               \
    do {                                                                                           \
        if (!(claim)) {                                                                            \
            printf("%s, line %d: %s\n", name, __LINE__, #claim);                                   \
            broken++;                                                                              \
        }                                                                                          \
    } while (0)

/* Whether the function returns `status` and writes that there is no move. */
static bool refuses(Player *find, char board[][26], int n, char colour, int status) {
    int row = 77, col = 77;
    return find(board, n, colour, &row, &col) == status && row == -1 && col == -1;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void mistakes(Player *find, const char *name) {
    char board[26][26];
    int row = 77, col = 77;
    setUp(board, 8);

    HOLDS(find(NULL, 8, 'B', &row, &col) == LAB8_NULL_POINTER);
    HOLDS(find(board, 8, 'B', NULL, &col) == LAB8_NULL_POINTER);
    HOLDS(find(board, 8, 'B', &row, NULL) == LAB8_NULL_POINTER);
    HOLDS(find(NULL, 7, 'x', NULL, NULL) == LAB8_NULL_POINTER);
    HOLDS(row == 77 && col == 77);

    int dimensions[] = {INT_MIN, -8, -1, 0, 1, 2, 3, 5, 7, 25, 27, 28, 264, 65544, INT_MAX};
    for (size_t at = 0; at < sizeof dimensions / sizeof *dimensions; at++) {
        HOLDS(refuses(find, board, dimensions[at], 'B', LAB8_BAD_DIMENSION));
        HOLDS(refuses(find, board, dimensions[at], 'x', LAB8_BAD_DIMENSION));
    }
    for (int colour = CHAR_MIN; colour <= CHAR_MAX; colour++) {
        if (colour != 'B' && colour != 'W') {
            HOLDS(refuses(find, board, 8, (char)colour, LAB8_BAD_COLOUR));
        }
    }
    for (int square = CHAR_MIN; square <= CHAR_MAX; square++) {
        if (square != 'B' && square != 'W' && square != 'U') {
            board[7][7] = (char)square;
            HOLDS(refuses(find, board, 8, 'B', LAB8_BAD_BOARD));
        }
    }

    /* No move: nothing but own discs, no disc at all, a full board. */
    setUp(board, 8);
    board[3][4] = board[4][3] = 'W';
    HOLDS(refuses(find, board, 8, 'B', LAB8_NO_MOVE));
    HOLDS(refuses(find, board, 8, 'W', LAB8_NO_MOVE));
    memset(board, 'U', sizeof board);
    HOLDS(refuses(find, board, 26, 'B', LAB8_NO_MOVE));
    memset(board, 'B', sizeof board);
    HOLDS(refuses(find, board, 4, 'W', LAB8_NO_MOVE));
}

/* The last square of the board is the last byte that may be read. */
static void only_the_board_is_read(Player *find, const char *name) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    HOLDS(memory != MAP_FAILED && mprotect(memory + page, page, PROT_NONE) == 0);
    for (int n = 4; n <= 8; n += 2) {
        char whole[26][26];
        setUp(whole, n);
        size_t size = (size_t)(26 * (n - 1) + n);
        char(*board)[26] = (char(*)[26])(memory + page - size);
        memcpy(board, whole, size);
        int row = 77, col = 77;
        HOLDS(find(board, n, 'B', &row, &col) == LAB8_MOVE);
        HOLDS(flip(whole, n, row, col, 'B', false) > 0);
    }
    munmap(memory, 2 * page);
}

/* From the start within the second; what a busy machine may need beyond that
 * is granted. */
static void in_time(Player *find, const char *name) {
    int dimensions[] = {4, 8, 12, 26};
    for (size_t at = 0; at < sizeof dimensions / sizeof *dimensions; at++) {
        char board[26][26];
        int n = dimensions[at], row = 77, col = 77;
        setUp(board, n);
        double begun = seconds();
        HOLDS(find(board, n, 'B', &row, &col) == LAB8_MOVE);
        HOLDS(seconds() - begun < 1.5);
        HOLDS(flip(board, n, row, col, 'B', false) > 0);
    }
}

static Player *asked;

static void *from_a_thread(void *number) {
    for (int call = 0; call < 2; call++) {
        char board[26][26];
        int n = 4 + 2 * ((*(int *)number + call) % 2);
        int row = 77, col = 77;
        setUp(board, n);
        if (asked(board, n, 'W', &row, &col) != LAB8_MOVE ||
            flip(board, n, row, col, 'W', false) == 0) {
            return number;
        }
    }
    return NULL;
}

static void from_threads(Player *find, const char *name) {
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    int numbers[THREADS];
    asked = find;
    for (int at = 0; at < THREADS; at++) {
        numbers[at] = at;
        HOLDS(pthread_create(&threads[at], NULL, from_a_thread, &numbers[at]) == 0);
    }
    for (int at = 0; at < THREADS; at++) {
        void *failed;
        HOLDS(pthread_join(threads[at], &failed) == 0 && failed == NULL);
    }
}

static void after_fork(Player *find, const char *name) {
    int number = 1, status = -1;
    asked = find;
    pid_t child = fork();
    if (child == 0) {
        _exit(from_a_thread(&number) == NULL ? 0 : 1);
    }
    HOLDS(from_a_thread(&number) == NULL);
    HOLDS(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

/* Where memory is short, findStrongestMove says so. The engine that it keeps is
 * for another dimension. */
static void short_of_memory(void) {
#ifdef __linux__
    const char *name = "findStrongestMove";
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit = {32 << 20, 32 << 20};
        char board[26][26];
        setUp(board, 12);
        _exit(setrlimit(RLIMIT_AS, &limit) == 0 &&
                      refuses(findStrongestMove, board, 12, 'B', LAB8_OUT_OF_MEMORY)
                  ? 0
                  : 1);
    }
    HOLDS(child > 0 && waitpid(child, &status, 0) == child && status == 0);
#endif
}

int main(void) {
    struct {
        Player *find;
        const char *name;
    } functions[] = {
        {findSmarterMove, "findSmarterMove"},
        {findSmartestMove, "findSmartestMove"},
        {findStrongestMove, "findStrongestMove"},
    };
    for (int at = 0; at < 3; at++) {
        mistakes(functions[at].find, functions[at].name);
        only_the_board_is_read(functions[at].find, functions[at].name);
        in_time(functions[at].find, functions[at].name);
        from_threads(functions[at].find, functions[at].name);
        after_fork(functions[at].find, functions[at].name);
    }
    short_of_memory();
    return broken == 0 ? 0 : 1;
}
