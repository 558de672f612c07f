// comment.c with other names, and a main that is never called.
int makeMove(const char squares[][26], int size, char me, int *r, int *c) {
  *r = *c = 0;
  return 0;
}

int main(void) {
  int r, c;
  return makeMove(0, 8, 'B', &r, &c) + r + c;
}
