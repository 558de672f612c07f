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
  // The other panes, when what they need is loaded.
  let cases = null;
  let check = null;
  // The case that the address asks for, until the cases are loaded.
  let wantedCase = null;

  // Writes what is shown to the address, so that it can be shared and comes back after a
  // reload. Another game or pane is a step in the browser's history.
  const writeAddress = () => {
    const state = play.state();
    if (!state) return;
    const written = rust.address(state);
    const parts = [written.fragment ?? `v=1&c=${state.course}`];
    const { black, white } = play.players();
    if (written.fragment) parts.push(`p=${black},${white}`);
    if (pane !== "play") parts.push(`pane=${pane}`);
    const shownCase = cases?.name() ?? wantedCase;
    if (pane === "cases" && shownCase) parts.push(`case=${encodeURIComponent(shownCase)}`);
    const before = history.state;
    const entry = { game: play.game().id, pane };
    const isStep = before && (before.game !== entry.game || before.pane !== pane);
    history[isStep ? "pushState" : "replaceState"](entry, "", `#${parts.join("&")}`);
  };
  const tabs = createTabs(byId("panes"), {
    changed: (name) => {
      pane = name;
      document.body.dataset.pane = name;
      if (name !== "play") suite.load();
      if (name === "cases") cases?.showGame();
      if (name === "check") check?.refresh();
      writeAddress();
    },
  });
  // Beside the board; on a wide screen the set-up and the terminal are always there.
  const sides = createTabs(byId("sides"), {
    changed: (name) => {
      writeSetting("side", name);
      if (name === "games-panel" && play.state()) play.showGames();
    },
  });
  const isWide = matchMedia("(min-width: 68rem)");
  const showSide = () => {
    const last = readSetting("side", "moves-panel");
    sides.show(isWide.matches && ["setup", "console"].includes(last) ? "moves-panel" : last);
  };
  isWide.addEventListener("change", showSide);
  const play = createPlay({
    courses,
    changed: () => {
      showCourse(play.course());
      writeAddress();
    },
    loadCases: () => suite.load(),
    makeCase: async () => {
      tabs.show("cases");
      if (await suite.load()) cases.make();
    },
  });
  const makePanes = () => {
    cases = createCases({
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
    check = createCheck({ cases });
  };
  // Shows a course, or another case of it, in the panes beside Play.
  let shownCourse = null;
  const showCourse = (name, named = null) => {
    courseSelect.value = name;
    writeSetting("course", name);
    if (named) wantedCase = named;
    if (!cases || (shownCourse === name && !named)) return;
    shownCourse = name;
    cases.setCourse(name, wantedCase);
    wantedCase = null;
    check.setCourse(name);
  };
  const suite = createSuite({
    loaded: () => {
      makePanes();
      showCourse(play.course());
    },
  });

  courseSelect.addEventListener("change", () => {
    wantedCase = null;
    play.setCourse(courseSelect.value);
  });

  const isCourse = (name) => courses.some((one) => one.name === name);
  const readAddress = () => {
    showProblem("");
    // A program that sends mail may have encoded the signs between its parts.
    const raw = location.hash.slice(1).replaceAll("&amp;", "&");
    const fragment = raw.includes("&") ? raw : new URLSearchParams(`all=${raw}`).get("all");
    const last = play.state() ? play.course() : readSetting("course", FIRST_COURSE);
    const usual = isCourse(last) ? last : FIRST_COURSE;
    const state = fragment === "" ? null : rust.fromAddress(fragment);
    if (!state || state.error) {
      showProblem(state?.error ?? "");
      if (!play.state()) play.setCourse(usual);
      return tabs.show("play");
    }
    const wanted = new URLSearchParams(fragment);
    const hasGame = state.input !== "" || state.args.length > 0 || state.position !== null;
    const named = wanted.get("case");
    const wantedPane = wanted.get("pane") ?? (named ? "cases" : "play");
    wantedCase = named;
    const at = /^\d{1,4}$/.test(wanted.get("n")) ? Number(wanted.get("n")) : undefined;
    if (hasGame) play.open(state, playersNamed(wanted.get("p")), at);
    else play.setCourse(state.course);
    showCourse(state.course, named);
    tabs.show(tabs.names.includes(wantedPane) ? wantedPane : "play");
  };
  // Back and Forward lead to a game as it is now, other addresses to what they say.
  addEventListener("popstate", ({ state: entry }) => {
    const kept = entry && gameNamed(entry.game);
    if (!kept) return readAddress();
    if (play.game().id !== kept.id) play.openKept(kept);
    tabs.show(entry.pane);
  });
  // It is no address of a game.
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
  });
  // Whoever goes on has read it.
  document.addEventListener("click", () => showProblem(""), true);
  showSide();
  readAddress();
  byId("offline").addEventListener("click", async () => {
    byId("offline-note").textContent = "Loading…";
    byId("offline-note").textContent = await keepOffline();
  });
  byId("offline-box").hidden = !byId("part-courses").dataset.file || !navigator.serviceWorker;
  // After the first board is on the screen. The page as one file needs no network for the cases.
  requestAnimationFrame(() => setTimeout(() => {
    if (byId("part-courses").dataset.file) navigator.serviceWorker?.register("service-worker.js").catch(() => {});
    else suite.load();
  }));
};

// Keeps the whole site on the device. Returns what the reader should know.
const keepOffline = async () => {
  try {
    const { active } = await navigator.serviceWorker.ready;
    return await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      active.postMessage("keep", [port2]);
    });
  } catch (error) {
    return `The page cannot be made available offline: ${error.message}.`;
  }
};

(async () => {
  try {
    // Without a table the page is in English.
    startTheme();
    await Promise.all([startCourses(), startLanguage().catch(() => {})]);
    startPage();
    document.body.dataset.state = "ready";
  } catch (error) {
    document.body.dataset.state = "failed";
    showProblem(startProblem(error));
  }
})();
