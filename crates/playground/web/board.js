// A board: the SVG grid that Rust draws, of which one cell at a time is focusable, as in
// the grid pattern of the ARIA Authoring Practices Guide.

const DISC_CLASSES = { B: "black", W: "white" };
const DISC_WORDS = { B: "black", W: "white", U: "empty" };

// Sets an attribute if it has another value: a browser draws a changed square again, and there
// are up to 676.
const setAttribute = (element, name, value) => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};

// Makes a board in `host`. `play` gets the square that was chosen; without it the board
// can be explored only.
const createBoard = (host, { name = "Board", play } = {}) => {
  let shape = "";
  let labels = { rows: [], cols: [] };
  let svg = null;
  let cells = [];
  let stop = 0;
  let shownBoard = "";

  // Draws the squares, unless the board has them already.
  const draw = (newLabels) => {
    const newShape = JSON.stringify(newLabels);
    if (newShape === shape) return;
    shape = newShape;
    labels = newLabels;
    const parsed = new DOMParser().parseFromString(rust.boardSvg(labels), "image/svg+xml");
    svg = document.importNode(parsed.documentElement, true);
    svg.setAttribute("aria-label", name);
    if (!play) svg.setAttribute("aria-readonly", "true");
    cells = [...svg.querySelectorAll("[data-square]")];
    host.style.setProperty("--cols", labels.cols.length);
    host.style.setProperty("--rows", labels.rows.length);
    host.replaceChildren(svg);
    moveStop(Math.floor(cells.length / 2));
  };

  const moveStop = (square) => {
    cells[stop]?.setAttribute("tabindex", "-1");
    stop = Math.max(0, Math.min(cells.length - 1, square));
    cells[stop]?.setAttribute("tabindex", "0");
  };
  const clear = () => {
    shape = "";
    cells = [];
    host.replaceChildren();
  };

  // Returns `true` if one turn leads from the shown board to `position`.
  const isNext = ({ board, move, flips }) =>
    shownBoard !== board &&
    [...board].every((disc, square) => {
      if (square === move) return shownBoard[square] === "U";
      return (shownBoard[square] === disc) !== flips.includes(square);
    });

  // Shows a position. `legal`, `flips` and `last` say which marks to draw; `values` has
  // the engine's `{text, words, best}` per square, `marked` the squares that differ, `hint` the
  // square to play.
  const show = (position, marks = {}) => {
    const { legal = true, flips = true, last = true, playable = false, editing = false, values, marked, hint } = marks;
    const moves = new Map(position.legal.map((move) => [move.square, move]));
    const flipped = new Set(position.flips);
    const safe = new Set(position.safe);
    const cols = labels.cols.length;
    const drawn = { hints: legal, flips, marks: last };
    for (const [name, isOn] of Object.entries(drawn)) svg.classList.toggle(name, isOn);
    svg.classList.toggle("white-moves", position.turn === "white");
    // The discs turn if the position follows the one before; anew, if they were just turned.
    if (shownBoard !== position.board) {
      const turns = isNext(position);
      svg.classList.toggle("again", turns && !svg.classList.contains("again"));
      svg.classList.toggle("turning", turns);
      shownBoard = position.board;
    }
    cells.forEach((cell, square) => {
      const disc = position.board[square];
      const move = moves.get(square);
      const value = values?.get(square);
      const isLast = position.move === square;
      const classes = {
        black: disc === "B",
        white: disc === "W",
        legal: move !== undefined,
        flipped: flipped.has(square),
        played: isLast,
        safe: safe.has(square),
        valued: value !== undefined,
        best: value?.best === true,
        marked: marked?.has(square) === true,
        hinted: square === hint,
      };
      const on = Object.keys(classes).filter((one) => classes[one]);
      setAttribute(cell, "class", on.join(" "));
      const text = cell.querySelector(".value");
      if (text.textContent !== (value?.text ?? "")) text.textContent = value?.text ?? "";
      const words = [`row ${labels.rows[Math.floor(square / cols)]}`];
      if (labels.rows.length === 1) words.length = 0;
      words.push(`column ${labels.cols[square % cols]}`, DISC_WORDS[disc]);
      if (move) words.push("legal");
      if (move?.flips.length) words.push(`flips ${move.flips.length}`);
      if (safe.has(square) && disc === "U") words.push("in the safe area");
      if (isLast) words.push("last move");
      if (flipped.has(square)) words.push("flipped");
      if (value) words.push(value.words);
      if (square === hint) words.push("hint");
      if (marked?.has(square)) words.push("differs");
      setAttribute(cell, "aria-label", words.join(", "));
      if (play) setAttribute(cell, "aria-disabled", String(!editing && !(playable && move)));
    });
  };

  const squareOf = (event) => {
    const cell = event.target.closest("[data-square]");
    return cell ? Number(cell.dataset.square) : null;
  };
  host.addEventListener("click", (event) => {
    const square = squareOf(event);
    if (square === null) return;
    moveStop(square);
    play?.(square);
  });
  // A click takes the focus from the entry neither to a cell nor away; then the arrows step
  // through the game.
  host.addEventListener("mousedown", (event) => {
    event.preventDefault();
    if (document.activeElement?.id !== "entry") document.activeElement?.blur?.();
  });
  host.addEventListener("focusin", (event) => {
    const square = squareOf(event);
    if (square !== null) moveStop(square);
  });
  host.addEventListener("keydown", (event) => {
    const square = squareOf(event);
    if (square === null || event.altKey || event.metaKey) return;
    const cols = labels.cols.length;
    const rowStart = square - (square % cols);
    const rowEnd = rowStart + cols - 1;
    const targets = {
      ArrowLeft: Math.max(rowStart, square - 1),
      ArrowRight: Math.min(rowEnd, square + 1),
      ArrowUp: square < cols ? square : square - cols,
      ArrowDown: square + cols < cells.length ? square + cols : square,
      Home: event.ctrlKey ? 0 : rowStart,
      End: event.ctrlKey ? cells.length - 1 : rowEnd,
    };
    if (event.key in targets) {
      moveStop(targets[event.key]);
      cells[stop].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      play?.(square);
    } else {
      return;
    }
    event.preventDefault();
  });
  return { draw, show, clear };
};

// Lets a large board be shown larger than its place, in which it scrolls then.
const createZoom = (host) => {
  let zoom = 1;
  const change = (factor) => {
    zoom = Math.max(1, Math.min(4, zoom * factor));
    host.style.setProperty("--zoom", zoom);
    host.classList.toggle("zoomed", zoom > 1);
    byId("zoom-out").disabled = zoom <= 1;
    byId("zoom-in").disabled = zoom >= 4;
  };
  byId("zoom-in").addEventListener("click", () => change(1.5));
  byId("zoom-out").addEventListener("click", () => change(1 / 1.5));
  change(1);
};
