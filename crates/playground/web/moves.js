// The list of moves, in which the chosen item is the position that is shown.

// Makes the list in `list`. `go` gets the number of the position to show.
const createMoves = (list, { go }) => {
  const moves = createList(list, { choose: (index) => go(index + 1), hasNone: true });
  const item = ({ by, name }, index) => ({
    className: by,
    nodes: [
      make("span", { className: "number", textContent: `${index + 1}` }),
      make("span", { className: `sign ${by}` }),
      make("span", { className: "hidden-text", textContent: by }),
      make("span", { textContent: name }),
    ],
  });
  return {
    // Shows the moves that lead to `positions`, the one to position `now` being chosen.
    show: (positions, now) => moves.show(positions.slice(1).map(item), now - 1),
  };
};
