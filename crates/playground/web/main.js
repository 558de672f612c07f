// Starts the page.

const FIRST_COURSE = "aps105-lab8";

// Returns why the page cannot start.
const startProblem = (error) => {
  if (typeof WebAssembly === "undefined") {
    return (
      "This page needs WebAssembly, which this browser does not have or has switched off. " +
      "Any browser since 2018 has it."
    );
  }
  if (location.protocol === "file:" && byId("part-courses").dataset.file) {
    return (
      "A browser does not let this page load its files from a disk. " +
      "Open playground.html instead, which is one file."
    );
  }
  if (typeof DecompressionStream === "undefined" && !byId("part-courses").dataset.file) {
    return "This page needs a newer browser: Chrome or Edge 80, Firefox 113, Safari 16.4.";
  }
  return `The page cannot start: ${error.message}.`;
};

const startPage = () => {
  const courses = rust.courses();
  const courseSelect = byId("course");
  fillSelect(
    courseSelect,
    courses.map(({ name, title }) => ({ value: name, text: title })),
    FIRST_COURSE,
  );
  let pane = "play";

  // Writes what is shown to the address, so that it can be shared and comes back after a
  // reload.
  const writeAddress = () => {
    const state = play.state();
    if (!state) return;
    const written = pane === "play" ? rust.address(state) : {};
    const parts = [written.fragment ?? `v=1&c=${courseSelect.value}`];
    if (pane !== "play") parts.push(`pane=${pane}`);
    history.replaceState(null, "", `#${parts.join("&")}`);
  };
  const tabs = createTabs({
    changed: (name) => {
      pane = name;
      writeAddress();
    },
  });
  const play = createPlay({
    courses,
    changed: writeAddress,
    makeCase: () => tabs.show("cases"),
  });
  const setCourse = (name) => {
    courseSelect.value = name;
    play.setCourse(name);
  };
  courseSelect.addEventListener("change", () => setCourse(courseSelect.value));

  const readAddress = () => {
    showProblem("");
    const fragment = location.hash.slice(1);
    if (fragment === "") return setCourse(courseSelect.value);
    const state = rust.fromAddress(fragment);
    if (state.error) {
      showProblem(state.error);
      return setCourse(courseSelect.value);
    }
    const wanted = new URLSearchParams(fragment).get("pane");
    courseSelect.value = state.course;
    if (state.input === "" && state.args.length === 0) play.setCourse(state.course);
    else play.open(state);
    if (tabs.names.includes(wanted)) tabs.show(wanted);
  };
  window.addEventListener("hashchange", readAddress);
  readAddress();
  document.body.dataset.pane = pane;
};

(async () => {
  try {
    await startCourses();
    startPage();
    document.body.dataset.state = "ready";
  } catch (error) {
    document.body.dataset.state = "failed";
    showProblem(startProblem(error));
  }
})();
