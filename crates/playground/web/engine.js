// The engine: it moves for a side, and evaluates positions. It is loaded when it is first
// asked for.

const scoreText = (score, exact) => (score < 0 ? "−" : "+") + inDigits(Math.abs(score), exact ? 0 : 1);

// Returns a score in at most three characters, for a square of the board.
const shortScore = (score, exact) => scoreText(score, exact || Math.abs(score) >= 9.95);

const plies = (count) => (count === 1 ? "1 ply" : `${count} plies`);

// Returns the depth of a result in words.
const depthText = ({ depth, end, exact }) => (exact ? "Solved" : `Depth ${end ? "to the end" : plies(depth)}`);

// Returns why the engine cannot run here; an empty sentence if it can.
const engineProblem = (error) => {
  if (typeof Worker === "undefined") {
    return "The engine needs Web Workers, which this browser does not have. The rest of the page works.";
  }
  if (error instanceof WebAssembly.CompileError) {
    return (
      "The engine needs a newer browser: Chrome or Edge 91, Firefox 89, Safari 16.4. " +
      "The rest of the page works."
    );
  }
  return `The engine does not work here: ${error.message.replace(/\.$/, "")}.`;
};

const createEngine = () => {
  const worker = createWorker(["engine"]);
  // The last result per position: the deepest one that was reached.
  const known = new Map();
  const keyOf = ({ board, rows, cols, mover }) => `${rows} ${cols} ${mover} ${board}`;
  // Only the newest task may use the worker.
  let task = 0;

  const analyse = async (position, depth, progress) => {
    const key = keyOf(position);
    await worker.request("analyse", { ...position, depth }, (step) => {
      if ((known.get(key)?.depth ?? 0) <= step.depth) known.set(key, step);
      progress();
    });
  };

  return {
    // Returns the move of a `level` in `position`.
    async choose(position, level) {
      task += 1;
      await worker.stop();
      return worker.request("choose", { ...position, level });
    },
    // Returns one move with its reason, as `engine/hint.rs` does.
    async hint(position) {
      task += 1;
      await worker.stop();
      return worker.request("hint", position);
    },
    // Evaluates `positions`, each to its `depth`. Calls `progress` after each step with the
    // number of positions that are done. Resolves to `true` when all are, and to `false` when
    // a newer task has begun.
    async evaluate(positions, progress) {
      const mine = ++task;
      await worker.stop();
      const isNewest = () => mine === task;
      for (const [index, { depth: wanted, ...position }] of positions.entries()) {
        // Where `wanted` reaches the end of the game, only exact scores will do.
        const reachesEnd = position.board.split("U").length - 1 <= wanted;
        const depth = reachesEnd ? Infinity : wanted;
        const result = known.get(keyOf(position));
        if (!isNewest()) return false;
        if (!result?.done && !(result?.depth >= depth)) {
          await analyse(position, depth, () => isNewest() && progress(index));
        }
        if (isNewest()) progress(index + 1);
      }
      return isNewest();
    },
    // Returns what each move has lost, as `engine/review.rs` does.
    review: (turns) => worker.request("review", { turns }),
    exercises: () => worker.request("exercises", {}),
    async stop() {
      task += 1;
      await worker.stop();
    },
    result: (position) => known.get(keyOf(position)),
  };
};
