// A list whose items change: a listbox, with `createListbox` of the crate `pages`.

// Makes the list in `list`. `choose` gets the number of the item, or -1 for none if the
// list `hasNone`.
const createList = (list, { choose, hasNone = false }) => {
  const { use, mark } = createListbox(list, { choose, hasNone });
  // What is shown: the keys of the contents, and an item for each.
  let keys = [];
  let items = [];
  return {
    // Shows items, each `{nodes, className, group}`; a new group gets a heading. The items at the
    // beginning whose `key` is the same as before stay.
    show(contents, number) {
      const changed = contents.findIndex(({ key }, index) => key === undefined || key !== keys[index]);
      const same = changed < 0 ? contents.length : changed;
      items = contents.map(({ nodes, className = "" }, index) =>
        index < same ? items[index] : make("li", { className }, ...nodes),
      );
      const heading = ({ group }, index) =>
        group && group !== contents[index - 1]?.group
          ? [make("li", { className: "group", role: "presentation", textContent: group })]
          : [];
      while (list.children.length > same) list.lastElementChild.remove();
      const rest = items.slice(same);
      list.append(...rest.flatMap((item, index) => [...heading(contents[same + index], same + index), item]));
      keys = contents.map(({ key }) => key);
      use(items, number);
    },
    mark,
  };
};
