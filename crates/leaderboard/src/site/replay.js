// Makes a board to play through of a game's page, which has the moves and the
// board in the end. Without it, or if the two do not agree, the page stays as
// it is.
"use strict";

(() => {
  const replay = document.querySelector("#replay");
  if (!replay) return;
  const size = Number(replay.dataset.size);
  const table = replay.querySelector(".board");
  const cells = [...table.querySelectorAll("tbody td")];
  const items = [...document.querySelectorAll(".moves li")];
  const told = replay.querySelector("#told");
  const controls = replay.querySelector("#controls");
  const slider = controls.querySelector("input");
  const button = (name) => controls.querySelector(`[data-go=${name}]`);
  const LETTERS = { black: "B", white: "W", empty: "U" };
  const PAUSE = 700;

  const opening = () => {
    const board = Array(size * size).fill("empty");
    const middle = size / 2;
    for (const row of [middle - 1, middle]) {
      for (const col of [middle - 1, middle]) {
        board[row * size + col] = row === col ? "white" : "black";
      }
    }
    return board;
  };

  const after = (board, by, at) => {
    const next = [...board];
    const [row, col] = [...at].map((letter) => letter.charCodeAt(0) - 97);
    next[row * size + col] = by;
    for (const down of [-1, 0, 1]) {
      for (const across of [-1, 0, 1]) {
        const line = [];
        let [y, x] = [row + down, col + across];
        const isOn = () => y >= 0 && y < size && x >= 0 && x < size;
        while (isOn() && board[y * size + x] !== "empty" && board[y * size + x] !== by) {
          line.push(y * size + x);
          y += down;
          x += across;
        }
        if (isOn() && board[y * size + x] === by) {
          for (const square of line) next[square] = by;
        }
      }
    }
    return next;
  };

  const boards = [opening()];
  for (const { dataset } of items) {
    const board = boards.at(-1);
    boards.push(dataset.at ? after(board, dataset.by, dataset.at) : board);
  }
  const end = cells.map((cell) => cell.className);
  replay.dataset.agrees = boards.at(-1).every((disc, at) => disc === end[at]);
  const last = items.length;
  if (replay.dataset.agrees !== "true" || last === 0) return;

  let now = last;
  let timer = 0;

  const show = (number) => {
    now = Math.max(0, Math.min(last, number));
    const board = boards[now];
    const at = now > 0 ? items[now - 1].dataset.at : undefined;
    const marked = at ? (at.charCodeAt(0) - 97) * size + at.charCodeAt(1) - 97 : -1;
    cells.forEach((cell, square) => {
      cell.className = square === marked ? `${board[square]} last` : board[square];
      cell.firstChild.textContent = LETTERS[board[square]];
    });
    items.forEach((item, index) => item.classList.toggle("now", index === now - 1));
    const count = (disc) => board.filter((one) => one === disc).length;
    const words = now > 0 ? items[now - 1].dataset : undefined;
    const what = !words ? "the start" : words.at ? `${words.by} ${words.at}` : `${words.by} passes`;
    told.textContent =
      `${now} of ${last}: ${what}. Black ${count("black")}, white ${count("white")}.`;
    slider.value = now;
    button("first").disabled = button("back").disabled = now === 0;
    button("on").disabled = button("last").disabled = now === last;
    if (now === last) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    button("play").textContent = "Play";
  };
  const go = {
    first: () => show(0),
    back: () => show(now - 1),
    on: () => show(now + 1),
    last: () => show(last),
    play: () => {
      if (timer) return stop();
      if (now === last) show(0);
      timer = setInterval(() => show(now + 1), PAUSE);
      button("play").textContent = "Stop";
    },
  };
  const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };

  slider.max = last;
  slider.addEventListener("input", () => show(Number(slider.value)));
  controls.addEventListener("click", (event) => go[event.target.dataset.go]?.());
  document.addEventListener("keydown", (event) => {
    const action = KEYS[event.key];
    const isChosen = event.key === " " && event.target.closest("button, a, input");
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey;
    if (!action || isChosen || hasModifier || event.target === slider) return;
    event.preventDefault();
    go[action]();
  });

  let from = null;
  table.addEventListener("pointerdown", (event) => (from = event));
  table.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(y) > Math.max(30, Math.abs(x))) return;
    const box = table.getBoundingClientRect();
    const isOn = Math.abs(x) > 30 ? x < 0 : event.clientX > box.left + box.width / 2;
    go[isOn ? "on" : "back"]();
  });

  items.forEach((item, index) => {
    const choice = document.createElement("button");
    choice.type = "button";
    choice.append(...item.childNodes);
    choice.addEventListener("click", () => show(index + 1));
    item.append(choice);
  });
  const asked = /^#(\d+)$/.exec(location.hash);
  controls.hidden = false;
  show(asked ? Number(asked[1]) : last);
})();
