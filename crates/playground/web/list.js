// A list whose items change: a listbox, with `createListbox` of the crate `pages`.

// Makes the list in `list`. `choose` gets the number of the item, or -1 for none if the
// list `hasNone`.
const createList = (list, { choose, hasNone = false }) => {
  const { use, mark } = createListbox(list, { choose, hasNone });
  return {
    // Shows items, each `{nodes, className}`.
    show(contents, number) {
      const items = contents.map(({ nodes, className = "" }) => make("li", { className }, ...nodes));
      list.replaceChildren(...items);
      use(items, number);
    },
    mark,
  };
};
