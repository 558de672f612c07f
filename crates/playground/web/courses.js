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
  case: (course, name) => callCourses("case", course, name),
  matchCase: (course, file) => callCourses("match_case", course, file),
  download: (course, names, layout) => wasmCourses.download(course, JSON.stringify(names), layout),
  makeCheck: (course, cases) => callCourses("make_check", course, JSON.stringify(cases)),
  make: (course, cases, layout) => wasmCourses.make(course, JSON.stringify(cases), layout),
  check: (course, name, output, strictness) =>
    callCourses("check", course, name, output, strictness),
  checkMade: (course, made, output) =>
    callCourses("check_made", course, JSON.stringify(made), output),
};
