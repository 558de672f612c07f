// The editor of positions, which uses the board of the Play pane.

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
    mover.focus();
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
    },
    // Puts the next content on a square: empty, black, white.
    turn(square) {
      const order = "UBW";
      letters[square] = order[(order.indexOf(letters[square]) + 1) % order.length];
      show();
    },
  };
  return api;
};
