// The Cases pane: the cases of the course, and cases made by playing.

const LAYOUTS = [
  { value: "extensions", text: "NAME.in, NAME.out" },
  { value: "snapshots", text: "NAME.in, NAME.snap" },
  { value: "folder-per-case", text: "a folder per case" },
  { value: "folder-per-part", text: "folders of inputs and outputs" },
];

// Makes the pane. `open` shows a state in the Play pane, `check` a case in the Check pane,
// `game` returns the state of the Play pane. `changed` is called when another case is
// shown.
const createCases = ({ open, check, game, goToPlay, changed }) => {
  let course = null;
  let listed = [];
  // Those that the filter leaves.
  let shownCases = [];
  let name = null;
  let shown = null;
  let at = 0;

  const board = createBoard(byId("case-board"), { name: "Board of the case" });
  const steps = createSteps(byId("case-step"), { go: (index) => look(index) });
  const list = createList(byId("case-list"), { choose: (index) => showCase(shownCases[index].name) });
  const madeHere = () => readValue(`made.${course}`, []);
  const setMade = (cases) => writeValue(`made.${course}`, cases);
  const layout = () => byId("layout").value;
  const saveZip = (fileName, bytes) => saveFile(fileName, bytes, "application/zip");

  const facts = ({ hidden, unspecified, weight, handout, args }) => {
    const parts = [];
    if (hidden) parts.push("hidden from students");
    if (weight !== 1) parts.push(`weight ${weight}`);
    if (args.length) parts.push(`options ${args.join(" ")}`);
    if (handout) parts.push(unspecified ? `the handout leaves open: ${handout}` : `handout: ${handout}`);
    return parts.join(" · ");
  };

  const look = (index) => {
    at = index;
    const { positions } = shown.view;
    const position = positions[at];
    const result = at === positions.length - 1 ? shown.view.result : null;
    board.draw(shown.view.labels);
    board.show({ ...position, legal: [] });
    byId("case-says").textContent = result ?? position.says;
    steps.show(at, positions.length - 1);
  };

  // The case that is shown first: a sample session, which students have in front of them.
  const usual = () => listed.find((one) => one.name.startsWith("handout-")) ?? listed[0];

  const showCase = (wanted) => {
    const named = listed.find((one) => one.name === wanted);
    if (wanted && !named) showProblem(`There is no case ${wanted} of this course.`);
    const entry = named ?? usual();
    name = entry.name;
    list.mark(shownCases.indexOf(entry));
    shown = rust.case(course, name);
    if (shown.error) return showProblem(shown.error);
    byId("case-title").textContent = name;
    byId("case-facts").textContent = facts(entry);
    byId("case-input").replaceChildren(...withControls(shown.input));
    byId("case-expected").replaceChildren(...withControls(shown.expected));
    byId("case-files").replaceChildren(...shown.files.map(fileButton));
    const hasBoard = shown.view.positions.length > 0;
    byId("case-game").hidden = !hasBoard;
    if (hasBoard) look(shown.view.positions.length - 1);
    changed();
  };

  // Shows the cases of which the name, the group or the description has all words of the
  // filter.
  const showList = () => {
    const words = byId("case-filter").value.toLowerCase().split(/\s+/);
    const has = ({ name, group, about }) => {
      const text = `${name} ${group} ${about}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    shownCases = listed.filter(has);
    const item = (one) => ({
      group: one.group,
      nodes: [
        make("span", {}, one.name, make("small", { textContent: one.about })),
        ...(one.hidden ? [make("span", { className: "tag", textContent: "hidden" })] : []),
      ],
    });
    list.show(shownCases.map(item), shownCases.findIndex((one) => one.name === name));
    byId("cases-title").textContent =
      shownCases.length === listed.length
        ? `${plural(listed.length, "case")} of the course`
        : `${shownCases.length} of ${plural(listed.length, "case")}`;
  };

  const showMade = () => {
    const items = madeHere().map((one) => {
      const button = (text, label, act) => makeButton(text, act, { "aria-label": label });
      const details = [plural(one.input.split("\n").length - 1, "line")];
      if (one.hidden) details.push("hidden");
      if (one.weight !== 1) details.push(`weight ${one.weight}`);
      return make(
        "li",
        {},
        make("b", { translate: false, textContent: one.name }),
        make("span", { className: "quiet", textContent: details.join(", ") }),
        button("Play", `Play on from ${one.name}`, () => open({ course, opponent: "own", replies: [], args: one.args, input: one.input })),
        button("Check", `Check an output for ${one.name}`, () => check(one.name)),
        button("Download", `Download ${one.name}`, () => download([one], `${one.name}.zip`)),
        button("Remove", `Remove ${one.name}`, () => {
          setMade(madeHere().filter((other) => other.name !== one.name));
          showMade();
          announce(`${one.name} is removed.`);
        }),
      );
    });
    byId("made-list").replaceChildren(...items);
    byId("made-actions").hidden = items.length === 0;
    byId("made-command").textContent = `automarker ${course} --cases ${course}-made-cases.zip -- ./program`;
    showGame();
  };

  // Says which game the form would add.
  const showGame = () => {
    const state = game();
    const isPlaced = Boolean(state?.position);
    const lines = state && !isPlaced ? state.input.split("\n").filter((line) => line !== "").length : 0;
    byId("made-source").textContent = lines
      ? `The game in the Play pane, ${plural(lines, "typed line")} long, becomes a case: its input, and what our program prints for it.`
      : isPlaced
        ? "A position that was set up cannot become a case: no program of the course starts there."
        : "Play a game in the Play pane first. Its input, and what our program prints for it, become a case.";
    byId("made-add").disabled = lines === 0;
  };

  const madeError = (sentence) => {
    byId("made-error").textContent = sentence;
    byId("made-error").hidden = sentence === "";
  };
  // Returns the archive with made cases; shows why there is none.
  const tryMake = (cases) => {
    try {
      const archive = rust.make(course, cases, layout());
      madeError("");
      return archive;
    } catch (error) {
      madeError(String(error));
      return null;
    }
  };
  const download = (cases, fileName) => {
    const archive = tryMake(cases);
    if (!archive) return;
    saveZip(fileName, archive);
  };

  byId("make-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const state = game();
    const one = {
      name: byId("made-name").value.trim(),
      hidden: byId("made-hidden").checked,
      weight: Number(byId("made-weight").value),
      args: state.args,
      input: state.input,
    };
    const cases = [...madeHere(), one];
    if (!tryMake(cases)) return;
    setMade(cases);
    byId("made-name").value = "";
    showMade();
    announce(`${one.name} is added.`);
  });
  byId("made-goto-play").addEventListener("click", goToPlay);
  byId("made-download").addEventListener("click", () => download(madeHere(), `${course}-made-cases.zip`));
  byId("download-all").addEventListener("click", () => {
    const names = listed.map((one) => one.name);
    saveZip(`${course}-cases.zip`, rust.download(course, names, layout()));
  });
  byId("case-download").addEventListener("click", () =>
    saveZip(`${name}.zip`, rust.download(course, [name], layout())),
  );
  byId("case-play").addEventListener("click", () => open(shown.state));
  byId("case-check").addEventListener("click", () => check(name));
  byId("case-filter").addEventListener("input", showList);
  fillSelect(byId("layout"), LAYOUTS);

  return {
    // Shows the cases of a course, `wanted` or else the first of them.
    setCourse(newCourse, wanted = null) {
      course = newCourse;
      listed = rust.cases(course);
      byId("case-filter").value = "";
      showList();
      showCase(wanted);
      showMade();
    },
    // Begins a case from the game in the Play pane.
    make() {
      showGame();
      byId("made-name").focus();
    },
    showGame,
    showCase,
    name: () => name,
    usual,
    listed: () => listed,
    made: madeHere,
  };
};
