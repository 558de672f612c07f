/* The two shared libraries, loaded as a program loads players when it runs. */
#include <dlfcn.h>
#include <stdio.h>

#include "rules.h"

static Player *load(const char *file, const char *function) {
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library == NULL ? NULL : dlsym(library, function);
    if (symbol == NULL) {
        printf("%s\n", dlerror());
    }
    Player *player;
    memcpy(&player, &symbol, sizeof player);
    return player;
}

int main(int argc, char **argv) {
    Player *smarter = argc < 3 ? NULL : load(argv[1], "findSmarterMove");
    Player *strongest = argc < 3 ? NULL : load(argv[2], "makeMove");
    if (smarter == NULL || strongest == NULL) {
        return 1;
    }
    return game(strongest, smarter, 4) != 10000 && game(smarter, strongest, 4) != 10000 ? 0 : 1;
}
