// Runs in a Web Worker, so that a search does not stop the page. A request is
// `{id, op, ...}`; the answer is `{id, ok}` or `{id, error}`, after any number of
// `{id, progress}`.
"use strict";

// The request whose search may go on. A busy worker gets no message, so the analysis
// gives way after every depth and looks here.
let current = 0;

const gates = new MessageChannel();
const waiting = [];
gates.port1.onmessage = () => waiting.shift()();
const yieldToMessages = () =>
  new Promise((go) => {
    waiting.push(go);
    gates.port2.postMessage(0);
  });

const LOADERS = { courses: wasmCourses, engine: wasmEngine };

const OPERATIONS = {
  load: async ({ name, module }) => {
    await LOADERS[name]({ module_or_path: module });
    return true;
  },
  view: ({ state, known }) => JSON.parse(wasmCourses.view(state, known)),
  choose: ({ board, rows, cols, mover, level }) =>
    wasmEngine.choose(board, rows, cols, mover, JSON.stringify(level)),
  hint: ({ board, rows, cols, mover }) => JSON.parse(wasmEngine.hint(board, rows, cols, mover)),
  review: ({ turns }) => JSON.parse(wasmEngine.review(JSON.stringify(turns))),
  analyse: async ({ id, board, rows, cols, mover, depth }, progress) => {
    const analysis = new wasmEngine.Analysis(board, rows, cols, mover);
    let last = null;
    try {
      while (current === id && (last === null || last.depth < depth)) {
        const step = analysis.step();
        if (step === undefined) break;
        last = JSON.parse(step);
        if (last.error) throw new Error(last.error);
        progress(last);
        if (last.done) break;
        await yieldToMessages();
      }
    } finally {
      analysis.free();
    }
    return last;
  },
  exercises: () => JSON.parse(wasmEngine.exercises()),
  stop: () => true,
};

onmessage = async ({ data }) => {
  const { id, op } = data;
  // Each of these ends the analysis before it.
  if (op !== "load") current = id;
  try {
    const ok = await OPERATIONS[op](data, (progress) => postMessage({ id, progress }));
    postMessage({ id, ok });
  } catch (error) {
    postMessage({ id, error: String(error?.message ?? error) });
  }
};
