// The games that are kept in this browser, the last played first: `{id, course, name, played,
// lines, current, players, moves, result}`, where `played` is a time in milliseconds and
// `current` the number of the line that was shown last.

// Of more games, those without a name go first.
const MOST_GAMES = 60;

// What is damaged in the store does not count.
const keptGames = () => {
  const courses = rust.courses().map(({ name }) => name);
  const games = readValue("games", null) ?? earlierGames();
  const isGame = ({ course, players, lines }) =>
    courses.includes(course) && players && Array.isArray(lines) && lines.length > 0 &&
    lines.every((line) => line?.state?.course === course && Array.isArray(line.path));
  return Array.isArray(games) ? games.filter((one) => one && isGame(one)) : [];
};

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

// Keeps a game with the `line` that is shown, and returns it as it is kept: with the name and
// the other lines that any tab has stored.
const keepGame = (game, line) => {
  const kept = keptGames();
  const others = kept.filter(({ id }) => id !== game.id);
  const stored = kept.find(({ id }) => id === game.id) ?? game;
  const lines = withLine(stored.lines, line);
  const now = { ...game, name: stored.name, lines, current: lines.indexOf(line) };
  while (others.length >= MOST_GAMES) {
    const oldest = others.findLastIndex(({ name }) => name === "");
    others.splice(oldest < 0 ? others.length - 1 : oldest, 1);
  }
  writeValue("games", [now, ...others]);
  return now;
};

const replaceGame = (id, change) =>
  writeValue("games", keptGames().map((game) => (game.id === id ? { ...game, ...change } : game)));

// Makes the list of games. `open` shows one; `shown` returns the `id` of the one that is
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
      replaceGame(game.id, { name: field.value.trim() });
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
      focusRow(game.id);
    });
    note.replaceChildren("The game is deleted. ", bringBack);
    bringBack.focus();
  };

  const focusRow = (id, column = 0) =>
    [...place.children].find((row) => row.dataset.game === id)?.children[column]?.focus();

  // Shows them, if the list is seen. The focus stays with its game.
  const show = () => {
    if (byId("games-panel").hidden) return;
    note.replaceChildren();
    const rows = keptGames().filter(({ moves, name }) => moves > 0 || name).map((game) => {
      const isShown = game.id === shown();
      const row = make("li", { "aria-current": String(isShown), "data-game": game.id });
      const name = nameOf(game);
      const opener = makeButton("", () => open(gameNamed(game.id) ?? game), { className: "plain" });
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
    const before = [...place.children].find((row) => row.contains(document.activeElement));
    const column = [...(before?.children ?? [])].indexOf(document.activeElement);
    place.replaceChildren(...rows);
    if (before) focusRow(before.dataset.game, column);
    byId("games-empty").hidden = rows.length > 0;
  };
  return { show };
};
