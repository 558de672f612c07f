// The buttons that step through the positions of a game.

// Makes them in `host`, whose id is the beginning of theirs. `go` gets the number of the
// position to show.
const createSteps = (host, { go }) => {
  let now = 0;
  let last = 0;
  const button = (name, sign, label, target) => {
    const made = make("button", {
      type: "button",
      id: `${host.id}-${name}`,
      textContent: sign,
      "aria-label": label,
    });
    made.addEventListener("click", () => go(target()));
    return made;
  };
  const first = button("first", "«", "To the start", () => 0);
  const back = button("back", "‹", "One position back", () => now - 1);
  const text = make("span", { className: "step-text", id: `${host.id}-text` });
  const on = button("on", "›", "One position on", () => now + 1);
  const end = button("last", "»", "To the last position", () => last);
  host.setAttribute("role", "group");
  host.setAttribute("aria-label", "Positions");
  host.append(first, back, text, on, end);
  return {
    show(newNow, newLast) {
      now = newNow;
      last = newLast;
      const [isFirst, isLast] = [now <= 0, now >= last];
      for (const one of [on, end]) if (!isLast) one.disabled = false;
      for (const one of [first, back]) disable(one, isFirst, [on, host.closest("section")]);
      for (const one of [on, end]) disable(one, isLast, [back, host.closest("section")]);
      text.textContent = last > 0 ? `${now} of ${last}` : "";
    },
  };
};
