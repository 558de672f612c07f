// The Play pane: a game of a course's program, in its terminal and on the board. Its state
// is a text, the input of the program; Rust makes everything that is shown from it.

const SIDES = ["black", "white"];

// Makes the pane. `changed` is called after every turn with the state.
const createPlay = ({ courses, changed, makeCase }) => {
  let course = null;
  let state = null;
  let view = null;
  // The position that is shown; `null` for the last one.
  let looking = null;
  let players = { black: PERSON, white: PERSON };
  // Only the newest run of the program may be shown.
  let run = 0;
  // The games of the courses that were left, so that one can go back to them.
  const left = new Map();

  const background = typeof Worker === "undefined" ? null : createWorker(["courses"]);
  const engine = typeof Worker === "undefined" ? null : createEngine();

  const board = createBoard(byId("board"), { play: (square) => playSquare(square) });
  const terminal = createTerminal({
    enter: (lines) => type(lines.map((line) => `${line}\n`).join("")),
  });
  const moves = createMoves(byId("moves"), { go: (index) => look(index) });
  const steps = createSteps(byId("step"), { go: (index) => look(index) });
  const graph = createGraph(byId("graph"), { go: (index) => look(index) });

  const isTyped = (side) => view.humans.includes(side);
  const last = () => view.positions.length - 1;
  const at = () => looking ?? last();
  const current = () => view.positions[last()];
  // The side whose move the program waits for.
  const waitsFor = () => (view.awaits && view.positions.length ? current().turn : null);
  const isPersonsTurn = () => waitsFor() === null || players[waitsFor()] === PERSON;

  // Runs the program. A computer that searches runs in the background, so that the page
  // does not stop.
  const viewOf = async (state) => {
    const searches = course.computer === "free" && state.opponent === "own";
    if (!searches || !background) return rust.view(state);
    try {
      return await background.request("view", { state: JSON.stringify(state) });
    } catch {
      return rust.view(state);
    }
  };

  const setState = async (next) => {
    const mine = ++run;
    document.body.dataset.busy = "";
    const before = view && state && next.course === state.course ? view.positions.length : 0;
    const extends_ = state && next.input.startsWith(state.input) && before > 0;
    const nextView = await viewOf(next);
    if (mine !== run) return;
    if (nextView.error) {
      delete document.body.dataset.busy;
      showProblem(nextView.error);
      return;
    }
    const asksAgain =
      extends_ && nextView.positions.length === before && next.input !== state.input;
    state = next;
    view = nextView;
    looking = null;
    fillPlayers();
    show();
    changed(state);
    const news = view.positions.slice(extends_ ? before : -1).map((position) => position.says);
    if (asksAgain && view.awaits === "entry") {
      news.push("The program did not take it as a move and asks again.");
    } else if (view.awaits === null && !news.includes(view.result)) {
      news.push(view.stderr || (view.result ?? "The program has ended."));
    }
    announce(news.join(" "));
    delete document.body.dataset.busy;
    document.body.dataset.lines = view.lines.length;
    document.body.dataset.turn = Math.max(0, last());
    await moveComputers(mine);
  };

  // Lets our computer move, if the side to move is one.
  const moveComputers = async (mine) => {
    const side = waitsFor();
    if (side === null || players[side] === PERSON || players[side] === OWN) return evaluate();
    const player = players[side];
    say(`${sideName(side)} is thinking.`);
    document.body.dataset.busy = "";
    try {
      if (!engine) throw new Error("there are no workers");
      const square = await engine.choose(engineBoard(current()), levelOf(player));
      if (mine !== run) return;
      await playLegal(square);
    } catch (error) {
      if (mine !== run || error instanceof Stopped) return;
      delete document.body.dataset.busy;
      players[side] = PERSON;
      fillPlayers();
      const reason = engineProblem(error);
      show();
      announce(reason);
      byId("engine-note").textContent = reason;
      say(`${reason} A person plays ${side} now.`);
    }
  };

  const engineBoard = (position) => ({
    board: position.board,
    rows: view.size.rows,
    cols: view.size.cols,
    mover: position.turn,
  });

  const type = (text) => setState({ ...state, input: state.input + text });

  // Plays a legal move of the current position as the side's program or person would.
  const playLegal = (square) => {
    if (view.awaits === "reply") {
      return setState({ ...state, replies: [...state.replies, square] });
    }
    const move = current().legal.find((one) => one.square === square);
    if (!move) throw new Error("it chose an illegal move");
    return type(`${move.entry}\n`);
  };

  const playSquare = (square) => {
    if (looking !== null || !view.awaits || !isPersonsTurn()) return;
    if (current().legal.some((move) => move.square === square)) playLegal(square);
    else announce("That is not a legal move.");
  };

  // Returns the state in which `position` is the last one.
  const stateAt = (position) => ({
    ...state,
    input: state.input.slice(0, position.input),
    replies: state.replies.slice(0, position.replies),
  });

  // Returns the state that stops at position number `index`, and in which no computer has
  // to search again: its moves are given.
  const replayOf = (index) => {
    const played = view.positions.slice(0, index + 1);
    const replies = played.filter((one) => one.by && !isTyped(one.by) && one.move !== null);
    return {
      ...state,
      input: state.input.slice(0, played.at(-1).input),
      opponent: "asked",
      replies: replies.map((one) => one.move),
    };
  };

  // Takes back the last line that a person typed, or the last move that a person chose,
  // with all that the computers have done since.
  const undo = () => {
    const own = view.positions.findLastIndex(
      (position, index) =>
        index < last() && position.turn !== null && players[position.turn] === PERSON &&
        !view.positions[index + 1].pass,
    );
    const refused = state.input.length > (current()?.input ?? 0) && view.lines.length > 0;
    const lineStart = view.lines.at(-1) ?? 0;
    if (refused || own < 0) {
      setState({ ...state, input: state.input.slice(0, lineStart) });
    } else {
      setState(stateAt(view.positions[own]));
    }
  };

  const begin = (input) => {
    const opponent = SIDES.some((side) => players[side] === OWN) || !startSides(input) ? "own" : "asked";
    setState({ course: course.name, args: chosenArgs(), input, opponent, replies: [] });
  };

  // ---- the form above the game

  const startSides = (input) => course.starts.find((start) => start.input === input)?.human;

  const chosenArgs = () =>
    course.options.flatMap(({ name, default: usual }) => {
      const { value } = byId(`option-${name}`);
      return value === usual ? [] : [`--${name}`, value];
    });

  const fillOptions = (args) => {
    const field = ({ name, default: usual, values }) => {
      const given = args.indexOf(`--${name}`);
      const value = given < 0 ? usual : args[given + 1];
      const control = values?.length
        ? make("select", { id: `option-${name}` })
        : make("input", { id: `option-${name}`, type: "text", value, size: 6 });
      if (values?.length) {
        fillSelect(control, values.map((one) => ({ value: one, text: one || "(none)" })), value);
      }
      return make("label", {}, `${name} `, control);
    };
    byId("options").replaceChildren(...course.options.map(field));
    byId("options-box").hidden = course.options.length === 0;
  };

  // The engine's controls are there if it knows the rules of the course.
  const fillEngine = () => {
    byId("engine-controls").hidden = !course.othello;
    byId("engine-note").textContent = course.othello
      ? ""
      : "The engine plays Othello, and the rules of this course are others.";
  };

  const fillRules = () => {
    const sentences = ruleSentences(course);
    byId("rules").replaceChildren(...sentences.map((textContent) => make("li", { textContent })));
  };

  const fillStarts = () => {
    const options = course.starts.map(({ label, input }) => ({ value: input, text: label }));
    if (!course.starts.some(({ input }) => input === "")) {
      options.push({ value: "", text: "type the set-up yourself" });
    }
    const start = course.starts.find(({ input }) => input !== "" && state?.input.startsWith(input));
    fillSelect(byId("start"), options, start?.input ?? options[0].value);
    byId("start").parentElement.hidden = options.length < 2;
  };

  const fillPlayers = () => {
    const human = startSides(byId("start").value) ?? "both";
    for (const side of SIDES) {
      const typed = view?.humans.length ? isTyped(side) : human === "both" || human === side;
      if (typed && players[side] === OWN) players[side] = PERSON;
      // The set-up may have been typed, and decides which side the computer has.
      if (!typed && view?.humans.length && state.opponent === "own") players[side] = OWN;
      fillSelect(byId(`player-${side}`), playersFor(typed, course.othello), players[side]);
      players[side] = byId(`player-${side}`).value;
    }
  };

  // The course's computer plays a side that is not typed, unless something else is chosen.
  const usualPlayers = (human) => {
    for (const side of SIDES) players[side] = human === "both" || human === side ? PERSON : OWN;
  };

  const changePlayer = (side) => {
    const before = players[side];
    players[side] = byId(`player-${side}`).value;
    if (!view.humans.length || isTyped(side)) {
      run += 1;
      return moveComputers(run);
    }
    if (players[side] === OWN) {
      // The course's computer would not have made the moves of another player.
      return begin(byId("start").value);
    }
    if (before === OWN) {
      const made = view.positions.filter((one) => one.by === side && one.move !== null);
      return setState({ ...state, opponent: "asked", replies: made.map((one) => one.move) });
    }
    run += 1;
    return moveComputers(run);
  };

  // ---- what is shown

  const sideName = (side) => {
    const colour = side === "black" ? "Black" : "White";
    const name = view.names[side];
    return name.toLowerCase() === side || name === "" ? colour : `${colour} (${name})`;
  };
  const say = (sentence) => {
    byId("says").textContent = sentence;
  };

  const shownPosition = () => {
    const position = view.positions[at()];
    // Only the last position comes with its legal moves.
    if (looking === null || position.turn === null || position.legal.length) return position;
    const asked = rust.position(replayOf(looking), looking);
    if (!asked.error) view.positions[looking] = asked;
    return view.positions[looking];
  };

  const look = (index) => {
    looking = index >= last() ? null : Math.max(0, index);
    show();
    const position = view.positions[at()];
    announce(`Position ${at()} of ${last()}. ${position.says}`);
    evaluate();
  };

  const showBoard = () => {
    if (!view.size) {
      board.clear();
      byId("score").replaceChildren();
      say("The program has not set up a board yet. Type at its prompt.");
      return;
    }
    const position = shownPosition();
    board.draw(view.labels);
    board.show(position, {
      legal: byId("show-legal").checked && (looking !== null || view.awaits !== null),
      flips: byId("show-flips").checked,
      last: byId("show-last").checked,
      playable: looking === null && view.awaits !== null && isPersonsTurn(),
      values: valuesOf(position),
    });
    const showsCounts = byId("show-counts").checked;
    byId("score").replaceChildren(
      ...SIDES.map((side) =>
        make(
          "span",
          { className: `side-score ${position.turn === side ? "to-move" : ""}` },
          make("span", { className: `sign ${side}` }),
          make("span", { className: "side-name", textContent: sideName(side) }),
          make("b", { textContent: showsCounts ? String(position.discs[side]) : "" }),
        ),
      ),
    );
    say(looking === null && view.result ? view.result : position.says);
  };

  const show = () => {
    document.body.dataset.position = Math.max(0, at());
    const shown = looking === null ? view : rust.view(replayOf(looking));
    const waits = looking === null && view.awaits === "entry";
    terminal.show((shown.error ? view : shown).segments, { stderr: looking === null ? view.stderr : "", waits });
    byId("undo").disabled = view.lines.length === 0 && state.replies.length === 0;
    byId("entry-form").querySelector(".enter").disabled = !waits;
    let note = "";
    if (looking !== null) note = "As it was at this position.";
    else if (view.awaits === null) note = "The program has ended.";
    if (looking === null && view.unread > 0) {
      note += ` It did not read the last ${plural(view.unread, "character")} of the input.`;
    }
    byId("terminal-note").textContent = note;
    showBoard();
    steps.show(Math.max(0, at()), Math.max(0, last()));
    byId("branch").hidden = looking === null;
    moves.show(view.positions, Math.max(0, at()));
    byId("saved").replaceChildren(...view.files.map(fileButton));
    byId("share-box").hidden = true;
    showAnalysis();
  };

  // ---- the engine's evaluation

  const isAnalysing = () => byId("analyse").checked;
  const resultOf = (position) =>
    engine && course.othello && view.size && position?.turn ? engine.result(engineBoard(position)) : undefined;

  const valuesOf = (position) => {
    const result = isAnalysing() ? resultOf(position) : undefined;
    if (!result) return undefined;
    const best = result.moves[0]?.score;
    return new Map(
      result.moves.map(({ square, score, exact }) => [
        square,
        {
          text: shortScore(score, exact),
          words: `evaluated ${scoreText(score, exact)}`,
          best: score === best,
        },
      ]),
    );
  };

  const evaluate = async () => {
    const note = byId("engine-note");
    if (!course.othello) return;
    if (!isAnalysing()) {
      note.textContent = "";
      return engine?.stop();
    }
    if (!view.size) return;
    if (!engine) {
      note.textContent = engineProblem(new Error("there are no workers"));
      return;
    }
    const now = at();
    const hasMove = ({ turn, legal }, index) =>
      turn !== null && (index < last() ? !view.positions[index + 1].pass : legal.length > 0);
    const wanted = view.positions.filter((one, index) => index !== now && hasMove(one, index));
    if (hasMove(view.positions[now], now)) wanted.unshift(view.positions[now]);
    note.textContent = "The engine is working.";
    const show = (isDone) => {
      showBoard();
      showAnalysis();
      if (!isDone) return;
      note.textContent = "";
      document.body.dataset.analysed = now;
    };
    try {
      const depth = Number(byId("depth").value);
      await engine.evaluate(wanted.map(engineBoard), depth, show);
    } catch (error) {
      if (!(error instanceof Stopped)) note.textContent = engineProblem(error);
    }
  };

  const showAnalysis = () => {
    const position = view.positions[at()];
    const result = isAnalysing() ? resultOf(position) : undefined;
    const line = (squares) => squares.map((square) => othelloName(square, view.size.cols)).join(" ");
    const row = ({ square, score, exact, pv }) =>
      make(
        "tr",
        {},
        make("th", { scope: "row", textContent: othelloName(square, view.size.cols) }),
        make("td", { textContent: scoreText(score, exact) }),
        make("td", { className: "line", textContent: line(pv) }),
      );
    if (!result) byId("analysis").replaceChildren();
    else {
      const head = ["move", "score", "best line"].map((textContent) => make("th", { scope: "col", textContent }));
      byId("analysis").replaceChildren(
        make(
          "table",
          {},
          make("caption", {
            textContent:
              `${depthText(result)}, ${result.nodes.toLocaleString("en")} nodes. ` +
              "Scores are discs for the side to move.",
          }),
          make("thead", {}, make("tr", {}, ...head)),
          make("tbody", {}, ...result.moves.map(row)),
        ),
      );
    }
    const scores = view.positions.map((one) => {
      if (!isAnalysing()) return undefined;
      if (one.turn === null) return one.discs.black - one.discs.white;
      const known = resultOf(one);
      return known && (one.turn === "black" ? known.score : -known.score);
    });
    graph.show(scores, Math.max(0, at()));
  };

  // ---- events

  byId("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    begin(byId("start").value);
  });
  byId("start").addEventListener("change", () => {
    usualPlayers(startSides(byId("start").value) ?? "both");
    begin(byId("start").value);
  });
  byId("options").addEventListener("change", () => begin(byId("start").value));
  for (const side of SIDES) {
    byId(`player-${side}`).addEventListener("change", () => changePlayer(side));
  }
  byId("undo").addEventListener("click", undo);
  byId("branch").addEventListener("click", () => setState(stateAt(view.positions[at()])));
  byId("share").addEventListener("click", async () => {
    const shared = rust.address(looking === null ? state : stateAt(view.positions[looking]));
    const box = byId("share-box");
    box.hidden = false;
    if (shared.error) {
      byId("share-text").value = "";
      byId("share-note").textContent = shared.error;
      return;
    }
    const address = new URL(`#${shared.fragment}`, location.href).href;
    byId("share-text").value = address;
    byId("share-text").select();
    try {
      await navigator.clipboard.writeText(address);
      byId("share-note").textContent = "Copied.";
    } catch {
      byId("share-note").textContent = "Copy it from here.";
    }
  });
  byId("make-case").addEventListener("click", () => makeCase(state, view));
  for (const name of ["show-legal", "show-flips", "show-last", "show-counts"]) {
    bindToggle(name, true, () => showBoard());
  }
  bindToggle("analyse", false, () => {
    show();
    evaluate();
  });
  fillSelect(
    byId("depth"),
    [4, 6, 8, 10, 12, 14, 16, 18].map((depth) => ({ value: String(depth), text: plies(depth) })),
    readSetting("depth", "10"),
  );
  byId("depth").addEventListener("change", () => {
    writeSetting("depth", byId("depth").value);
    evaluate();
  });

  return {
    // Shows a course: the game that was left there, or its usual one.
    setCourse(name) {
      if (course) left.set(course.name, { state, players: { ...players } });
      course = courses.find((one) => one.name === name);
      const back = left.get(name);
      fillRules();
      fillEngine();
      view = null;
      if (back) {
        this.open(back.state, back.players);
        return;
      }
      state = null;
      fillOptions([]);
      fillStarts();
      usualPlayers(startSides(byId("start").value) ?? "both");
      begin(byId("start").value);
    },
    // Shows a state, such as one from an address.
    open(next, chosen) {
      course = courses.find((one) => one.name === next.course);
      fillRules();
      fillEngine();
      state = next;
      fillOptions(next.args);
      fillStarts();
      if (chosen) players = { ...chosen };
      else {
        usualPlayers(startSides(byId("start").value) ?? "both");
        // Somebody has made the computer's moves; here a person goes on.
        for (const side of SIDES) {
          if (next.opponent === "asked" && players[side] === OWN) players[side] = PERSON;
        }
      }
      view = null;
      return setState(next);
    },
    state: () => state,
    view: () => view,
  };
};

// Returns the rules of a course in sentences.
const ruleSentences = (course) => {
  const sentences = course.rules.length ? [...course.rules] : ["The rules are those of Othello."];
  if (course.listsMoves) sentences.push("The program lists the legal moves.");
  if (course.illegalLoses) sentences.push("An illegal move loses the game.");
  if (course.rule) sentences.push(`The computer plays ${course.rule}`.replace(/[.]?$/, "."));
  if (course.computer === "free") sentences.push("The computer searches for a good move.");
  return sentences;
};
