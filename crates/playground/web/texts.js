// Games as texts: import and export.

const FORMATS = [
  { value: "othello", text: "moves as f5d6c3" },
  { value: "own", text: "moves in the course's notation" },
  { value: "ggf", text: "GGF" },
  { value: "input", text: "typed lines" },
  { value: "session", text: "terminal" },
];

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

// Connects the box. `game` returns what is shown, `{state, size, positions, segments}`;
// `open` shows another game, and `loadCases` loads what reads a copied terminal.
const createTexts = ({ game, open, loadCases }) => {
  const text = byId("text");
  const note = (sentence) => {
    byId("text-note").textContent = sentence;
    announce(sentence);
  };
  fillSelect(byId("text-format"), FORMATS);
  const show = () => {
    if (!game().size) return note("There is no game yet.");
    try {
      text.value = WRITERS[byId("text-format").value](game());
    } catch (error) {
      return note(error.message);
    }
    text.select();
    note("This is the game. Copy it from here.");
  };
  byId("text-export").addEventListener("click", show);
  byId("text-format").addEventListener("change", show);
  byId("text-import").addEventListener("click", async () => {
    const { course } = game().state;
    const session = (await loadCases()) ? rust.importSession(course, text.value) : null;
    const imported = session ?? rust.import(course, text.value);
    if (imported.error) return note(imported.error);
    note("The game is open. Undo brings the one before back.");
    return open(imported);
  });
};
