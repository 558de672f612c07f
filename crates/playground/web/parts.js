// The parts of the page besides its script: in the one-file page they are inside the
// document, on a site in files beside it.

const fromBase64 = (text) => {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
};

// The cases and the engine come after this script.
const documentRead = new Promise((resolve) => {
  if (document.readyState !== "loading") resolve();
  else document.addEventListener("DOMContentLoaded", resolve);
});

const bytesOfPart = async (name) => {
  if (!byId(`part-${name}`)) await documentRead;
  const part = byId(`part-${name}`);
  if (part.dataset.file) {
    const response = await fetch(part.dataset.file).catch(() => {
      throw new Error("the server does not answer");
    });
    if (!response.ok) throw new Error(`the server answers ${response.status} to ${part.dataset.file}`);
    return name === "engine" ? counted(response) : response.arrayBuffer();
  }
  const packed = new Blob([fromBase64(part.textContent)]);
  const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
};

// Reads a large answer, and says how much of it has come.
const counted = async (response) => {
  const chunks = [];
  let length = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    byId("engine-note").textContent = `Loading the engine: ${inDigits(length / 1e6, 1)} MB.`;
  }
  byId("engine-note").textContent = "";
  return new Blob(chunks).arrayBuffer();
};

const compiledParts = new Map();

// Returns the compiled WebAssembly of `courses`, `cases` or `engine`, the same at every
// call.
const compiledPart = (name) => {
  if (!compiledParts.has(name)) {
    const compiled = bytesOfPart(name).then((bytes) => WebAssembly.compile(bytes));
    // A failed download may work the next time.
    compiled.catch(() => compiledParts.delete(name));
    compiledParts.set(name, compiled);
  }
  return compiledParts.get(name);
};

// Loads the script that makes a part callable, unless it is in the page as one file.
const loadGlue = (name) => {
  const file = byId(`part-${name}-glue`)?.dataset.file;
  if (!file) return null;
  return new Promise((resolve, reject) => {
    const onerror = () => reject(new Error(`the server does not answer to ${file}`));
    document.head.append(make("script", { src: file, onload: resolve, onerror }));
  });
};

let workerAddress;

const newWorker = () => {
  const part = byId("part-worker");
  workerAddress ??=
    part.dataset.file ??
    URL.createObjectURL(new Blob([part.textContent], { type: "text/javascript" }));
  return new Worker(workerAddress);
};
