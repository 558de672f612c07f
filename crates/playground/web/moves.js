// The list of moves: one focusable list, whose chosen item is the position that is shown.

// Makes the list in `list`. `go` gets the number of the position to show.
const createMoves = (list, { go }) => {
  let items = [];
  let chosen = 0;

  list.addEventListener("click", (event) => {
    const item = event.target.closest("[role=option]");
    if (item) go(items.indexOf(item) + 1);
  });
  list.addEventListener("keydown", (event) => {
    const targets = {
      ArrowUp: chosen - 1,
      ArrowLeft: chosen - 1,
      ArrowDown: chosen + 1,
      ArrowRight: chosen + 1,
      Home: 0,
      End: items.length,
    };
    if (!(event.key in targets) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    go(Math.max(0, Math.min(items.length, targets[event.key])));
  });

  // Shows the moves that lead to `positions`, the one to position `now` being chosen.
  const show = (positions, now) => {
    items = positions.slice(1).map((position, index) =>
      make(
        "li",
        {
          role: "option",
          id: `${list.id}-${index + 1}`,
          className: position.by,
          "aria-selected": String(index + 1 === now),
          "aria-label": `${index + 1}, ${position.by} ${position.name}`,
        },
        make("span", { className: "number", textContent: `${index + 1}` }),
        make("span", { className: `sign ${position.by}` }),
        make("span", { textContent: position.name }),
      ),
    );
    chosen = now;
    list.replaceChildren(...items);
    if (now > 0) {
      const item = items[now - 1];
      list.setAttribute("aria-activedescendant", item.id);
      // Only the list scrolls, not the page.
      list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    } else {
      list.removeAttribute("aria-activedescendant");
      list.scrollTop = 0;
    }
  };
  return { show };
};
