// A list whose items change: a listbox, with `createListbox` of the crate `pages`.

// Makes the list in `list`. `choose` gets the number of the item, or -1 for none if the
// list `hasNone`.
const createList = (list, { choose, hasNone = false }) => {
  const { use, mark } = createListbox(list, { choose, hasNone });
  return {
    // Shows items, each `{nodes, className, group}`; a new group gets a heading.
    show(contents, number) {
      const items = contents.map(({ nodes, className = "" }) => make("li", { className }, ...nodes));
      const heading = ({ group }, index) =>
        group && group !== contents[index - 1]?.group
          ? [make("li", { className: "group", role: "presentation", textContent: group })]
          : [];
      list.replaceChildren(...items.flatMap((item, index) => [...heading(contents[index], index), item]));
      use(items, number);
    },
    mark,
  };
};
