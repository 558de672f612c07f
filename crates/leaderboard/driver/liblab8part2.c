// The opponents of the crate `opponents` in C, for submissions that call them: they
// try the same squares in the same order, so they choose the same moves.

#include "liblab8part2.h"

enum { WIDEST = 26, RIM = 2, CELLS = (WIDEST + RIM) * (WIDEST + RIM) };
enum { LIMIT = 1000000, LOOKS = 4000, NONE = -LIMIT - 1 };

// The squares with a rim of 0 around them: 1 for a disc of the side to move,
// -1 for its opponent's.
typedef struct {
  int n;
  signed char cells[CELLS];
} Grid;

typedef struct {
  int count;
  int at[WIDEST * WIDEST];
} Moves;

static int width(const Grid *grid) { return grid->n + RIM; }

static Grid readGrid(char board[][26], int n, char turn) {
  Grid grid = {.n = n};
  for (int row = 0; row < n; row++) {
    for (int col = 0; col < n; col++) {
      char square = board[row][col];
      int disc = square == 'B' || square == 'W' ? (square == turn ? 1 : -1) : 0;
      grid.cells[(row + 1) * (n + RIM) + col + 1] = (signed char)disc;
    }
  }
  return grid;
}

// Returns the number of discs that side flips by playing on the empty square at,
// and flips them in result, unless that is NULL.
static int flip(const Grid *grid, int at, int side, Grid *result) {
  int down = width(grid), count = 0;
  const int steps[] = {-down - 1, -down, -down + 1, -1,
                       1,         down - 1, down,   down + 1};
  for (int i = 0; i < 8; i++) {
    int next = at + steps[i], length = 0;
    while (grid->cells[next] == -side) {
      next += steps[i];
      length++;
    }
    if (grid->cells[next] != side) {
      continue;
    }
    count += length;
    for (int back = at + steps[i]; result && back != next; back += steps[i]) {
      result->cells[back] = (signed char)side;
    }
  }
  return count;
}

static Moves findMoves(const Grid *grid, int side) {
  Moves moves = {.count = 0};
  for (int row = 1; row <= grid->n; row++) {
    for (int col = 1; col <= grid->n; col++) {
      int at = row * width(grid) + col;
      if (grid->cells[at] == 0 && flip(grid, at, side, 0) > 0) {
        moves.at[moves.count++] = at;
      }
    }
  }
  return moves;
}

static Grid pass(Grid grid) {
  for (int at = 0; at < CELLS; at++) {
    grid.cells[at] = (signed char)-grid.cells[at];
  }
  return grid;
}

// Returns the position after a move, from the opponent's point of view.
static Grid after(const Grid *grid, int at) {
  Grid next = *grid;
  flip(grid, at, 1, &next);
  next.cells[at] = 1;
  return pass(next);
}

static int smaller(int a, int b) { return a < b ? a : b; }

// Returns the value of a disc on at while the nearest corner is empty.
static int place(const Grid *grid, int at) {
  int n = grid->n;
  int row = at / width(grid) - 1, col = at % width(grid) - 1;
  int fromRow = smaller(row, n - 1 - row), fromCol = smaller(col, n - 1 - col);
  int inner = smaller(fromRow, fromCol), outer = fromRow + fromCol - inner;
  int corner = (row < n / 2 ? 1 : n) * width(grid) + (col < n / 2 ? 1 : n);
  int isFree = grid->cells[corner] == 0;
  if (inner == 0) {
    return outer == 0 ? 100 : outer == 1 && isFree ? -30 : 10;
  }
  if (inner == 1) {
    return outer == 1 && isFree ? -60 : -5;
  }
  return 0;
}

// Sorts by value, best first; the sort is stable.
static void sort(const Grid *grid, Moves *moves) {
  for (int i = 1; i < moves->count; i++) {
    int at = moves->at[i], worth = place(grid, at), to = i;
    for (; to > 0 && place(grid, moves->at[to - 1]) < worth; to--) {
      moves->at[to] = moves->at[to - 1];
    }
    moves->at[to] = at;
  }
}

// Counts the edge discs that are connected to a corner by discs of their colour.
static int protectedDiscs(const Grid *grid) {
  int down = width(grid), top = down + 1, bottom = grid->n * down + 1;
  int across = grid->n - 1, sum = 0;
  const int edges[][2] = {
      {top, 1},     {top, down},     {top + across, -1},    {top + across, down},
      {bottom, 1},  {bottom, -down}, {bottom + across, -1}, {bottom + across, -down},
  };
  for (int i = 0; i < 8; i++) {
    int corner = grid->cells[edges[i][0]];
    for (int at = edges[i][0]; corner != 0 && grid->cells[at] == corner;
         at += edges[i][1]) {
      sum += corner;
    }
  }
  return sum;
}

