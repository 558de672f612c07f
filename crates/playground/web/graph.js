// The graph of the evaluation over a game, from black's side.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

const makeSvg = (tag, attributes) => {
  const element = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

// Makes a graph in `host`. `go` gets the number of a position that was clicked.
const createGraph = (host, { go }) => {
  const WIDTH = 320;
  const HEIGHT = 96;
  let count = 1;
  // A press goes to a position, and dragging through the game.
  let shown = -1;
  const goTo = (event) => {
    const box = host.querySelector("svg")?.getBoundingClientRect();
    if (!box) return;
    const part = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
    const index = Math.round(part * Math.max(1, count - 1));
    if (index !== shown) go(index);
  };
  host.addEventListener("pointerdown", (event) => {
    host.setPointerCapture(event.pointerId);
    goTo(event);
  });
  host.addEventListener("pointermove", (event) => {
    if (event.buttons) goTo(event);
  });

  // `scores` has black's lead per position in discs, or undefined; `marks` the mark of the
  // move before it, if it is a mistake or a blunder.
  const show = (scores, now, marks) => {
    shown = now;
    const known = scores.filter((score) => score !== undefined);
    if (known.length < 2) return host.replaceChildren();
    count = scores.length;
    const most = Math.max(8, ...known.map(Math.abs));
    const x = (index) => (index / Math.max(1, count - 1)) * WIDTH;
    const y = (score) => HEIGHT / 2 - (score / most) * (HEIGHT / 2 - 4);
    const points = scores
      .map((score, index) => (score === undefined ? "" : `${x(index).toFixed(1)},${y(score).toFixed(1)}`))
      .filter((point) => point !== "");
    const end = known.at(-1);
    const leader = end > 0 ? "black leads" : end < 0 ? "white leads" : "even";
    const label = `Evaluation over the game; at the end ${leader}${end ? ` by ${Math.abs(end).toFixed(0)}` : ""}`;
    const svg = makeSvg("svg", {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": label,
      preserveAspectRatio: "none",
    });
    const middle = `M0 ${HEIGHT / 2}H${WIDTH}`;
    svg.append(
      makeSvg("path", { class: "axis", d: middle }),
      makeSvg("path", { class: "now", d: `M${x(now).toFixed(1)} 0V${HEIGHT}` }),
      makeSvg("polyline", { class: "line", points: points.join(" ") }),
    );
    marks.forEach((mark, index) => {
      // A path without a length is a dot, which the stretched drawing does not distort.
      const at = `${x(index).toFixed(1)} ${y(scores[index] ?? 0).toFixed(1)}`;
      if (mark) svg.append(makeSvg("path", { class: `mark ${mark}`, d: `M${at}h0` }));
    });
    const box = make("div", { className: "graph-box" }, svg);
    for (const [side, place] of [["Black", "top"], ["White", "bottom"]]) {
      box.append(make("span", { className: place, textContent: `${side} +${most.toFixed(0)}` }));
    }
    host.replaceChildren(box);
  };
  return { show };
};
