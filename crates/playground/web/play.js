// The Play pane: a game of a course's program, in its terminal and on the board. Its state
// is a text, the input of the program; Rust makes everything that is shown from it.

const SIDES = ["black", "white"];

// Makes the pane. `changed` is called after every turn, and when other players are chosen.
const createPlay = ({ courses, changed, makeCase, loadCases }) => {
  let course = null;
  let state = null;
  let view = null;
  // The position that is shown; `null` for the last one.
  let looking = null;
  let players = { black: PERSON, white: PERSON };
  // Set while a game is shown that came by a link or as a text: it lies beside the visitor's
  // own game of the course, and never replaces it.
  let isGuest = false;
  // Only the newest run of the program may be shown.
  let run = 0;
  // The games that a new game or a step back has ended, so that Undo brings them back: the
  // newest last, each with the input that the game after it began with.
  let ended = [];

  const background = typeof Worker === "undefined" ? null : createWorker(["courses"]);
  const engine = typeof Worker === "undefined" ? null : createEngine();

  const board = createBoard(byId("board"), { play: (square) => playSquare(square) });
  const terminal = createTerminal({
    enter: (lines) => type(lines.map((line) => `${line}\n`).join("")),
  });
  const moves = createMoves(byId("moves"), { go: (index) => look(index) });
  const steps = createSteps(byId("step"), { go: (index) => look(index) });
  const analysis = createAnalysis({
    engine,
    game: () => ({ course, view, at: Math.max(0, at()) }),
    changed: (hasReview) => {
      showBoard();
      if (hasReview) showMoves();
      analysis.show();
    },
    go: (index) => look(index),
  });
  const editor = createEditor({
    board,
    shown: () => ({ size: view.size, position: view.positions[at()] }),
    done: (position) => (position ? openPlaced(position) : show()),
  });
  const exercise = createExercise({ engine, open: (position) => openPlaced(position), say: (text) => say(text) });
  createTexts({
    game: () => ({
      state: looking === null ? state : stateAt(view.positions[looking]),
      size: view.size,
      positions: view.positions.slice(0, at() + 1),
      segments: shownSegments(),
    }),
    open: (next) => {
      end(next.input);
      isGuest ||= last() > 0;
      return open(next);
    },
    loadCases,
  });

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
    const isChosen = state.args.includes("--computer");
    const searches = state.opponent === "own" && (course.computer === "free" || isChosen);
    if (!searches || !background) return rust.view(state);
    try {
      return await background.request("view", { state: JSON.stringify(state) });
    } catch {
      return rust.view(state);
    }
  };

  const setState = async (next) => {
    const mine = ++run;
    editor.leave();
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
    // The moves that the program's own computer has made, so that it need not search again.
    const made = view.positions.filter((one) => one.by && one.move !== null && !isTyped(one.by));
    if (state.opponent === "own") state = { ...state, replies: made.map((one) => one.move) };
    looking = null;
    analysis.forget();
    fillPlayers();
    fillRules();
    show();
    remember();
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
    if (side === null || players[side] === PERSON || players[side] === OWN) return analysis.evaluate();
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
      remember();
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

  const playSquare = async (square) => {
    if (editor.isOn()) return editor.turn(square);
    if (looking !== null || !view.awaits || !isPersonsTurn()) return;
    if (current().legal.some((move) => move.square === square)) {
      if (exercise.task(state)) {
        const mine = run;
        if (!(await exercise.wins(square, view.squares[square])) || mine !== run) return;
        for (const side of SIDES) if (side !== current().turn) players[side] = STRENGTHS.at(-1).value;
      }
      return playLegal(square);
    }
    const why = rust.whyIllegal(state, square);
    const sentence = why.error ?? why;
    say(sentence);
    announce(sentence);
  };

  // Returns the state in which `position` is the last one.
  const stateAt = (position) => ({
    ...state,
    input: state.input.slice(0, position.input),
    replies: state.replies.slice(0, position.replies),
  });

  const remember = () => {
    writeValue(slot(course.name, isGuest), { state, players, moves: last() });
    changed();
  };

  // Takes back what came after the position that is shown, if that is an earlier one; or
  // else the last line that a person typed, or the last move that a person chose, with all
  // that the computers have done since. At the start of a game, it brings back the one
  // before.
  const undo = () => {
    if (looking !== null) return branch("");
    const before = ended.at(-1);
    if (before && state.input === before.began) {
      ended.pop();
      players = { ...before.players };
      isGuest = before.isGuest;
      return open(before.state, players);
    }
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

  // Plays on from the position that is shown: with the same players, or a person with the
  // side to move against the computer `opponent`.
  const branch = (opponent) => {
    const position = view.positions[at()];
    const next = stateAt(position);
    end(next.input);
    if (opponent && position.turn) {
      for (const side of SIDES) players[side] = side === position.turn ? PERSON : opponent;
      if (view.humans.length < SIDES.length) next.opponent = "asked";
    }
    return setState(next);
  };

  // Keeps the game, if there is one, for the case that the next one, which begins with the
  // input `began`, is taken back.
  const end = (began) => {
    const isGame = state && view && last() > 0;
    if (isGame) ended = [...ended.slice(-9), { state, players: { ...players }, isGuest, began }];
  };

  // Begins with a position that was set up, `{rows, cols, board, mover}`; no program of the
  // course knows it.
  const openPlaced = (position) => {
    end("");
    isGuest = false;
    return open({ course: course.name, args: [], input: "", opponent: "own", replies: [], position });
  };

  const begin = (input) => {
    end(input);
    isGuest = false;
    const opponent = SIDES.some((side) => players[side] === OWN) || !startSides(input) ? "own" : "asked";
    return setState({ course: course.name, args: chosenArgs(), input, opponent, replies: [] });
  };

  // Goes on with other options, if the game until now is the same with them; or else
  // begins it again.
  const changeOptions = async () => {
    const next = { ...state, args: chosenArgs() };
    const boards = (one) => one.positions?.map(({ board }) => board).join();
    const now = await viewOf({ ...next, opponent: "asked" });
    if (last() > 0 && boards(now) === boards(view)) return setState(next);
    const isGame = last() > 0;
    await begin(byId("start").value);
    if (isGame) announce("The option changes the game, which begins again. Undo brings it back.");
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
    byId("engine-controls").hidden = byId("against").hidden = !course.othello;
    byId("engine-note").textContent = course.othello
      ? ""
      : "The engine plays Othello, and the rules of this course are others.";
  };

  const fillRules = () => {
    const sentences = ruleSentences(course, state?.args ?? []);
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

  // The game goes on with another player: its moves until now are given.
  const changePlayer = (side) => {
    players[side] = byId(`player-${side}`).value;
    if (view.humans.length && !isTyped(side)) {
      return setState({ ...state, opponent: players[side] === OWN ? "own" : "asked" });
    }
    show();
    remember();
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
    const asked = rust.position(state, looking);
    if (!asked.error) view.positions[looking] = asked;
    return view.positions[looking];
  };

  const look = (index) => {
    if (editor.isOn()) return;
    looking = index >= last() ? null : Math.max(0, index);
    show();
    const position = view.positions[at()];
    announce(`Position ${at()} of ${last()}. ${position.says}`);
    analysis.evaluate();
  };

  const showBoard = () => {
    if (editor.isOn()) return;
    if (!view.size) {
      board.clear();
      byId("score").replaceChildren();
      const ending = view.stderr || "The program has ended.";
      const waits = "The program has not set up a board yet. Type at its prompt.";
      say(view.awaits === null ? ending : waits);
      return;
    }
    const position = shownPosition();
    board.draw(view.labels);
    board.show(position, {
      legal: byId("show-legal").checked && (looking !== null || (view.awaits !== null && isPersonsTurn())),
      flips: byId("show-flips").checked,
      last: byId("show-last").checked,
      playable: looking === null && view.awaits !== null && isPersonsTurn(),
      values: analysis.valuesOf(position),
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
    say(exercise.task(state) ?? (looking === null && view.result ? view.result : position.says));
  };

  const showMoves = () => moves.show(view.positions, Math.max(0, at()), analysis.judgedMoves());

  const shownSegments = () =>
    looking === null ? view.segments : firstSegments(view.segments, view.positions[at()].terminal);

  const show = () => {
    document.body.dataset.position = Math.max(0, at());
    // Nobody types the move of a computer.
    const waits = looking === null && view.awaits === "entry" && isPersonsTurn();
    terminal.show(shownSegments(), { stderr: looking === null ? view.stderr : "", waits });
    const isStart = ended.at(-1)?.began === state.input;
    const nothing = view.lines.length === 0 && last() <= 0 && !isStart;
    disable(byId("undo"), nothing, [byId("entry"), byId("new")]);
    disable(byId("entry-form").querySelector(".enter"), !waits, [byId("undo")]);
    let note = "";
    if (looking !== null) note = "As it was at this position.";
    else if (view.awaits === null) note = "The program has ended.";
    if (looking === null && view.unread > 0) {
      note += ` It did not read the last ${plural(view.unread, "character")} of the input.`;
    }
    byId("terminal-note").textContent = note;
    showBoard();
    steps.show(Math.max(0, at()), Math.max(0, last()));
    byId("branch-box").hidden = looking === null;
    byId("own-box").hidden = !isGuest || !ownGame(course.name);
    showMoves();
    byId("saved").replaceChildren(...view.files.map(fileButton));
    byId("share-box").hidden = true;
    byId("make-case").disabled = Boolean(state.position);
    byId("edit").disabled = !view.size;
    analysis.show();
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
  byId("options").addEventListener("change", changeOptions);
  for (const side of SIDES) {
    byId(`player-${side}`).addEventListener("change", () => changePlayer(side));
  }
  fillSelect(byId("against"), [
    { value: "", text: "with these players" },
    ...STRENGTHS.map(({ value, text }) => ({ value, text: `against ${text}` })),
  ]);
  byId("strengths").textContent = strengthText();
  byId("undo").addEventListener("click", undo);
  byId("branch").addEventListener("click", () => branch(byId("against").value));
  // The arrows step through the game, unless what has the focus uses them itself.
  document.addEventListener("keydown", (event) => {
    const targets = { ArrowLeft: at() - 1, ArrowRight: at() + 1, Home: 0, End: last() };
    const others = "input, textarea, select, [role=listbox], [role=grid], [role=tab], .terminal";
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    const isOthers = event.defaultPrevented || hasModifier || event.target.closest?.(others);
    if (!(event.key in targets) || isOthers || byId("play").hidden || !view) return;
    event.preventDefault();
    look(targets[event.key]);
  });
  byId("own").addEventListener("click", () => showOwn(course.name));
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
    byId("share-note").textContent = await copyText(address);
  });
  byId("make-case").addEventListener("click", () => makeCase(state, view));
  for (const name of ["show-legal", "show-flips", "show-last", "show-counts"]) {
    bindToggle(name, true, () => showBoard());
  }
  // Shows a state, such as one from an address.
  const open = (next, chosen) => {
    course = courses.find((one) => one.name === next.course);
    state = next;
    fillRules();
    fillEngine();
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
  };

  const slot = (name, isGuest) => `${isGuest ? "guest" : "game"}.${name}`;

  const ownGame = (name) => {
    const known = readValue(slot(name, false), null);
    return known?.state?.course === name && !rust.address(known.state).error ? known : null;
  };

  // Shows the visitor's own game of a course, if there is one.
  const showOwn = (name) => {
    ended = [];
    isGuest = false;
    const known = ownGame(name);
    return known && open(known.state, known.players);
  };

  return {
    // Shows a course: the last game of it, or its usual one.
    setCourse(name) {
      const own = showOwn(name);
      if (own) return own;
      course = courses.find((one) => one.name === name);
      state = view = null;
      fillRules();
      fillEngine();
      fillOptions([]);
      fillStarts();
      usualPlayers(startSides(byId("start").value) ?? "both");
      return begin(byId("start").value);
    },
    open(next, chosen) {
      ended = [];
      // The moves of the computer are known if this is the last game of the course.
      const { fragment } = rust.address(next);
      const own = ownGame(next.course);
      const guest = readValue(slot(next.course, true), null);
      const known = [own, guest].find((game) => game && rust.address(game.state).fragment === fragment);
      isGuest = known ? known !== own : Boolean(own && own.moves !== 0);
      return open(known ? known.state : next, chosen);
    },
    look,
    players: () => players,
    state: () => state,
    view: () => view,
  };
};

// Returns the rules of a course in sentences. The computer may be chosen by `args`.
const ruleSentences = (course, args) => {
  const sentences = course.rules.length ? [...course.rules] : ["The rules are those of Othello."];
  if (course.listsMoves) sentences.push("The program lists the legal moves.");
  if (course.illegalLoses) sentences.push("An illegal move loses the game.");
  const chosen = args[args.indexOf("--computer") + 1];
  if (args.includes("--computer")) sentences.push(`The computer is ${chosen}.`);
  else if (course.rule) sentences.push(`The computer plays ${course.rule}`.replace(/[.]?$/, "."));
  if (course.computer === "free") sentences.push("The computer searches for a good move.");
  return sentences;
};
