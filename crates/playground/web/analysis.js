// The engine's evaluation of the positions of a game, and the review of its moves.

// The depth to which positions of the graph are evaluated that nobody looks at.
const GRAPH_DEPTH = 6;

const MARK_SIGNS = { mistake: "?", blunder: "??" };

// Makes the engine's pane. `game` returns what is shown: `{course, view, at}`. `changed` is
// called when there is something new to show, with `true` if the review is new; `go` gets the number
// of a position, `playLine` the squares of a line that the engine expects. `isFree` returns `false`
// while the engine chooses a computer's move.
const createAnalysis = ({ engine, game, isFree, changed, go, playLine }) => {
  const graph = createGraph(byId("graph"), { go });
  // Set if every move of the game is to be evaluated to the chosen depth.
  let wantsReview = false;
  let review = null;

  const isOn = () => byId("analyse").checked;
  const depth = () => Number(byId("depth").value);
  const say = (sentence, isBusy = false) => {
    byId("engine-note").textContent = sentence;
    byId("engine-stop").hidden = !isBusy;
  };
  const question = (position) => {
    const { rows, cols } = game().view.size;
    return { board: position.board, rows, cols, mover: position.turn };
  };
  const resultOf = (position) =>
    engine && isOn() && game().course.othello && game().view.size && position?.turn
      ? engine.result(question(position))
      : undefined;
  // Returns `true` if the side to move in a position of the game has a move.
  const hasMove = ({ turn, legal }, index) => {
    const next = game().view.positions[index + 1];
    return turn !== null && (next ? !next.pass : legal.length > 0);
  };

  const reviewMoves = async () => {
    const { view } = game();
    const turns = view.positions.slice(1).map(({ move, pass }, index) => {
      const before = view.positions[index];
      const moves = pass ? undefined : resultOf(before)?.moves;
      if (!moves) return null;
      return { by: before.turn, square: move, moves: moves.map(({ square, score }) => ({ square, score })) };
    });
    const made = await engine.review(turns);
    if (view !== game().view || !wantsReview) return;
    review = made;
    changed(true);
    document.body.dataset.reviewed = turns.length;
    announce(`The game is analysed. ${SIDES.map((side) => `${side}: ${sideText(review[side])}`).join(". ")}.`);
  };

  const percent = (accuracy) => (accuracy === null ? "–" : `${accuracy.toFixed(0)} %`);
  const sideText = ({ accuracy, mistakes, blunders }) =>
    `accuracy ${percent(accuracy)}, ${plural(mistakes, "mistake")}, ${plural(blunders, "blunder")}`;

  // Evaluates the position that is shown, then the others: to the chosen depth for a review,
  // or else as deep as the graph needs.
  const evaluate = async () => {
    const { course, view, at } = game();
    if (!course.othello || !isFree()) return;
    if (!isOn()) {
      say("");
      return engine?.stop();
    }
    if (!view.size) return;
    if (!engine) return say(engineProblem(new Error("there are no workers")));
    const rest = wantsReview ? depth() : Math.min(depth(), GRAPH_DEPTH);
    const wanted = view.positions
      .map((position, index) => ({ position, index }))
      .filter(({ position, index }) => hasMove(position, index))
      .sort((a, b) => (b.index === at) - (a.index === at))
      .map(({ position, index }) => ({ ...question(position), depth: index === at ? depth() : rest }));
    say("The engine is working.", true);
    try {
      const isComplete = await engine.evaluate(wanted, (done) => {
        changed();
        if (done === 0) return;
        document.body.dataset.analysed = at;
        const isBusy = done < wanted.length;
        say(wantsReview ? `The engine has evaluated ${done} of ${plural(wanted.length, "position")}.` : "", isBusy);
      });
      if (!isComplete) return;
      say("");
      if (wantsReview) await reviewMoves();
    } catch (error) {
      if (!(error instanceof Stopped)) say(engineProblem(error));
    }
  };

  // Returns what the board shows on the squares of a position.
  const valuesOf = (position) => {
    const result = resultOf(position);
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

  const showTable = (result) => {
    const { view } = game();
    const place = byId("analysis");
    place.style.minHeight = isOn() && !result ? `${place.offsetHeight}px` : "";
    if (!result) return place.replaceChildren();
    const line = (squares) => squares.map((square) => view.squares[square]).join(" ");
    const row = ({ square, score, exact, pv }) => {
      const names = line(pv);
      const named = { translate: false, title: names, "aria-label": `Play ${names}` };
      const button = makeButton(names, () => playLine(pv), { className: "plain", ...named });
      return make(
        "tr",
        {},
        make("th", { scope: "row", translate: false, textContent: view.squares[square] }),
        make("td", { textContent: scoreText(score, exact) }),
        make("td", { className: "line" }, button),
      );
    };
    const head = ["move", "score", "best line"].map((textContent) => make("th", { scope: "col", textContent }));
    byId("confidence").textContent =
      result.exact || result.confidence === 100
        ? ""
        : `This search is ${result.confidence} % sure: it leaves a move out when a shorter search shows with this confidence that the move is worse.`;
    place.replaceChildren(
      make(
        "table",
        {},
        make("caption", {
          textContent:
            `${depthText(result)}, ${inDigits(result.nodes, 0)} nodes. ` +
            "Scores are discs for the side to move.",
        }),
        make("thead", {}, make("tr", {}, ...head)),
        make("tbody", {}, ...result.moves.map(row)),
      ),
    );
  };

  const showReview = () => {
    const { view, at } = game();
    byId("review-box").hidden = !review;
    if (!review) return;
    const row = (side) => {
      const { accuracy, lost, mistakes, blunders } = review[side];
      const values = [percent(accuracy), inDigits(lost, 1), mistakes, blunders];
      return make(
        "tr",
        {},
        make("th", { scope: "row", textContent: side }),
        ...values.map((value) => make("td", { textContent: value })),
      );
    };
    byId("review-rows").replaceChildren(...SIDES.map(row));
    const judged = review.moves[at - 1];
    const { by, name } = view.positions[at];
    let text = "";
    if (judged) {
      const better = judged.lost > 0 ? `; best was ${view.squares[judged.best]}` : "";
      const mark = judged.mark ? `, a ${judged.mark}` : "";
      text = judged.lost > 0 ? `${by}’s ${name} loses ${inDigits(judged.lost, 1)}${mark}${better}.` : `${by}’s ${name} loses nothing.`;
    }
    byId("judged").textContent = text.charAt(0).toUpperCase() + text.slice(1);
  };

  // Shows what is known of the position and the game.
  const show = () => {
    const { view, at } = game();
    showTable(resultOf(view.positions[at]));
    showReview();
    byId("review").disabled = view.positions.length < 2;
    const scores = view.positions.map((one) => {
      if (!isOn()) return undefined;
      if (one.turn === null) return one.discs.black - one.discs.white;
      const known = resultOf(one);
      return known && (one.turn === "black" ? known.score : -known.score);
    });
    const marks = scores.map((_, index) => review?.moves[index - 1]?.mark);
    graph.show(scores, Math.max(0, at), marks);
  };

  const forget = () => {
    wantsReview = false;
    review = null;
    delete document.body.dataset.reviewed;
  };

  bindToggle("analyse", false, () => {
    forget();
    changed(true);
    evaluate();
  });
  byId("engine-stop").addEventListener("click", () => byId("analyse").click());
  byId("review").addEventListener("click", () => {
    byId("analyse").checked = true;
    writeSetting("analyse", "on");
    forget();
    changed(true);
    wantsReview = true;
    evaluate();
  });
  fillSelect(
    byId("depth"),
    [4, 6, 8, 10, 12, 14, 16, 18].map((depth) => ({ value: String(depth), text: plies(depth) })),
    readSetting("depth", "10"),
  );
  byId("depth").addEventListener("change", () => {
    writeSetting("depth", byId("depth").value);
    forget();
    changed(true);
    evaluate();
  });

  return {
    evaluate,
    show,
    valuesOf,
    // Forgets the review: the game is another one.
    forget,
    // Returns the loss of the move that led to each position, or undefined.
    judgedMoves: () => review?.moves ?? [],
  };
};
