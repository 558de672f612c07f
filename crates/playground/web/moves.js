// The list of moves, in which the chosen item is the position that is shown.

// Makes the list in `list`. `go` gets the number of the position to show.
const createMoves = (list, { go }) => {
  const moves = createList(list, { choose: (index) => go(index + 1), hasNone: true });
  const lossNode = ({ lost, mark }) =>
    make(
      "small",
      { title: `${mark ? `a ${mark}, ` : ""}loses ${lost.toFixed(1)} discs` },
      `${MARK_SIGNS[mark] ?? ""} −${lost.toFixed(lost < 9.95 ? 1 : 0)}`,
      make("span", { className: "hidden-text", textContent: mark ? ` ${mark}` : "" }),
    );
  const item = ({ by, name }, index, judged) => ({
    className: `${by} ${judged?.mark ?? ""}`,
    nodes: [
      make("span", { className: "number", textContent: `${index + 1}` }),
      make("span", { className: `sign ${by}` }),
      make("span", { className: "hidden-text", textContent: by }),
      make("span", { textContent: name }),
      ...(judged?.lost >= 0.5 ? [lossNode(judged)] : []),
    ],
  });
  return {
    // Shows the moves that lead to `positions`, the one to position `now` being chosen;
    // `judged` has the review of each, if there is one.
    show: (positions, now, judged = []) =>
      moves.show(
        positions.slice(1).map((one, index) => item(one, index, judged[index])),
        now - 1,
      ),
  };
};
