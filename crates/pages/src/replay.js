// Steps through the game of a page that `replay.rs` has made: the final board
// and the list of moves, each with the squares it changed. Without this script
// the page stays as it is.
"use strict";

(() => {
  const replay = document.querySelector(".replay");
  const items = [...document.querySelectorAll(".moves li")];
  if (!replay || items.length === 0) return;
  const svg = replay.querySelector(".board");
  const dot = svg.querySelector("circle.last");
  const cells = [...svg.querySelectorAll("circle:not(.last)")];
  const status = replay.querySelector(".status");
  const controls = replay.querySelector(".controls");
  const slider = controls.querySelector("input");
  const button = (name) => controls.querySelector(`[data-go=${name}]`);
  const rows = replay.dataset.start.split(" ");
  const LETTERS = { black: "B", white: "W", empty: "U" };
  const CLASSES = { B: "black", W: "white", U: "empty" };
  const PAUSE = 700;

  const boards = [[...rows.join("")].map((letter) => CLASSES[letter])];
  for (const { dataset } of items) {
    const board = [...boards.at(-1)];
    for (const square of dataset.squares?.split(" ") ?? []) board[square] = dataset.by;
    boards.push(board);
  }
  const last = items.length;
  let now = last;
  let timer = 0;

  const show = (number) => {
    now = Math.max(0, Math.min(last, number));
    const board = boards[now];
    const move = now > 0 ? items[now - 1].dataset : undefined;
    cells.forEach((cell, square) => cell.setAttribute("class", board[square]));
    const letters = board.map((disc) => LETTERS[disc]).join("");
    const lines = rows.map((row, index) => letters.substr(index * row.length, row.length));
    svg.setAttribute("aria-label", `Board: ${lines.join(" ")}`);
    // The first square of a move is the one that was played.
    const played = cells[move?.squares?.split(" ")[0]];
    dot.setAttribute("visibility", played ? "visible" : "hidden");
    for (const name of ["cx", "cy"]) {
      if (played) dot.setAttribute(name, played.getAttribute(name));
    }
    items.forEach((item, index) => item.classList.toggle("now", index === now - 1));
    const count = (disc) => board.filter((one) => one === disc).length;
    const what = !move ? "the start" : move.name ? `${move.by} ${move.name}` : `${move.by} passes`;
    status.textContent =
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
