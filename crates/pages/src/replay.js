// Steps through the game of a page that `replay.rs` has made: the final board
// and the list of moves, each with the squares it changed. Without this script
// the page stays as it is.

const startReplay = (replay, list) => {
  const items = [...list.children];
  const svg = replay.querySelector(".board");
  const dot = svg.querySelector("circle.last");
  const flips = svg.querySelector("path.flips");
  const cells = [...svg.querySelectorAll("circle:not(.last)")];
  const status = replay.querySelector(".status");
  const controls = replay.querySelector(".controls");
  const slider = controls.querySelector("input");
  const button = (name) => controls.querySelector(`[data-go=${name}]`);
  const rows = replay.dataset.start.split(" ");
  const LETTERS = { black: "B", white: "W", empty: "U" };
  const CLASSES = { B: "black", W: "white", U: "empty" };
  const PAUSE = 700;
  // Browsers allow about three changes of the address per second.
  const ADDRESS_PAUSE = 400;

  const squaresOf = ({ dataset }) => dataset.squares?.split(" ").map(Number) ?? [];
  const boards = [[...rows.join("")].map((letter) => CLASSES[letter])];
  for (const item of items) {
    const board = [...boards.at(-1)];
    for (const square of squaresOf(item)) board[square] = item.dataset.by;
    boards.push(board);
  }
  const last = items.length;
  let now = last;
  let timer = 0;

  const ring = (cell) => {
    const [x, y] = ["cx", "cy"].map((name) => Number(cell.getAttribute(name)));
    const radius = Number(flips.dataset.radius);
    const half = (across) => `a${radius} ${radius} 0 1 0 ${across} 0`;
    return `M${x - radius} ${y}${half(2 * radius)}${half(-2 * radius)}`;
  };
  const mark = (by, [square, ...flipped]) => {
    const played = cells[square];
    dot.setAttribute("visibility", played ? "visible" : "hidden");
    for (const name of ["cx", "cy"]) {
      if (played) dot.setAttribute(name, played.getAttribute(name));
    }
    flips.setAttribute("class", by === "black" ? "flips on-black" : "flips");
    flips.setAttribute("d", flipped.map((one) => ring(cells[one])).join(""));
  };

  // The address ends with the number of the move that is shown, so that it can be copied.
  // The history gets no entries: the browser's back button leaves the page.
  let addressTimer = 0;
  let isAddressLate = false;
  const writeAddress = () => {
    isAddressLate = addressTimer !== 0;
    if (isAddressLate) return;
    history.replaceState(null, "", `#${now}`);
    addressTimer = setTimeout(() => {
      addressTimer = 0;
      if (isAddressLate) writeAddress();
    }, ADDRESS_PAUSE);
  };
  const readAddress = () => {
    const asked = /^#(\d+)$/.exec(location.hash);
    return asked ? Number(asked[1]) : last;
  };

  const show = (number) => {
    now = Math.max(0, Math.min(last, number));
    const board = boards[now];
    const item = items[now - 1];
    cells.forEach((cell, square) => cell.setAttribute("class", board[square]));
    const letters = board.map((disc) => LETTERS[disc]).join("");
    const lines = rows.map((row, index) => letters.substr(index * row.length, row.length));
    svg.setAttribute("aria-label", `Board: ${lines.join(" ")}`);
    const squares = item ? squaresOf(item) : [];
    mark(item?.dataset.by, squares);
    moves.mark(now - 1);
    const count = (disc) => board.filter((one) => one === disc).length;
    const { by, name } = item?.dataset ?? {};
    const move = name ? `${by} ${name}, flips ${squares.length - 1}` : `${by} passes`;
    const what = item ? move : "the start";
    status.textContent =
      `${now} of ${last}: ${what}. Black ${count("black")}, white ${count("white")}.`;
    slider.value = now;
    const link = document.querySelector("a.playground");
    const address = link?.getAttribute("href").replace(/(&n=\d+)?$/, `&n=${now}`);
    link?.setAttribute("href", address);
    button("first").disabled = button("back").disabled = now === 0;
    button("on").disabled = button("last").disabled = now === last;
    if (now === last) stop();
  };
  const moveTo = (number) => {
    show(number);
    writeAddress();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    button("play").textContent = "Play";
  };
  const go = {
    first: () => moveTo(0),
    back: () => moveTo(now - 1),
    on: () => moveTo(now + 1),
    last: () => moveTo(last),
    play: () => {
      if (timer) return stop();
      if (now === last) moveTo(0);
      timer = setInterval(() => moveTo(now + 1), PAUSE);
      button("play").textContent = "Stop";
    },
  };
  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };

  list.setAttribute("role", "listbox");
  list.tabIndex = 0;
  const moves = createListbox(list, { choose: (index) => moveTo(index + 1), hasNone: true });
  moves.use(items, last - 1);
  slider.max = last;
  slider.addEventListener("input", () => moveTo(Number(slider.value)));
  controls.addEventListener("click", (event) => go[event.target.dataset.go]?.());
  document.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    const isChosen = event.key === " " && event.target.closest("button, a, input");
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
    const isDone = event.defaultPrevented || event.target === slider;
    if (!action || isChosen || hasModifier || isDone) return;
    event.preventDefault();
    go[action]();
  });

  let from = null;
  svg.addEventListener("pointerdown", (event) => (from = event));
  svg.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(y) > Math.max(30, Math.abs(x))) return;
    const box = svg.getBoundingClientRect();
    const isOn = Math.abs(x) > 30 ? x < 0 : event.clientX > box.left + box.width / 2;
    go[isOn ? "on" : "back"]();
  });

  addEventListener("hashchange", () => show(readAddress()));
  controls.hidden = false;
  show(readAddress());
};

const replay = document.querySelector(".replay");
const moveList = replay?.querySelector(".moves");
if (moveList) startReplay(replay, moveList);
