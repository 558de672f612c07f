// The list of moves, in which the chosen item leads to the position that is shown. A move that
// was played in place of another one stands below that.

// Makes the list in `list`. `go` gets the number of the position to show, `goLine` the variation.
const createMoves = (list, { go, goLine }) => {
  // What each item shows: the number of a position, or a variation.
  let targets = [];
  const moves = createList(list, {
    choose: (index) => {
      const target = targets[index] ?? 0;
      if (typeof target === "number") go(target);
      else goLine(target);
    },
    hasNone: true,
  });
  const lossNode = ({ lost, mark }) =>
    make(
      "small",
      { title: `${mark ? `a ${mark}, ` : ""}loses ${inDigits(lost, 1)} discs` },
      `${MARK_SIGNS[mark] ?? ""} −${inDigits(lost, lost < 9.95 ? 1 : 0)}`,
      make("span", { className: "hidden-text", textContent: mark ? ` ${mark}` : "" }),
    );
  const item = ({ by, name }, index, judged) => ({
    key: `${index} ${by} ${name} ${judged?.lost}`,
    className: `${by} ${judged?.mark ?? ""} ${index % 2 ? "second" : "first"}`,
    nodes: [
      make("span", { className: "number", textContent: `${index + 1}` }),
      make("span", { className: `sign ${by}` }),
      make("span", { className: "hidden-text", textContent: by }),
      make("span", { textContent: name }),
      ...(judged?.lost >= 0.5 ? [lossNode(judged)] : []),
    ],
  });
  const variation = ({ index, line }, squares) => {
    const names = line.path.slice(index, index + 4).map((square) => squares[square] ?? "pass");
    const rest = line.path.length - index - names.length;
    return {
      className: "variation",
      nodes: [
        make("span", { className: "number", textContent: `${index + 1}` }),
        make("span", { className: "hidden-text", textContent: "instead" }),
        make("span", { textContent: names.join(" ") + (rest > 0 ? " …" : "") }),
      ],
    };
  };
  return {
    // Shows the moves that lead to `positions`, the one to position `now` being chosen;
    // `judged` has the review of each, if there is one. `squares` has the squares' names.
    show(positions, now, judged, variations, squares) {
      targets = [];
      const items = [];
      const add = (target, one) => {
        targets.push(target);
        items.push(one);
      };
      for (let index = 0; index < positions.length; index++) {
        const position = positions[index + 1];
        if (position) add(index + 1, item(position, index, judged[index]));
        for (const one of variations) if (one.index === index) add(one, variation(one, squares));
      }
      moves.show(items, targets.indexOf(now));
    },
  };
};
