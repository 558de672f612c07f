// Games as texts: import and export.

const FORMATS = [
  { value: "othello", text: "moves like f5d6c3" },
  { value: "own", text: "moves in the course's notation" },
  { value: "ggf", text: "GGF" },
  { value: "input", text: "typed lines" },
  { value: "session", text: "terminal" },
];

const PICTURE_SIDE = 1024;

// Returns the game in GGF, the Generic Game Format of Othello.
const ggf = ({ size, positions }) => {
  if (size.rows !== size.cols) throw new Error("GGF has only square boards.");
  const signs = { B: "*", W: "O", U: "-" };
  const board = [...positions[0].board].map((disc) => signs[disc]).join("");
  const mover = positions[0].turn === "white" ? "O" : "*";
  const moves = positions.slice(1).map(({ by, move }) => {
    const name = move === null ? "PA" : squareName(move, size).toUpperCase();
    return `${by === "black" ? "B" : "W"}[${name}]`;
  });
  return `(;GM[Othello]PC[Reversi playground]TY[${size.rows}]BO[${size.rows} ${board} ${mover}]${moves.join("")};)`;
};

// Returns the name of a square in the notation of Othello.
const squareName = (square, { cols }) =>
  `${String.fromCharCode(97 + (square % cols))}${Math.floor(square / cols) + 1}`;

// The game as a text in each format. Rust would need 6 kB for them, compressed.
const WRITERS = {
  othello: ({ size, positions }) =>
    positions.flatMap(({ move }) => (move === null ? [] : [squareName(move, size)])).join(""),
  own: ({ positions }) =>
    positions.flatMap(({ move, name }) => (move === null ? [] : [`${name}\n`])).join(""),
  ggf,
  input: ({ state }) => state.input,
  session: ({ segments }) => segments.map(({ text }) => text).join(""),
};

// Returns a drawing as a PNG.
const pngOf = async (svg) => {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const scale = PICTURE_SIDE / Math.max(image.width, image.height);
  const canvas = make("canvas", { width: image.width * scale, height: image.height * scale });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve));
};

// Connects the box. `game` returns what is shown, `{state, size, labels, positions, segments, isPlayed}`;
// `open` shows another game, and `loadCases` loads what reads a copied terminal.
const createTexts = ({ game, open, loadCases }) => {
  const text = byId("text");
  const note = (sentence) => {
    byId("text-note").textContent = sentence;
    announce(sentence);
  };
  fillSelect(byId("text-format"), FORMATS);
  // The text that stands there without having been typed or pasted.
  let shown = "";
  const show = () => {
    if (!game().size) return note("There is no game yet.");
    try {
      text.value = WRITERS[byId("text-format").value](game());
    } catch (error) {
      return note(error.message);
    }
    shown = text.value;
    text.select();
    note("This is the game. Copy it from here.");
  };
  byId("text-export").addEventListener("click", show);
  byId("text-format").addEventListener("change", () => text.value === shown && show());
  byId("text-import").addEventListener("click", async () => {
    const { state: { course }, isPlayed } = game();
    const session = (await loadCases()) ? rust.importSession(course, text.value) : null;
    const imported = session ?? rust.import(course, text.value);
    if (imported.error) return note(imported.error);
    const isFirst = text.value.indexOf("(;") !== text.value.lastIndexOf("(;");
    const opened = isFirst ? "The first of these games is open." : "The game is open.";
    note(isPlayed ? `${opened} The previous one is under Games.` : opened);
    return open(imported);
  });
  const savePicture = async (name, type, convert) => {
    const { labels, positions } = game();
    const { board, move } = positions.at(-1);
    saveFile(name, await convert(rust.picture(board, labels, move ?? undefined)), type);
  };
  byId("picture-svg").addEventListener("click", () => savePicture("position.svg", "image/svg+xml", (svg) => svg));
  byId("picture-png").addEventListener("click", () => savePicture("position.png", "image/png", pngOf));
};
