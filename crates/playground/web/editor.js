// The editor of positions, which uses the board of the Play pane.

const BOARD_SIGNS = { X: "B", "*": "B", B: "B", O: "W", W: "W", "-": "U", ".": "U", _: "U" };

// Makes the editor. `shown` returns what the board shows: `{size, position}`; `done`
// gets the position that was set up, or nothing if it was given up.
const createEditor = ({ board, shown, done }) => {
  const box = byId("editor");
  const mover = byId("editor-mover");
  let letters = null;
  let size = null;

  const show = () => {
    const position = { board: letters.join(""), turn: mover.value, legal: [], flips: [], safe: [], move: null };
    board.show(position, { editing: true });
  };
  const close = (position) => {
    api.leave();
    byId("edit").focus();
    done(position);
  };
  byId("edit").addEventListener("click", () => {
    const { position, size: newSize } = shown();
    if (!position) return;
    size = newSize;
    letters = [...position.board];
    mover.value = position.turn ?? "black";
    box.hidden = false;
    byId("board").classList.add("editing");
    byId("editor-text").value = "";
    mover.focus();
    show();
  });
  // A press puts the next content on a square: empty, black, white. Dragging puts the same on
  // the squares on its way.
  const nextLetter = (square) => ({ U: "B", B: "W", W: "U" })[letters[square]];
  let paint = null;
  const put = (square, letter) => {
    if (letters[square] === letter) return;
    letters[square] = letter;
    show();
  };
  byId("board").addEventListener("pointerdown", ({ target }) => {
    const cell = target.closest("[data-square]");
    if (letters === null || !cell) return;
    paint = nextLetter(Number(cell.dataset.square));
    put(Number(cell.dataset.square), paint);
  });
  byId("board").addEventListener("pointermove", ({ buttons, clientX, clientY }) => {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("#board [data-square]");
    if (letters !== null && paint !== null && buttons && cell) put(Number(cell.dataset.square), paint);
  });
  // A key changes a square also after a drag that has ended elsewhere, without a click.
  byId("board").addEventListener("keydown", () => { paint = null; }, true);
  byId("editor-text").addEventListener("change", ({ target }) => {
    const typed = [...target.value.replace(/\s/g, "")].map((sign) => BOARD_SIGNS[sign.toUpperCase()]);
    const isBoard = typed.length === letters.length && !typed.includes(undefined);
    target.setCustomValidity(isBoard ? "" : `This board has ${letters.length} squares: X or O for a disc and - for an empty square each.`);
    if (!target.reportValidity()) return;
    letters = typed;
    show();
  });
  byId("editor-empty").addEventListener("click", () => {
    letters.fill("U");
    show();
  });
  mover.addEventListener("change", show);
  byId("editor-done").addEventListener("click", () =>
    close({ ...size, board: letters.join(""), mover: mover.value }),
  );
  byId("editor-cancel").addEventListener("click", () => close());
  const api = {
    isOn: () => letters !== null,
    // Gives the position up: a game is shown instead.
    leave() {
      letters = null;
      box.hidden = true;
      byId("board").classList.remove("editing");
    },
    // A square was chosen by a press, which has painted it, or by a key.
    turn(square) {
      if (paint === null) put(square, nextLetter(square));
      paint = null;
    },
  };
  return api;
};
