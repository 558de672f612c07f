// A game as a tree of moves, kept as its lines: each has the state of a run of the program, and
// its `path`, the squares of its moves (null for a pass). Lines that begin alike share their
// positions, so no line is the beginning of another one's.

// Returns the number of moves that two paths have in common at their beginnings.
const sharedLength = (path, other) => {
  const differs = path.findIndex((square, index) => square !== other[index]);
  return differs < 0 ? Math.min(path.length, other.length) : differs;
};

// Returns `lines` with `line`, which stands where a line was that it continues.
const withLine = (lines, line) => {
  const isContinued = ({ path }) => sharedLength(path, line.path) === path.length;
  const place = lines.findIndex(isContinued);
  if (place < 0) return [...lines, line];
  return lines.flatMap((one, index) => (index === place ? [line] : isContinued(one) ? [] : [one]));
};

// Returns the moves that were played in place of those of `path`: `{index, line}`, where the
// line plays another move number `index`, from 0.
const variationsOf = (lines, path) => {
  const found = [];
  for (const line of lines) {
    const index = sharedLength(line.path, path);
    const isKnown = (one) => one.index === index && one.line.path[index] === line.path[index];
    if (index < line.path.length && !found.some(isKnown)) found.push({ index, line });
  }
  return found;
};
