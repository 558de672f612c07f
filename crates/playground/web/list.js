// A list with one tab stop, in which the arrows choose an item: a listbox.

// Makes the list in `list`. `choose` gets the number of the item, or -1 for none if the
// list `hasNone`.
const createList = (list, { choose, hasNone = false }) => {
  let items = [];
  let chosen = -1;
  const first = hasNone ? -1 : 0;

  list.addEventListener("click", (event) => {
    const item = event.target.closest("[role=option]");
    if (item) choose(items.indexOf(item));
  });
  list.addEventListener("keydown", (event) => {
    const targets = {
      ArrowUp: chosen - 1,
      ArrowLeft: chosen - 1,
      ArrowDown: chosen + 1,
      ArrowRight: chosen + 1,
      Home: first,
      End: items.length - 1,
    };
    if (!(event.key in targets) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const target = Math.max(first, Math.min(items.length - 1, targets[event.key]));
    if (target !== chosen) choose(target);
  });

  const mark = (number) => {
    chosen = number;
    items.forEach((item, index) => item.setAttribute("aria-selected", String(index === chosen)));
    const item = items[chosen];
    if (!item) {
      list.removeAttribute("aria-activedescendant");
      list.scrollTop = 0;
      return;
    }
    list.setAttribute("aria-activedescendant", item.id);
    // Only the list scrolls, not the page.
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  };
  return {
    // Shows items, each `{nodes, className}`.
    show(contents, number) {
      items = contents.map(({ nodes, className = "" }, index) =>
        make("li", { role: "option", id: `${list.id}-${index + 1}`, className }, ...nodes),
      );
      list.replaceChildren(...items);
      mark(number);
    },
    mark,
  };
};
