// The Play pane: a game of a course's program, in its terminal and on the board. What is shown
// follows from one line of the game's tree and the number of a position in it; Rust makes it
// from the line's state, the input of the program.

const SIDES = ["black", "white"];

// The time that each move is shown when two computers play slowly, in milliseconds.
const SLOW_PAUSE = 1000;

// Makes the pane. `changed` is called after every turn, and when another game or other players
// are chosen.
const createPlay = ({ courses, changed, makeCase, loadCases }) => {
  let course = null;
  // As in `games.js`.
  let game = null;
  // The line that is shown, what Rust makes of it, and the number of the position that is shown.
  let state = null;
  let view = null;
  let at = -1;
  let players = { black: PERSON, white: PERSON };
  // Only the newest run of the program may be shown.
  let run = 0;
  // The run in which a computer thinks.
  let thinks = 0;
  let isPaused = false;
  // The move that a hint has pointed at: `{view, at, square, sentence}`.
  let hinted = null;

  const background = typeof Worker === "undefined" ? null : createWorker(["courses"]);
  const engine = typeof Worker === "undefined" ? null : createEngine();

  const board = createBoard(byId("board"), { play: (square) => playSquare(square) });
  createZoom(byId("board"));
  const terminal = createTerminal({
    enter: (lines) => type(lines.map((line) => `${line}\n`).join("")),
  });
  const moves = createMoves(byId("moves"), {
    go: (index) => look(index),
    goLine: ({ index, line }) => showLine(line.state, { base: index, to: index + 1 }),
  });
  const steps = createSteps(byId("step"), { go: (index) => look(index) });
  const analysis = createAnalysis({
    engine,
    game: () => ({ course, view, at: Math.max(0, at) }),
    // A computer's move comes first; what follows it is evaluated.
    isFree: () => thinks !== run,
    changed: (hasReview) => {
      showBoard();
      if (hasReview) showMoves();
      analysis.show();
    },
    go: (index) => look(index),
    playLine: (squares) => playLine(squares),
  });
  const editor = createEditor({
    board,
    shown: () => ({ size: view.size, position: view.positions[at] }),
    done: (position) => (position ? openPlaced(position) : show()),
  });
  const exercise = createExercise({ engine, open: (position) => openPlaced(position), say: (text) => say(text) });
  createTexts({
    game: () => ({
      state: stateAt(at),
      size: view.size,
      labels: view.labels,
      positions: view.positions.slice(0, at + 1),
      segments: shownSegments(),
      isPlayed: game.moves > 0,
    }),
    open: (next) => open(next),
    loadCases,
  });
  const setup = createSetup({
    begin: (input, isOther) => {
      if (isOther) usualPlayers(setup.humans(input));
      return begin(input);
    },
    changePlayer: (side, player) => changePlayer(side, player),
    changeOptions: () => changeOptions(),
  });
  const games = createGames({
    open: (kept) => openKept(kept),
    shown: () => game?.id,
    titleOf: (name) => courses.find((one) => one.name === name).title,
  });

  const isTyped = (side) => view.humans.includes(side);
  const last = () => view.positions.length - 1;
  const isLast = () => at >= last();
  const path = () => view.positions.slice(1).map(({ move }) => move);
  // The side whose move the program waits for at the end of the line.
  const waitsFor = () => (view.awaits && view.positions.length ? view.positions[last()].turn : null);
  const isPersonsTurn = () => waitsFor() === null || players[waitsFor()] === PERSON;
  // Returns `true` if a person chooses the move in a position.
  const isChoice = ({ turn }, index) =>
    turn !== null && players[turn] === PERSON && !view.positions[index + 1]?.pass;
  const areComputers = () => SIDES.every((side) => players[side] !== PERSON);

  // Returns the state in which the position with this number is the last one.
  const stateAt = (index) => {
    const position = view.positions[index];
    if (!position || index >= last()) return state;
    return {
      ...state,
      input: state.input.slice(0, position.input),
      replies: state.replies.slice(0, position.replies),
    };
  };

  // Runs the program. A computer that searches runs in the background, so that the page
  // does not stop. The first `known` positions are those of the view that is shown.
  const viewOf = async (next, known) => {
    const isChosen = next.args.includes("--computer");
    const searches = next.opponent === "own" && (course.computer === "free" || isChosen);
    const notation = byId("notation").value;
    const asked = { ...next, notation };
    if (!searches || !background) return rust.view(asked, known);
    try {
      return await background.request("view", { state: JSON.stringify(asked), known });
    } catch {
      return rust.view(asked, known);
    }
  };

  // Shows the line of a state, at the position number `to` or else at its end. Its positions up
  // to number `base` are those of the line that is shown.
  const showLine = async (next, { base = -1, to } = {}) => {
    const mine = ++run;
    editor.leave();
    document.body.dataset.busy = "";
    const answer = await viewOf(next, base + 1);
    if (mine !== run) return;
    if (answer.error) {
      delete document.body.dataset.busy;
      showProblem(answer.error);
      return;
    }
    const asksAgain = base >= 0 && base === last() && answer.from + answer.positions.length === base + 1;
    const isAsked = asksAgain && next.input !== state.input;
    state = next;
    view = {
      ...answer,
      positions: [...(view?.positions.slice(0, answer.from) ?? []), ...answer.positions],
      segments: [...firstSegments(view?.segments ?? [], answer.fromTerminal), ...answer.segments],
    };
    // The moves that the program's own computer has made, so that it need not search again.
    const made = view.positions.filter((one) => one.by && one.move !== null && !isTyped(one.by));
    if (state.opponent === "own") state = { ...state, replies: made.map((one) => one.move) };
    at = Math.min(to ?? last(), last());
    analysis.forget();
    fillPlayers();
    setup.fillRules(state.args);
    remember();
    show();
    tell(to === undefined, base, isAsked);
    delete document.body.dataset.busy;
    document.body.dataset.lines = view.lines.length;
    document.body.dataset.turn = Math.max(0, last());
    await moveComputers();
  };

  // Says what is new to a screen reader.
  const tell = (isEnd, base, isAsked) => {
    if (!isEnd && at >= 0) return announce(`Position ${at} of ${last()}. ${view.positions[at].says}`);
    const news = view.positions.slice(base >= 0 ? base + 1 : -1).map(({ says }) => says);
    if (isAsked && view.awaits === "entry") {
      news.push("The program did not accept that as a move and asks again.");
    } else if (view.awaits === null && !news.includes(view.result)) {
      news.push(view.stderr || (view.result ?? "The program has ended."));
    }
    announce(news.join(" "));
  };

  // Lets our computer move at the end of the line, if the side to move is one.
  const moveComputers = async () => {
    const side = waitsFor();
    const player = players[side];
    byId("pause-box").hidden = !areComputers() || !view.awaits;
    byId("pause").textContent = isPaused ? "Go on" : "Pause";
    if (side === null || player === PERSON || player === OWN || isPaused) return analysis.evaluate();
    if (thinks === run) return;
    const mine = (thinks = run);
    if (isLast()) say(`${sideName(side)} is thinking.`);
    document.body.dataset.busy = "";
    try {
      const square = player === RANDOM ? randomMove(positionAt(last())) : await engineMove(player);
      if (areComputers() && byId("slow").checked) await new Promise((go) => setTimeout(go, SLOW_PAUSE));
      if (mine !== run || isPaused) return;
      await playMove(last(), square, isLast() ? undefined : at);
    } catch (error) {
      if (mine !== run || error instanceof Stopped) return;
      players[side] = PERSON;
      fillPlayers();
      remember();
      const reason = engineProblem(error);
      show();
      announce(reason);
      byId("engine-note").textContent = reason;
      say(`${reason} A person plays ${side} now.`);
    } finally {
      if (thinks === mine) thinks = 0;
      if (mine === run) delete document.body.dataset.busy;
    }
  };

  const randomMove = ({ legal }) => legal[Math.floor(Math.random() * legal.length)].square;
  const engineMove = (player) => {
    if (!engine) throw new Error("there are no workers");
    return engine.choose(engineBoard(view.positions[last()]), levelOf(player));
  };

  const stopComputers = () => {
    run += 1;
    delete document.body.dataset.busy;
  };

  const engineBoard = (position) => ({
    board: position.board,
    rows: view.size.rows,
    cols: view.size.cols,
    mover: position.turn,
  });

  const type = (text) => {
    const from = stateAt(at);
    return showLine({ ...from, input: from.input + text }, { base: at });
  };

  // Plays a legal move in the position number `index`, as whoever plays that side would. The
  // page shows position `to` then, or else the last one.
  const playMove = (index, square, to) => {
    const from = stateAt(index);
    const position = positionAt(index);
    const move = position.legal.find((one) => one.square === square);
    if (!move) throw new Error("it chose an illegal move");
    const next = isTyped(position.turn)
      ? { ...from, input: `${from.input}${move.entry}\n` }
      : { ...from, replies: [...from.replies, square] };
    return showLine(next, { base: index, to });
  };

  // Returns `true` if a person may move in the position that is shown.
  const canPlay = () => !isLast() || (view.awaits !== null && isPersonsTurn());

  const playSquare = async (square) => {
    if (editor.isOn()) return editor.turn(square);
    if (!canPlay()) return;
    const position = positionAt(at);
    if (!position.legal.some((move) => move.square === square)) {
      const why = rust.whyIllegal({ ...stateAt(at), notation: byId("notation").value }, square);
      const sentence = why.error ?? why;
      say(sentence);
      return announce(sentence);
    }
    if (exercise.task(stateAt(at))) {
      const mine = run;
      if (!(await exercise.wins(square, view.squares[square])) || mine !== run) return;
      for (const side of SIDES) if (side !== position.turn) players[side] = STRONGEST;
    }
    // A move that was played here before leads to what came after it.
    if (view.positions[at + 1]?.move === square) return redo();
    const known = variationsOf(game.lines, path()).find(({ index, line }) => index === at && line.path[at] === square);
    if (!known) return playMove(at, square);
    await showLine(known.line.state, { base: at, to: at });
    redo();
  };

  // Plays the engine's moves, as a line of their own.
  const playLine = (squares) => {
    const next = rust.follow(stateAt(at), squares);
    if (next.error) return say(next.error);
    return showLine(next, { base: at });
  };

  // Goes to the position before the last move that a person chose, or takes back a line that
  // the program has not taken as a move.
  const undo = () => {
    if (hasRefused()) return showLine({ ...state, input: state.input.slice(0, view.lines.at(-1)) }, { base: at });
    const own = view.positions.findLastIndex((position, index) => index < at && isChoice(position, index));
    look(own < 0 ? at - 1 : own);
  };
  const redo = () => {
    const own = view.positions.findIndex((position, index) => index > at && isChoice(position, index));
    look(own < 0 ? last() : own);
  };
  const hasRefused = () =>
    isLast() && view.lines.length > 0 && state.input.length > (view.positions[at]?.input ?? 0);

  // Keeps the game as it is now.
  const remember = () => {
    const played = game.moves === last() ? game.played : Date.now();
    const shown = { ...game, players, played, moves: last(), result: view.result ?? "" };
    game = keepGame(shown, { state, path: path() });
    games.show();
    changed();
  };

  // Begins another game; one without a move gives way to it.
  const newGame = (name) => {
    const isEmpty = game?.course === name && !(gameNamed(game.id)?.moves > 0);
    const id = isEmpty ? game.id : String(Date.now() + Math.random());
    game = { id, course: name, name: "", lines: [], current: 0 };
    view = null;
    at = -1;
    isPaused = false;
  };

  // Begins with a position that was set up, `{rows, cols, board, mover}`; no program of the
  // course knows it.
  const openPlaced = (position) =>
    open({ course: course.name, args: [], input: "", opponent: "own", replies: [], position }, players);

  const begin = (input) => {
    newGame(course.name);
    const opponent = SIDES.some((side) => players[side] === OWN) || !setup.isStart(input) ? "own" : "asked";
    return showLine({ course: course.name, args: setup.args(), input, opponent, replies: [] });
  };

  // Goes on with other options, if the game until now is the same with them; or else
  // begins another one.
  const changeOptions = async () => {
    const next = { ...stateAt(at), args: setup.args() };
    const boards = (one, end) => one.positions?.slice(0, end).map(({ board }) => board).join();
    const now = await viewOf({ ...next, opponent: "asked" }, 0);
    if (last() > 0 && boards(now) === boards(view, at + 1)) {
      newGame(course.name);
      return showLine(next);
    }
    const isGame = last() > 0;
    await begin(setup.start());
    if (isGame) announce("The option changes the game, so a new one begins. The previous game is under Games.");
  };

  const fillPlayers = () => {
    const human = setup.humans();
    for (const side of SIDES) {
      const typed = view?.humans.length ? isTyped(side) : human === "both" || human === side;
      if (typed && players[side] === OWN) players[side] = PERSON;
      // The set-up may have been typed, and decides which side the computer has.
      if (!typed && view?.humans.length && state.opponent === "own") players[side] = OWN;
      players[side] = setup.showPlayer(side, typed, players[side]);
    }
  };

  // The course's computer plays a side that is not typed, unless something else is chosen.
  const usualPlayers = (human) => {
    players = {};
    for (const side of SIDES) players[side] = human === "both" || human === side ? PERSON : OWN;
  };

  // The game goes on with another player: its moves until now are given.
  const changePlayer = (side, player) => {
    players = { ...players, [side]: player };
    stopComputers();
    if (view.humans.length && !isTyped(side)) {
      return showLine({ ...state, opponent: player === OWN ? "own" : "asked" }, { base: last(), to: at });
    }
    remember();
    show();
    return moveComputers();
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

  // Returns a position with its legal moves, with which only the last one comes.
  const positionAt = (index) => {
    const position = view.positions[index];
    if (index >= last() || position.turn === null || position.legal.length) return position;
    const asked = rust.position({ ...state, notation: byId("notation").value }, index);
    if (!asked.error) view.positions[index] = asked;
    return view.positions[index];
  };

  const look = (index) => {
    if (editor.isOn()) return;
    at = Math.max(Math.min(0, last()), Math.min(index, last()));
    show();
    if (at >= 0) announce(`Position ${at} of ${last()}. ${view.positions[at].says}`);
    if (isLast()) moveComputers();
    else if (thinks !== run) analysis.evaluate();
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
    const position = positionAt(at);
    const hint = hinted?.view === view && hinted.at === at ? hinted : null;
    board.draw(view.labels);
    board.show(position, {
      legal: byId("show-legal").checked && canPlay(),
      flips: byId("show-flips").checked,
      last: byId("show-last").checked,
      playable: canPlay(),
      values: analysis.valuesOf(position),
      hint: hint?.square,
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
    say(hint?.sentence ?? exercise.task(stateAt(at)) ?? (isLast() && view.result ? view.result : position.says));
  };

  const showMoves = () =>
    moves.show(view.positions, Math.max(0, at), analysis.judgedMoves(), variationsOf(game.lines, path()), view.squares);

  // The opening is known by its moves, if the game has begun as usual.
  const showOpening = () => {
    const isUsual = course.othello && view.size?.rows === 8 && view.size.cols === 8 && !state.position;
    const played = isUsual ? WRITERS.othello({ size: view.size, positions: view.positions.slice(1, at + 1) }) : "";
    const first = view.awaits ? "Choose a marked square, or type at the prompt." : "";
    // The name of an opening is not translated.
    byId("opening").translate = last() <= 0;
    byId("opening").textContent = last() > 0 ? rust.opening(played) : first;
  };

  const shownSegments = () =>
    isLast() ? view.segments : firstSegments(view.segments, view.positions[at].terminal);

  const show = () => {
    document.body.dataset.position = Math.max(0, at);
    // Nobody types the move of a computer.
    const waits = isLast()
      ? view.awaits === "entry" && isPersonsTurn()
      : isChoice(view.positions[at], at) && isTyped(view.positions[at].turn);
    terminal.show(shownSegments(), { stderr: isLast() ? view.stderr : "", waits });
    disable(byId("undo"), at <= 0 && !hasRefused(), [byId("redo"), byId("entry"), byId("new")]);
    disable(byId("redo"), isLast(), [byId("undo"), byId("new")]);
    disable(byId("entry-form").querySelector(".enter"), !waits, [byId("undo")]);
    let note = "";
    if (!isLast()) note = "As it was at this position.";
    else if (view.awaits === null) note = "The program has ended.";
    if (isLast() && view.unread > 0) {
      note += ` It did not read the last ${plural(view.unread, "character")} of the input.`;
    }
    byId("terminal-note").textContent = note;
    showBoard();
    steps.show(Math.max(0, at), Math.max(0, last()));
    const turn = isLast() ? null : view.positions[at].turn;
    byId("branch").hidden = turn === null || players[turn] === PERSON || view.positions[at + 1].pass;
    byId("drop-line").hidden = game.lines.length < 2;
    showMoves();
    showOpening();
    byId("saved").replaceChildren(...view.files.map(fileButton));
    byId("share-box").hidden = true;
    byId("make-case").disabled = Boolean(state.position);
    byId("edit").disabled = !view.size;
    byId("hint").disabled = !view.size || !canPlay() || positionAt(at).legal.length === 0;
    analysis.show();
  };

  // ---- events

  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  // The side to move is a computer's: it chooses anew.
  byId("branch").addEventListener("click", () => showLine(stateAt(at), { base: at }));
  byId("drop-line").addEventListener("click", () => {
    game.lines = game.lines.filter((line) => line.state !== state);
    replaceGame(game.id, { lines: game.lines });
    const closest = game.lines
      .map((line) => ({ line, shared: sharedLength(line.path, path()) }))
      .sort((one, other) => other.shared - one.shared)[0];
    return showLine(closest.line.state, { base: closest.shared, to: closest.shared });
  });
  byId("hint").addEventListener("click", async () => {
    const asked = { view, at };
    say("The engine is working.");
    try {
      if (!engine) throw new Error("there are no workers");
      const { square, reason } = await engine.hint(engineBoard(positionAt(at)));
      if (asked.view !== view || asked.at !== at) return;
      hinted = { ...asked, square, sentence: `${view.squares[square]} ${reason}.` };
      showBoard();
      announce(hinted.sentence);
    } catch (error) {
      if (!(error instanceof Stopped)) say(engineProblem(error));
    } finally {
      // A hint ends what the engine did before: a computer's move, or the evaluation.
      moveComputers();
    }
  });
  byId("pause").addEventListener("click", () => {
    isPaused = !isPaused;
    stopComputers();
    moveComputers();
  });
  // The arrows go through the game and its variations, unless what has the focus uses them.
  document.addEventListener("keydown", (event) => {
    if (byId("play").hidden || !view || event.defaultPrevented) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (isCommand && event.key.toLowerCase() === "z" && !event.target.closest?.("input, textarea")) {
      event.preventDefault();
      return byId(event.shiftKey ? "redo" : "undo").click();
    }
    const users = "input, textarea, select, [role=listbox], [role=grid], [role=tab], .terminal";
    const hasModifier = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (hasModifier || event.target.closest?.(users)) return;
    const targets = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last() };
    const others = variationsOf(game.lines, path()).filter(({ index }) => index === at - 1);
    const variation = { ArrowUp: others.at(-1), ArrowDown: others[0] }[event.key];
    if (event.key in targets) look(targets[event.key]);
    else if (variation) showLine(variation.line.state, { base: at - 1, to: at });
    else return;
    event.preventDefault();
  });
  byId("share").addEventListener("click", async () => {
    const shared = rust.address(stateAt(at));
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
  byId("make-case").addEventListener("click", () => makeCase());
  for (const name of ["show-legal", "show-flips", "show-last", "show-counts"]) {
    bindToggle(name, true, () => showBoard());
  }
  bindToggle("slow", false, () => {});
  byId("notation").value = readSetting("notation", "course");
  byId("notation").addEventListener("change", () => {
    writeSetting("notation", byId("notation").value);
    showLine(state, { to: at });
  });

  // Shows a state, such as one from an address, as a game of its own.
  const open = (next, chosen, { to } = {}) => {
    newGame(next.course);
    useCourse(next.course, next);
    if (chosen) players = { ...chosen };
    else {
      usualPlayers(setup.humans());
      // Somebody has made the computer's moves; here a person goes on.
      for (const side of SIDES) {
        if (next.opponent === "asked" && players[side] === OWN) players[side] = PERSON;
      }
    }
    return showLine(next, { to });
  };

  const useCourse = (name, next) => {
    course = courses.find((one) => one.name === name);
    document.body.classList.toggle("stones", course.glyphs.black > "~");
    setup.show(course, next);
  };

  // Shows a game that was kept, at its end.
  const openKept = (kept, to) => {
    game = kept;
    const line = kept.lines[kept.current] ?? kept.lines[0];
    players = { ...kept.players };
    isPaused = false;
    view = null;
    at = -1;
    useCourse(kept.course, line.state);
    return showLine(line.state, { to });
  };

  return {
    // Shows a course: the last game of it, or its usual one.
    setCourse(name) {
      const kept = lastGameOf(name);
      if (kept) return openKept(kept);
      useCourse(name);
      usualPlayers(setup.humans());
      return begin(setup.start());
    },
    // Shows the game of an address, beside the others.
    open(next, chosen, to) {
      const kept = gameWith(next);
      return kept ? openKept(kept, to) : open(next, chosen, { to });
    },
    openKept,
    showGames: () => games.show(),
    course: () => course.name,
    game: () => game,
    players: () => players,
    state: () => state,
  };
};