static int judge(const Grid *grid, int mobility) {
  int places = 0;
  for (int row = 1; row <= grid->n; row++) {
    for (int col = 1; col <= grid->n; col++) {
      int at = row * width(grid) + col;
      places += grid->cells[at] * place(grid, at);
    }
  }
  return 5 * mobility + places + 15 * protectedDiscs(grid);
}

// Returns the value of the position for the side to move, searched depth moves
// ahead; NONE once *left positions have been searched.
static int negamax(const Grid *grid, int depth, int alpha, int beta, int *left) {
  if ((*left)-- == 0) {
    *left = 0;
    return NONE;
  }
  Moves moves = findMoves(grid, 1);
  Moves replies = findMoves(grid, -1);
  if (moves.count == 0 && replies.count == 0) {
    int margin = 0;
    for (int at = 0; at < CELLS; at++) {
      margin += grid->cells[at];
    }
    return 1000 * margin;
  }
  if (depth == 0) {
    return judge(grid, moves.count - replies.count);
  }
  if (moves.count == 0) {
    Grid next = pass(*grid);
    int worth = negamax(&next, depth - 1, -beta, -alpha, left);
    return worth == NONE ? NONE : -worth;
  }
  sort(grid, &moves);
  int most = -LIMIT;
  for (int i = 0; i < moves.count && alpha < beta; i++) {
    Grid next = after(grid, moves.at[i]);
    int worth = negamax(&next, depth - 1, -beta, -alpha, left);
    if (worth == NONE) {
      return NONE;
    }
    most = -worth > most ? -worth : most;
    alpha = -worth > alpha ? -worth : alpha;
  }
  return most;
}

static int answer(const Grid *grid, int at, int *row, int *col) {
  *row = at / width(grid) - 1;
  *col = at % width(grid) - 1;
  return LAB8_MOVE;
}

// Returns LAB8_MOVE, or the header's code for the reason why there is no move.
static int fault(char board[][26], int n, char colour, int *row, int *col) {
  if (!board || !row || !col) {
    return LAB8_NULL_POINTER;
  }
  *row = *col = -1;
  if (n < 4 || n > WIDEST || n % 2 != 0) {
    return LAB8_BAD_DIMENSION;
  }
  if (colour != 'B' && colour != 'W') {
    return LAB8_BAD_COLOUR;
  }
  for (int i = 0; i < n * n; i++) {
    char square = board[i / n][i % n];
    if (square != 'U' && square != 'B' && square != 'W') {
      return LAB8_BAD_BOARD;
    }
  }
  return LAB8_MOVE;
}

int findSmarterMove(char board[][26], int n, char colour, int *row, int *col) {
  int why = fault(board, n, colour, row, col);
  if (why != LAB8_MOVE) {
    return why;
  }
  Grid grid = readGrid(board, n, colour);
  Moves moves = findMoves(&grid, 1);
  int best = -1, most = 0;
  for (int i = 0; i < moves.count; i++) {
    Grid next = after(&grid, moves.at[i]);
    Moves replies = findMoves(&next, 1);
    int worth = place(&grid, moves.at[i]) - 2 * replies.count;
    if (best < 0 || worth > most) {
      best = moves.at[i];
      most = worth;
    }
  }
  return best < 0 ? LAB8_NO_MOVE : answer(&grid, best, row, col);
}

int findSmartestMove(char board[][26], int n, char colour, int *row, int *col) {
  int why = fault(board, n, colour, row, col);
  if (why != LAB8_MOVE) {
    return why;
  }
  Grid grid = readGrid(board, n, colour);
  Moves moves = findMoves(&grid, 1);
  if (moves.count == 0) {
    return LAB8_NO_MOVE;
  }
  sort(&grid, &moves);
  int left = LOOKS;
  for (int depth = 0; depth < 4; depth++) {
    int most = -LIMIT, best = 0;
    for (int i = 0; i < moves.count; i++) {
      Grid next = after(&grid, moves.at[i]);
      int worth = negamax(&next, depth, -LIMIT, -most, &left);
      if (worth == NONE) {
        return answer(&grid, moves.at[0], row, col);
      }
      if (-worth > most) {
        most = -worth;
        best = i;
      }
    }
    int first = moves.at[best];
    for (int i = best; i > 0; i--) {
      moves.at[i] = moves.at[i - 1];
    }
    moves.at[0] = first;
  }
  return answer(&grid, moves.at[0], row, col);
}
