// Talking to a Web Worker.

// The time that a worker has to answer `stop` before it is ended, in milliseconds.
const STOP_PATIENCE = 2000;

// The time that a worker has to load its parts, in milliseconds.
const START_PATIENCE = 20_000;

// The reason of a request that was given up because a newer one came.
class Stopped extends Error {}

// Returns a worker that has loaded the parts `names`; it starts with the first request.
const createWorker = (names) => {
  let worker = null;
  let ready = null;
  let lastId = 0;
  const waiting = new Map();

  const post = (op, fields, progress) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject, progress });
      worker.postMessage({ id, op, ...fields });
    });
  const rejectAll = (error) => {
    const jobs = [...waiting.values()];
    waiting.clear();
    for (const job of jobs) job.reject(error);
  };
  const end = (error) => {
    worker?.terminate();
    worker = ready = null;
    rejectAll(error);
  };
  const start = () => {
    worker = newWorker();
    worker.onmessage = ({ data }) => {
      const job = waiting.get(data.id);
      if (!job) return;
      if ("progress" in data) return job.progress?.(data.progress);
      waiting.delete(data.id);
      if ("error" in data) job.reject(new Error(data.error));
      else job.resolve(data.ok);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(new Error(event.message || "the browser does not start the worker"));
    };
    const timer = setTimeout(
      () => end(new Error("the browser's worker does not answer")),
      START_PATIENCE,
    );
    const loaded = Promise.all(
      names.map(async (name) => {
        const module = await compiledPart(name);
        if (worker) await post("load", { name, module });
      }),
    );
    ready = loaded.finally(() => clearTimeout(timer));
  };
  return {
    // Sends a request. `progress` gets what comes before the answer.
    async request(op, fields, progress) {
      if (!worker) start();
      try {
        await ready;
      } catch (error) {
        end(error);
        throw error;
      }
      return post(op, fields, progress);
    },
    // Stops a running search, if need be by ending the worker; the next request starts
    // it again.
    async stop() {
      if (!worker || waiting.size === 0) return;
      const timer = setTimeout(() => end(new Stopped("the search was stopped")), STOP_PATIENCE);
      try {
        await post("stop", {});
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
};
