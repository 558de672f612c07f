// A list with one tab stop, in which the arrows choose an item: a listbox of the ARIA
// Authoring Practices Guide.

// Makes `list` a listbox. `choose` gets the number of the item to choose, or -1 for none
// if the list `hasNone`.
const createListbox = (list, { choose, hasNone = false }) => {
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

  // Marks an item as the chosen one.
  const mark = (number) => {
    items[chosen]?.setAttribute("aria-selected", "false");
    chosen = number;
    const item = items[chosen];
    if (!item) {
      list.removeAttribute("aria-activedescendant");
      list.scrollTop = 0;
      return;
    }
    item.setAttribute("aria-selected", "true");
    list.setAttribute("aria-activedescendant", item.id);
    // Only the list scrolls, not the page.
    const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  };
  // Uses the elements `newItems` of the list, of which `number` is chosen.
  const use = (newItems, number) => {
    items[chosen]?.setAttribute("aria-selected", "false");
    items = newItems;
    chosen = -1;
    items.forEach((item, index) => {
      // A long list is used again after each move.
      const id = `${list.id}-${index + 1}`;
      if (item.id === id) return;
      item.id = id;
      item.setAttribute("role", "option");
      item.setAttribute("aria-selected", "false");
    });
    mark(number);
  };
  return { use, mark };
};
