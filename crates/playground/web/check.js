// The Check pane: what a student's program printed, compared as the marker does.

// The longest file that is read, in bytes; Rust refuses it, too.
const LONGEST_OUTPUT = 8 * 1024 * 1024;

const STRICTNESSES = [
  { value: "", text: "as the marker does" },
  { value: "exact", text: "every character" },
  { value: "final-newline", text: "all but the last line end" },
  { value: "trailing-space", text: "all but white space at line ends" },
  { value: "tokens", text: "only the words" },
];

// Commands that run a program on every input in a folder. The outputs come to a folder of
// their own: beside the inputs are the expected ones.
const LOOPS = [
  {
    value: 'mkdir -p mine; for i in *.in; do ./program < "$i" > "mine/${i%.in}.out"; done',
    text: "a Unix shell",
  },
  {
    value: 'mkdir mine -Force; Get-ChildItem *.in | ForEach-Object { cmd /c ".\\program < $($_.Name) > mine\\$($_.BaseName).out" }',
    text: "PowerShell",
  },
];

// Makes the pane. `cases` is the Cases pane.
const createCheck = ({ cases }) => {
  let course = null;
  // What was checked: `{name, output, checked}`; what could not be is last.
  let results = [];
  const list = createList(byId("results"), { choose: (index) => showResult(index) });

  const madeNamed = (name) => cases.made().find((one) => one.name === name);
  const chosenCase = () => {
    const [kind, name] = byId("check-case").value.split(/:(.*)/);
    return { isMade: kind === "made", name };
  };
  const inputOf = ({ isMade, name }) =>
    isMade ? madeNamed(name).input : rust.case(course, name).state.input;

  const run = ({ isMade, name, made = madeNamed(name), of = course }, output) => {
    const strictness = byId("strictness").value;
    try {
      return isMade
        ? rust.checkMade(of, made, output, strictness)
        : rust.check(of, name, output, strictness);
    } catch (error) {
      return { error: `The output cannot be checked: ${error.message}.` };
    }
  };

  // Checks texts and files, each `{chosen, file, output}` or `{file, error}`. The largest ones
  // take a second.
  const checkAll = async (outputs) => {
    byId("result").replaceChildren(make("p", { className: "quiet", role: "status", textContent: "Checking…" }));
    await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));
    results = outputs.map(({ chosen, file, output, error }) => ({
      name: chosen?.name ?? file,
      output,
      checked: error ? { error } : run(chosen, output),
    }));
    results.sort((one, other) => Boolean(one.checked.error) - Boolean(other.checked.error));
    byId("results-empty").hidden = true;
    byId("results").hidden = results.length < 2;
    list.show(
      results.map(({ name, checked }) => ({
        nodes: [
          make("span", {
            className: checked.error ? "quiet" : checked.ok ? "good" : "bad",
            textContent: checked.error ? "–" : checked.ok ? "✓" : "✗",
            "aria-hidden": "true",
          }),
          make("span", { textContent: name }),
          make("span", { className: "quiet", textContent: verdictOf(checked) }),
        ],
      })),
      0,
    );
    const wrong = results.findIndex(({ checked }) => !checked.ok);
    showResult(Math.max(0, wrong));
    // On a phone the results are below what was typed.
    const title = byId("results-title");
    if (title.getBoundingClientRect().top > innerHeight * 0.8) title.scrollIntoView();
    const right = results.filter(({ checked }) => checked.ok).length;
    const { name, checked } = results[0];
    announce(
      results.length > 1
        ? `${right} of ${plural(results.length, "output")} are right.`
        : plain([`${name}: ${verdictOf(checked)}.`, checked.place, checked.hint].filter(Boolean).join(" ")),
      results.length > 1,
    );
    document.body.dataset.checked = Number(document.body.dataset.checked ?? 0) + 1;
  };
  const verdictOf = (checked) => (checked.error ? "not checked" : checked.verdict);

  const textBlock = (title, text, className = "text") => {
    const heading = make("h3", { textContent: title });
    const properties = { className, tabIndex: 0, role: "group", "aria-label": title };
    const pre = make("pre", properties, ...withControls(text));
    return make("section", {}, heading, pre);
  };

  // The boards of the run beside the expected ones, from the first that differs on and back.
  const boardPairs = ({ labels, pairs }) => {
    const boards = ["Expected board", "Board of your program"].map((title) => {
      const host = make("div", { className: "board-host" });
      const board = createBoard(host, { name: title });
      board.draw(labels);
      return { board, section: make("section", {}, make("h3", { textContent: title }), host) };
    });
    const note = make("p", { className: "quiet" });
    const go = (index) => {
      const { expected, got, differing } = pairs[index];
      const marked = new Set(differing);
      const position = { legal: [], flips: [], safe: [], move: null };
      [expected, got].forEach((letters, one) => boards[one].board.show({ ...position, board: letters }, { marked }));
      const count = plural(differing.length, "square");
      note.textContent = differing.length
        ? `${count} ${differing.length === 1 ? "differs" : "differ"}: marked in red.`
        : "These boards are the same.";
      steps.show(index, pairs.length - 1);
    };
    const host = make("div", { className: "steps", id: "pair-step" });
    const steps = createSteps(host, { go });
    const place = [make("div", { className: "pair" }, ...boards.map(({ section }) => section)), note, host];
    host.hidden = pairs.length < 2;
    go(pairs.findIndex(({ differing }) => differing.length > 0));
    return place;
  };

  // Returns two texts as nodes, in which the words that differ are marked: from the first to the
  // last in a line, or in the whole if one of the texts has more lines.
  const withMarks = (expected, got) => {
    const byLine = expected.split("\n").length === got.split("\n").length;
    const parts = [expected, got].map((text) => (byLine ? text.split(/(?<=\n)/) : [text]));
    return parts.map((own, side) =>
      own.flatMap((part, index) => {
        const [words, others] = [part, parts[1 - side][index] ?? ""].map((text) => text.split(/(?<=\s)(?=\S)/));
        const start = sharedLength(words, others);
        const rest = (list) => list.slice(start).reverse();
        const end = words.length - sharedLength(rest(words), rest(others));
        const differs = words.slice(start, end).join("");
        const nodes = [words.slice(0, start).join(""), differs, words.slice(end).join("")].map(withControls);
        return [...nodes[0], ...(differs ? [make("mark", {}, ...nodes[1])] : []), ...nodes[2]];
      }),
    );
  };

  const stepTable = (steps) => {
    const row = ({ expected, got, typed, differs }) => {
      const [right, printed] = differs ? withMarks(expected, got) : [expected, got].map(withControls);
      return make(
        "tr",
        { className: differs ? "differs" : "" },
        make("td", {}, make("pre", {}, ...right)),
        make("td", {}, make("pre", {}, ...printed)),
        make("td", {}, make("pre", { className: "typed-line" }, ...withControls(typed ?? ""))),
      );
    };
    const heads = ["expected", "your program", "then typed"];
    const head = heads.map((textContent) => make("th", { scope: "col", textContent }));
    const scroller = make(
      "div",
      { className: "wide-table", tabIndex: 0, role: "group", "aria-label": "The whole run" },
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, ...head)),
        make("tbody", {}, ...steps.map(row)),
      ),
    );
    const details = make(
      "details",
      { className: "whole" },
      make("summary", { textContent: "The whole run, side by side" }),
      scroller,
    );
    // It opens at the first difference.
    details.addEventListener("toggle", () => {
      const first = scroller.querySelector(".differs");
      if (first) scroller.scrollTop = first.offsetTop - scroller.clientHeight / 3;
    });
    return details;
  };

  const showResult = (index) => {
    list.mark(index);
    const { name, output, checked } = results[index];
    const place = byId("result");
    if (checked.error) {
      place.replaceChildren(
        make("h3", { className: "verdict quiet", textContent: `${name}: not checked` }),
        make("p", {}, ...withCode(checked.error)),
      );
      return;
    }
    const parts = [
      make("h3", {
        className: `verdict ${checked.ok ? "good" : "bad"}`,
        translate: false,
        textContent: `${name}: ${checked.verdict}${checked.place ? `, ${checked.place}` : ""}`,
      }),
    ];
    if (checked.ok) parts.push(make("p", { textContent: "This is what the marker expects." }));
    // A note may say that the output is that of another case, or a crash: then the hint misleads.
    for (const note of checked.notes) parts.push(make("p", { className: "quiet", translate: false }, ...withCode(note)));
    if (checked.instead) {
      const { course: of, name: other, made } = checked.instead;
      const chosen = { isMade: Boolean(made), name: made?.name ?? other, made: made ?? undefined, of };
      const again = () => checkAll([{ chosen, output }]);
      parts.push(make("p", {}, makeButton("Check against that instead", again, { className: "main" })));
    }
    if (checked.hint) parts.push(make("p", { className: "hint-text", translate: false }, ...withCode(checked.hint)));
    if (checked.boards) parts.push(...boardPairs(checked.boards));
    if (!checked.ok && (checked.expected || checked.got)) {
      parts.push(
        make(
          "div",
          { className: "pair" },
          textBlock("Expected", checked.expected),
          textBlock("Your program", checked.got),
        ),
      );
    }
    if (checked.session) parts.push(textBlock("The session up to this point", checked.session));
    if (checked.steps.length) parts.push(stepTable(checked.steps));
    place.replaceChildren(...parts);
    // Each text opens where it differs.
    for (const here of place.querySelectorAll(".here")) {
      const box = here.closest("pre");
      box.scrollTop = here.offsetTop - box.clientHeight / 2;
    }
  };

  const readFiles = async (chosenFiles) => {
    const outputs = [];
    const files = [];
    for (const file of chosenFiles) {
      if (!/\.zip$/i.test(file.name)) files.push(file);
      else {
        try {
          files.push(...(await unzipped(file)));
        } catch (error) {
          outputs.push({ file: file.name, error: `This archive cannot be read: ${error.message}.` });
        }
      }
    }
    for (const file of files) {
      const matched = rust.matchCase(course, file.name);
      const own = madeNamed(file.name.replace(/\..*$/, ""));
      let chosen = null;
      if (own) chosen = { isMade: true, name: own.name };
      else if (matched) chosen = { isMade: false, name: matched };
      else if (files.length === 1) chosen = chosenCase();
      if (/\.in$/.test(file.name)) {
        outputs.push({ file: file.name, error: "This is the input of a case, not an output." });
      } else if (!chosen) {
        outputs.push({ file: file.name, error: "No case has the name of this file. Name it like the case, such as CASE.out, or drop it alone for the chosen case." });
      } else if (file.size > LONGEST_OUTPUT) {
        const size = (file.size / 1e6).toFixed(0);
        outputs.push({ file: file.name, error: `The file is too large for an output: ${size} MB. At most 8 MB are checked.` });
      } else {
        try {
          outputs.push({ chosen, file: file.name, output: new Uint8Array(await file.arrayBuffer()) });
        } catch {
          outputs.push({ file: file.name, error: "The browser cannot read this file." });
        }
      }
    }
    if (outputs.length) checkAll(outputs);
  };

  // What was pasted stays whatever is chosen.
  byId("check-text").value = readSetting("pasted", "");
  const showChosen = () => {
    const { name } = chosenCase();
    writeSetting(`check-case.${course}`, byId("check-case").value);
    byId("check-command").textContent = name ? `./program < ${name}.in > ${name}.out` : "";
  };

  byId("check-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const output = new TextEncoder().encode(byId("check-text").value);
    checkAll([{ chosen: chosenCase(), output }]);
  });
  byId("check-case").addEventListener("change", showChosen);
  const keepText = () => writeSetting("pasted", byId("check-text").value);
  byId("check-text").addEventListener("input", keepText);
  byId("check-input").addEventListener("click", () => {
    const chosen = chosenCase();
    saveFile(`${chosen.name}.in`, inputOf(chosen), "text/plain");
  });
  byId("check-files").addEventListener("change", (event) => {
    readFiles([...event.target.files]);
    event.target.value = "";
  });
  const pane = byId("check");
  // The browser itself drops a text into the field where it is let go.
  const isBrowsers = ({ target, dataTransfer }) =>
    target === byId("check-text") && !dataTransfer.types.includes("Files");
  for (const kind of ["dragover", "dragenter"]) {
    pane.addEventListener(kind, (event) => {
      if (isBrowsers(event)) return;
      event.preventDefault();
      byId("drop").classList.add("over");
    });
  }
  pane.addEventListener("dragleave", (event) => {
    if (!pane.contains(event.relatedTarget)) byId("drop").classList.remove("over");
  });
  pane.addEventListener("drop", async (event) => {
    byId("drop").classList.remove("over");
    if (isBrowsers(event)) return;
    event.preventDefault();
    const text = event.dataTransfer.getData("text");
    const files = await filesOf(event.dataTransfer);
    if (files.length) readFiles(files);
    else if (text) {
      byId("check-text").value = text;
      keepText();
    }
  });
  fillSelect(byId("strictness"), STRICTNESSES);
  fillSelect(byId("loop-shell"), LOOPS, LOOPS[Number(navigator.platform.startsWith("Win"))].value);
  const showLoop = () => {
    byId("loop").textContent = byId("loop-shell").value;
  };
  byId("loop-shell").addEventListener("change", showLoop);
  showLoop();
  byId("loop-copy").addEventListener("click", async () => {
    announce(await copyText(byId("loop").textContent));
  });

  return {
    setCourse(newCourse) {
      course = newCourse;
      results = [];
      byId("results").hidden = true;
      byId("results-empty").hidden = false;
      byId("result").replaceChildren();
      const usual = `course:${cases.usual().name}`;
      this.refresh(readSetting(`check-case.${course}`, usual), usual);
    },
    // Shows the cases there are now.
    refresh(chosen = byId("check-case").value, usual = chosen) {
      const options = (kind, list) =>
        list.map(({ name }) => ({ value: `${kind}:${name}`, text: name }));
      const groups = [{ group: "Cases of the course", options: options("course", cases.listed()) }];
      const made = cases.made();
      if (made.length) groups.unshift({ group: "Your cases", options: options("made", made) });
      fillSelect(byId("check-case"), groups, usual);
      if ([...byId("check-case").options].some(({ value }) => value === chosen)) byId("check-case").value = chosen;
      showChosen();
    },
    // Chooses a case to check.
    choose(name) {
      this.refresh();
      const kind = cases.listed().some((one) => one.name === name) ? "course" : "made";
      byId("check-case").value = `${kind}:${name}`;
      showChosen();
      byId("check-text").focus();
    },
  };
};
