// The terminal: exactly what the program printed and what was typed, with the entry field
// where the program waits.

// Returns the text of `segments` as nodes, of the class `typed` where it was typed.
const terminalNodes = (segments) =>
  segments.map(({ typed, text }) => make("span", { className: typed ? "typed" : "", textContent: text }));

// Makes the terminal of the Play pane. `enter` gets a typed line without its line end.
const createTerminal = ({ enter }) => {
  const frame = byId("terminal-frame");
  const pre = byId("terminal");
  const field = make("input", {
    id: "entry",
    type: "text",
    autocomplete: "off",
    spellcheck: false,
    enterKeyHint: "send",
    autocapitalize: "off",
    "aria-label": "Type a line for the program",
  });
  field.setAttribute("form", "entry-form");

  byId("entry-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!field.isConnected) return;
    const line = field.value;
    field.value = "";
    enter([line]);
  });
  // A field of one line would join pasted lines.
  field.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text").replace(/\r\n?/g, "\n");
    if (!text.includes("\n")) return;
    event.preventDefault();
    const lines = (field.value + text).split("\n");
    field.value = lines.pop();
    enter(lines);
  });

  return {
    // Shows the segments of a view, and the field if the program waits for a line.
    show(segments, { stderr = "", waits = false }) {
      const hadFocus = document.activeElement === field;
      const nodes = terminalNodes(segments);
      if (stderr) nodes.push(make("span", { className: "stderr", textContent: stderr }));
      if (waits) nodes.push(field);
      pre.replaceChildren(...nodes);
      if (hadFocus) field.focus({ preventScroll: true });
      frame.scrollTop = frame.scrollHeight;
    },
    // The text of the program and of the typed lines.
    text: () => pre.textContent,
  };
};
