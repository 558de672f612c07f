// The terminal: exactly what the program printed and what was typed, with the entry field
// where the program waits.

// What is seen of the field where the frame is too narrow for it, in pixels: three characters.
const CURSOR_ROOM = 36;

// A longer text is shown from its last part on: a browser would lay all of it out at every move.
const LONG_TEXT = 60_000;
const SHOWN_SPANS = 60;

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

  // What is shown: the segments, and a node for each.
  let shown = [];
  let nodes = [];
  let showsAll = false;
  const earlier = byId("terminal-earlier");
  earlier.addEventListener("click", () => {
    showsAll = true;
    earlier.hidden = true;
    for (const node of nodes) node.hidden = false;
  });
  // Set while the field is gone that had the focus.
  let wantsFocus = false;

  return {
    // Shows the segments of a view, and the field if the program waits for a line. Only
    // what differs from before is drawn: a long game has a long text.
    show(segments, { stderr = "", waits = false }) {
      const isSame = ({ typed, text }, index) =>
        shown[index]?.typed === typed && shown[index]?.text === text;
      let same = segments.findIndex((one, index) => !isSame(one, index));
      if (same < 0) same = segments.length;
      for (const node of nodes.splice(same)) node.remove();
      pre.querySelector(".stderr")?.remove();
      for (const { typed, text } of segments.slice(same)) {
        nodes.push(make("span", { className: typed ? "typed" : "", textContent: text }));
      }
      shown = segments;
      const length = segments.reduce((sum, { text }) => sum + text.length, 0);
      const hidden = length > LONG_TEXT && !showsAll ? Math.max(0, nodes.length - SHOWN_SPANS) : 0;
      for (const [index, node] of nodes.entries()) if (node.hidden !== index < hidden) node.hidden = index < hidden;
      earlier.hidden = hidden === 0;
      if (document.activeElement === field) wantsFocus = true;
      if (!waits) field.remove();
      const after = waits && field.isConnected ? field : null;
      for (const node of nodes.slice(same)) pre.insertBefore(node, after);
      if (stderr) pre.append(make("span", { className: "stderr", textContent: stderr }));
      if (waits) {
        if (!field.isConnected) pre.append(field);
        const isFree = [document.body, null, field].includes(document.activeElement);
        if (wantsFocus && isFree) field.focus({ preventScroll: true });
        wantsFocus = false;
      }
      frame.scrollTop = frame.scrollHeight;
      // A long prompt may end outside of the frame, and the cursor with it.
      const end = waits ? field.offsetLeft + CURSOR_ROOM : 0;
      frame.scrollLeft = Math.max(0, end - frame.clientWidth);
    },
  };
};

// Returns the beginning of `segments` with `length` characters.
const firstSegments = (segments, length) => {
  const first = [];
  let left = length;
  for (const { typed, text } of segments) {
    if (left <= 0) break;
    first.push({ typed, text: text.slice(0, left) });
    left -= text.length;
  }
  return first;
};
