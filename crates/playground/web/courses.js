// The Rust functions that are called on the page. All values cross as JSON.

const startCourses = async () => {
  await wasmCourses({ module_or_path: await compiledPart("courses") });
};

// The functions of the cases can be called when this has ended.
const startCases = async () => {
  if (typeof wasmCases === "undefined") await loadGlue("cases");
  await wasmCases({ module_or_path: await compiledPart("cases") });
};

const callCourses = (name, ...values) => JSON.parse(wasmCourses[name](...values));
const callCases = (name, ...values) => JSON.parse(wasmCases[name](...values));

const rust = {
  courses: () => callCourses("courses"),
  view: (state, known = 0) => callCourses("view", JSON.stringify(state), known),
  position: (state, index) => callCourses("position", JSON.stringify(state), index),
  whyIllegal: (state, square) => callCourses("why_illegal", JSON.stringify(state), square),
  follow: (state, squares) => callCourses("follow", JSON.stringify(state), JSON.stringify(squares)),
  opening: (moves) => wasmCourses.opening(moves),
  picture: (board, labels, last) => wasmCourses.picture(board, JSON.stringify(labels), last),
  import: (course, text) => callCourses("read_text", course, text),
  importSession: (course, text) => callCases("read_session", course, text),
  address: (state) => callCourses("address", JSON.stringify(state)),
  fromAddress: (fragment) => callCourses("from_address", fragment),
  boardSvg: (labels) => wasmCourses.board_svg(JSON.stringify(labels)),
  cases: (course) => callCases("cases", course),
  // wasm-bindgen puts a low line before words that JavaScript reserves.
  case: (course, name) => callCases("_case", course, name),
  matchCase: (course, file) => callCases("match_case", course, file).name ?? null,
  // Archives; they throw a sentence.
  download: (course, names, layout) => wasmCases.download(course, JSON.stringify(names), layout),
  make: (course, cases, layout) => wasmCases.make(course, JSON.stringify(cases), layout),
  check: (course, name, output, strictness) =>
    callCases("check", course, name, output, strictness),
  checkMade: (course, made, output, strictness) =>
    callCases("check_made", course, JSON.stringify(made), output, strictness),
};
