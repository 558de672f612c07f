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
    courses.map(({ name, title }) => ({ value: name, text: `${title} (${name})` })),
    FIRST_COURSE,
  );
  let pane = "play";
  // The case that the address asks for, until the cases are loaded.
  let wantedCase = null;

  // Writes what is shown to the address, so that it can be shared and comes back after a
  // reload.
  const writeAddress = () => {
    const state = play.state();
    if (!state) return;
    const written = rust.address(state);
    const parts = [written.fragment ?? `v=1&c=${courseSelect.value}`];
    const { black, white } = play.players();
    if (written.fragment) parts.push(`p=${black},${white}`);
    if (pane !== "play") parts.push(`pane=${pane}`);
    const shownCase = cases.name() ?? wantedCase;
    if (pane === "cases" && shownCase) parts.push(`case=${encodeURIComponent(shownCase)}`);
    history.replaceState(null, "", `#${parts.join("&")}`);
  };
  const tabs = createTabs({
    changed: (name) => {
      pane = name;
      if (name !== "play") suite.load();
      if (name === "cases") cases.showGame();
      if (name === "check") check.refresh();
      writeAddress();
    },
  });
  const play = createPlay({
    courses,
    changed: writeAddress,
    loadCases: () => suite.load(),
    makeCase: async () => {
      tabs.show("cases");
      if (await suite.load()) cases.make();
    },
  });
  const cases = createCases({
    open: (state) => {
      tabs.show("play");
      play.open(state);
    },
    check: (name) => {
      tabs.show("check");
      check.choose(name);
    },
    game: () => play.state(),
    goToPlay: () => tabs.show("play"),
    changed: writeAddress,
  });
  const check = createCheck({ cases });

  const suite = createSuite({
    loaded: () => {
      cases.setCourse(courseSelect.value, wantedCase);
      check.setCourse(courseSelect.value);
    },
  });

  // Shows a course in all panes, with the state of its game or the name of a case.
  const setCourse = (name, { state, players, at, named = null } = {}) => {
    courseSelect.value = name;
    const { glyphs } = courses.find((one) => one.name === name);
    document.body.classList.toggle("stones", glyphs.black > "~");
    writeSetting("course", name);
    wantedCase = named;
    if (state) play.open(state, players).then(() => at && play.look(Number(at)));
    else play.setCourse(name);
    if (!suite.isLoaded()) return;
    cases.setCourse(name, named);
    check.setCourse(name);
  };
  courseSelect.addEventListener("change", () => setCourse(courseSelect.value));

  const readAddress = () => {
    showProblem("");
    const fragment = location.hash.slice(1);
    if (fragment === "") {
      const last = readSetting("course", FIRST_COURSE);
      return setCourse(courses.some(({ name }) => name === last) ? last : FIRST_COURSE);
    }
    const state = rust.fromAddress(fragment);
    if (state.error) {
      showProblem(state.error);
      return setCourse(courseSelect.value);
    }
    const wanted = new URLSearchParams(fragment);
    const hasGame = state.input !== "" || state.args.length > 0 || state.position !== null;
    const named = wanted.get("case");
    const wantedPane = wanted.get("pane");
    const players = playersNamed(wanted.get("p"));
    const at = wanted.get("n");
    setCourse(state.course, { state: hasGame ? state : undefined, players, at, named });
    if (tabs.names.includes(wantedPane)) tabs.show(wantedPane);
    else tabs.show(named ? "cases" : "play");
  };
  window.addEventListener("hashchange", readAddress);
  readAddress();
  document.body.dataset.pane = pane;
  // After the first board is on the screen.
  requestAnimationFrame(() => setTimeout(async () => {
    await suite.load();
    // The page as one file needs no network.
    if (!byId("part-courses").dataset.file) return;
    // Without it, only the network is needed again.
    navigator.serviceWorker?.register("service-worker.js").catch(() => {});
  }));
};

(async () => {
  try {
    // Without a table the page is in English.
    await Promise.all([startCourses(), startLanguage().catch(() => {})]);
    startPage();
    document.body.dataset.state = "ready";
  } catch (error) {
    document.body.dataset.state = "failed";
    showProblem(startProblem(error));
  }
})();
