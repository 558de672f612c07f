// The Rust functions of the courses, called on the page. All values cross as JSON.

const startCourses = async () => {
  await wasmCourses({ module_or_path: await compiledPart("courses") });
};

const callCourses = (name, ...values) => JSON.parse(wasmCourses[name](...values));

const rust = {
  courses: () => callCourses("courses"),
  view: (state) => callCourses("view", JSON.stringify(state)),
  position: (state, index) => callCourses("position", JSON.stringify(state), index),
  address: (state) => callCourses("address", JSON.stringify(state)),
  fromAddress: (fragment) => callCourses("from_address", fragment),
  boardSvg: (labels) => wasmCourses.board_svg(JSON.stringify(labels)),
  cases: (course) => callCourses("cases", course),
  // wasm-bindgen puts a low line before words that JavaScript reserves.
  case: (course, name) => callCourses("_case", course, name),
  matchCase: (course, file) => callCourses("match_case", course, file).name ?? null,
  // Archives; they throw a sentence.
  download: (course, names, layout) => wasmCourses.download(course, JSON.stringify(names), layout),
  make: (course, cases, layout) => wasmCourses.make(course, JSON.stringify(cases), layout),
  check: (course, name, output, strictness) =>
    callCourses("check", course, name, output, strictness),
  checkMade: (course, made, output, strictness) =>
    callCourses("check_made", course, JSON.stringify(made), output, strictness),
};
