// The games that are kept in this browser, the last played first: `{id, course, name, played,
// lines, current, players, moves, result}`, where `played` is a time in milliseconds and
// `current` the number of the line that was shown last.

// Of more games, those without a name go first.
const MOST_GAMES = 60;

const keptGames = () => readValue("games", null) ?? earlierGames();

// Returns the games of a version of this page that kept one for each course.
const earlierGames = () =>
  rust.courses().flatMap(({ name }) => {
    const { state, players, moves } = readValue(`game.${name}`, {});
    if (state?.course !== name || rust.address(state).error) return [];
    const lines = [{ state, path: [] }];
    return [{ id: `earlier-${name}`, course: name, name: "", played: 0, lines, current: 0, players, moves, result: "" }];
  });

const gameNamed = (id) => keptGames().find((one) => one.id === id);

// Returns the newest game of a course.
const lastGameOf = (course) => keptGames().find((one) => one.course === course);

// Returns the game of which a line is that of a state, with that line as its current one. A
// state may leave out the replies of the program's computer.
const gameWith = ({ course, args, input, position, replies }) => {
  const text = (state) => JSON.stringify([state.course, state.args, state.input, state.position ?? null]);
  const wanted = text({ course, args, input, position });
  const isIt = ({ state }) =>
    text(state) === wanted && replies.every((square, index) => square === state.replies[index]);
  for (const game of keptGames()) {
    const current = game.lines.findIndex(isIt);
    if (current >= 0) return { ...game, current };
  }
};

const keepGame = (game) => {
  const kept = keptGames();
  const others = kept.filter(({ id }) => id !== game.id);
  const name = kept.find(({ id }) => id === game.id)?.name ?? game.name;
  while (others.length >= MOST_GAMES) {
    const oldest = others.findLastIndex(({ name }) => name === "");
    others.splice(oldest < 0 ? others.length - 1 : oldest, 1);
  }
  writeValue("games", [{ ...game, name }, ...others]);
};

// Makes the list of games. `open` shows one; `shown` returns the number of the game that is
// shown, `titleOf` the name of a course.
const createGames = ({ open, shown, titleOf }) => {
  const place = byId("games");
  const note = byId("games-note");

  const button = (text, label, act) => makeButton(text, act, { className: "small", "aria-label": label });
  const dateOf = ({ played }) => (played ? new Date(played).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) : "");
  const nameOf = (game) => game.name || titleOf(game.course);

  const rename = (game, row) => {
    const field = make("input", { type: "text", value: game.name, maxLength: 60, "aria-label": "Name of the game" });
    field.addEventListener("change", () => {
      const named = (one) => (one.id === game.id ? { ...one, name: field.value.trim() } : one);
      writeValue("games", keptGames().map(named));
      show();
    });
    field.addEventListener("keydown", ({ key }) => key === "Escape" && show());
    row.replaceChildren(field);
    field.focus();
  };
  const remove = (game) => {
    const games = keptGames();
    writeValue("games", games.filter(({ id }) => id !== game.id));
    show();
    const bringBack = button("Undo", `Bring ${nameOf(game)} back`, () => {
      const place = games.findIndex(({ id }) => id === game.id);
      writeValue("games", [...keptGames().slice(0, place), game, ...keptGames().slice(place)]);
      show();
    });
    note.replaceChildren("The game is deleted. ", bringBack);
    bringBack.focus();
  };

  // Shows them, if the list is seen.
  const show = () => {
    if (byId("games-panel").hidden) return;
    note.replaceChildren();
    const rows = keptGames().filter(({ moves, name }) => moves > 0 || name).map((game) => {
      const isShown = game.id === shown();
      const row = make("li", { "aria-current": String(isShown) });
      const name = nameOf(game);
      const opener = makeButton("", () => open(game.id), { className: "plain" });
      opener.append(
        make("b", { translate: false, textContent: name }),
        make(
          "small",
          {},
          make("span", { translate: false, textContent: dateOf(game) }),
          make("span", { textContent: game.result || plural(game.moves, "move") }),
        ),
      );
      row.append(opener, button("✎", `Name ${name}`, () => rename(game, row)));
      // What is shown is kept at its next move, so it cannot be deleted.
      if (!isShown) row.append(button("×", `Delete ${name}`, () => remove(game)));
      return row;
    });
    place.replaceChildren(...rows);
    byId("games-empty").hidden = rows.length > 0;
  };
  return { show };
};
